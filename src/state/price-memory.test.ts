// @vitest-environment happy-dom
import { type MarketId, marketId } from '@contract/ids.ts';
import { trade } from '@contract/prediction/trade.ts';
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { setServerClock } from '@/lib/clock.ts';
import {
  observePrices,
  observeTrades,
  useObservation,
  useSeenTrades,
  useSeries,
  useTradesSince,
} from './price-memory.ts';

const tradeOf = (id: string, market: string, timestamp: number) =>
  trade.parse({
    id,
    ownerPubkey: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
    marketId: market,
    message: '',
    timestamp,
    action: 'buy',
    side: 'yes',
    eventTitle: '',
    marketTitle: '',
    amountUsd: '5000000',
    priceUsd: '550000',
    eventImageUrl: '',
    eventId: 'EV-1',
    isTeamMarket: false,
    marketOptions: null,
  });

describe('memory of prices', () => {
  it('adds up what answers bring, for as long as the tab is open', () => {
    const id = marketId.parse('MEM-1');
    const { result } = renderHook(() => useSeries(id));
    expect(result.current).toEqual([]);
    act(() => observePrices(eventOf([{ marketId: 'MEM-1' }]), Date.now));
    expect(result.current.map(({ price }) => price)).toEqual([610_000n]);
    const before = result.current;
    act(() => observePrices(eventOf([{ marketId: 'MEM-1' }]), Date.now));
    expect(result.current).toBe(before);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('breaks the line off where nobody looked for a while, also at the same price', () => {
    const { result } = renderHook(() => useSeries(marketId.parse('MEM-3')));
    const look = () => act(() => observePrices(eventOf([{ marketId: 'MEM-3' }]), Date.now));
    vi.useFakeTimers({ now: 1_000_000_000 });
    look();
    vi.setSystemTime(1_000_050_000);
    look();
    expect(result.current, 'one line').toHaveLength(1);
    vi.setSystemTime(1_007_250_000);
    look();
    vi.useRealTimers();
    expect(result.current.map(({ time, gapAfter }) => [time, gapAfter])).toEqual([
      [1_000_000, undefined],
      [1_000_050, true],
      [1_007_250, undefined],
    ]);
  });

  it('notes a price at the time it was true, which is not that of its arrival', () => {
    const { result } = renderHook(() => useSeries(marketId.parse('MEM-4')));
    const event = eventOf([{ marketId: 'MEM-4' }, { marketId: 'MEM-5' }]);
    vi.useFakeTimers({ now: 1_000_000_000 });
    // A page that was left four minutes ago shows what it had until it is told anew.
    act(() => observePrices(event, (id) => Date.now() - (id === 'MEM-4' ? 240_000 : 0)));
    expect(result.current.map(({ time }) => time)).toEqual([999_760]);
    vi.useRealTimers();
  });

  it('notes it by the clock of the service, which may run faster than the one here', () => {
    const { result } = renderHook(() => useSeries(marketId.parse('MEM-9')));
    vi.useFakeTimers({ now: 1_000_000_000 });
    setServerClock(2_000_000_000, 60);
    const asOf = Date.now();
    vi.advanceTimersByTime(10_000);
    act(() => observePrices(eventOf([{ marketId: 'MEM-9' }]), () => asOf));
    setServerClock(Date.now());
    vi.useRealTimers();
    expect(result.current.map(({ time }) => time)).toEqual([2_000_000]);
  });

  it('notes the price of a book at the time of the book, which is that of no other market', () => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    const event = eventOf([{ marketId: 'MEM-11' }, { marketId: 'MEM-12' }]);
    const { result } = renderHook(() => {
      useObservation(
        { event, asOf: Date.now() - 60_000, book: { of: 'MEM-12' as MarketId, asOf: Date.now } },
        undefined,
      );
      return [useSeries('MEM-11' as MarketId), useSeries('MEM-12' as MarketId)];
    });
    vi.useRealTimers();
    expect(result.current.map((series) => series.map(({ time }) => time))).toEqual([[999_940], [1_000_000]]);
  });

  it('is one line where answers say the same for long', () => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    const event = eventOf([{ marketId: 'MEM-6' }, { marketId: 'MEM-7' }]);
    const seen = () => ({ event, asOf: Date.now(), book: { of: 'MEM-7' as MarketId, asOf: Date.now } });
    const { result, rerender } = renderHook(
      (observed: ReturnType<typeof seen>) => {
        useObservation(observed, undefined);
        return [useSeries('MEM-6' as MarketId), useSeries('MEM-7' as MarketId)];
      },
      { initialProps: seen() },
    );
    for (let answer = 0; answer < 20; answer += 1) {
      vi.advanceTimersByTime(10_000);
      rerender(seen());
    }
    const dearer = eventOf([
      { marketId: 'MEM-6', pricing: { buyYesPriceUsd: 700_000 } },
      { marketId: 'MEM-7', pricing: { buyYesPriceUsd: 700_000 } },
    ]);
    rerender({ ...seen(), event: dearer });
    vi.useRealTimers();
    for (const series of result.current)
      expect(series.map(({ time, gapAfter }) => [time, gapAfter])).toEqual([
        [1_000_000, undefined],
        [1_000_200, undefined],
      ]);
  });

  it('keeps each trade once, newest first, and puts it into the line', () => {
    const { result } = renderHook(() => ({
      trades: useSeenTrades(),
      series: useSeries(marketId.parse('MEM-2')),
    }));
    act(() => observeTrades([tradeOf('t1', 'MEM-2', 100)]));
    act(() => observeTrades([tradeOf('t2', 'MEM-2', 130), tradeOf('t1', 'MEM-2', 100)]));
    expect(result.current.trades.map(({ id }) => id)).toEqual(['t2', 't1']);
    expect(result.current.series.map(({ time, source }) => [time, source])).toEqual([
      [100, 'trade'],
      [130, 'trade'],
    ]);
  });

  it('takes a trade dated ahead for one of now, so that later ones stand before it', () => {
    vi.useFakeTimers({ now: 1_000_000_000 });
    const { result } = renderHook(() => ({
      trades: useSeenTrades(),
      series: useSeries(marketId.parse('MEM-8')),
    }));
    act(() => observeTrades([tradeOf('a1', 'MEM-8', 1_000_000 + 86_400)]));
    vi.setSystemTime(1_000_010_000);
    const window = [tradeOf('a2', 'MEM-8', 1_000_008), tradeOf('a1', 'MEM-8', 1_000_000 + 86_400)];
    act(() => observeTrades(window));
    vi.useRealTimers();
    expect(result.current.trades.slice(0, 2).map(({ id }) => id)).toEqual(['a2', 'a1']);
    expect(result.current.series.map(({ time }) => time)).toEqual([1_000_000, 1_000_008]);
  });

  it('says since when no trade can have been missed: an answer without any that was seen begins anew', () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 });
    const { result } = renderHook(() => useTradesSince());
    act(() => observeTrades([tradeOf('u1', 'MEM-3', 100)]));
    const began = result.current;
    vi.setSystemTime(1_800_000_060_000);
    act(() => observeTrades([tradeOf('u2', 'MEM-3', 130), tradeOf('u1', 'MEM-3', 100)]));
    expect(result.current).toBe(began);
    act(() => observeTrades([tradeOf('u9', 'MEM-3', 190)]));
    expect(result.current).toBe((began ?? 0) + 60_000);
    vi.useRealTimers();
  });

  it('notes no price where nobody quotes one', () => {
    const { result } = renderHook(() => useSeries(marketId.parse('MEM-10')));
    const unquoted = {
      buyYesPriceUsd: null,
      buyNoPriceUsd: null,
      sellYesPriceUsd: null,
      sellNoPriceUsd: null,
    };
    act(() => observePrices(eventOf([{ marketId: 'MEM-10', pricing: unquoted }]), Date.now));
    expect(result.current).toEqual([]);
  });

  it('watches trades from the first answer on, also where that holds none, and an empty one ends nothing', async () => {
    vi.resetModules();
    const memory = await import('./price-memory.ts');
    vi.useFakeTimers({ now: 1_900_000_000_000 });
    const { result } = renderHook(() => memory.useTradesSince());
    for (const window of [[], [], [tradeOf('w1', 'MEM-3', 1_900_000_010)], []]) {
      act(() => memory.observeTrades(window));
      expect(result.current).toBe(1_900_000_000_000);
      vi.advanceTimersByTime(10_000);
    }
    vi.useRealTimers();
  });

  it('says of no time that a market had no trades then whose trades are no longer kept', () => {
    vi.useFakeTimers({ now: 1_900_000_000_000 });
    const { result } = renderHook(() => ({ since: useTradesSince(), trades: useSeenTrades() }));
    const nth = (n: number) => tradeOf(`v${n}`, n === 0 ? 'MEM-4' : 'MEM-5', 1_900_000_000 + n);
    act(() => observeTrades([nth(0)]));
    for (let n = 1; n <= 400; n += 1) {
      vi.setSystemTime(1_900_000_000_000 + n * 1_000);
      act(() => observeTrades([nth(n), nth(n - 1)]));
    }
    vi.useRealTimers();
    expect(result.current.trades).toHaveLength(400);
    expect(result.current.trades.some(({ marketId: of }) => of === 'MEM-4')).toBe(false);
    expect(result.current.since).toBe(1_900_000_001_000);
  });

  it('forgets what has been left for long, and nothing of an event that is looked at', () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${name}-${index}` as MarketId);
    const [event, feed] = [many('EVENT', 500), many('FEED', 400)];
    const { result } = renderHook(() => [
      useSeries(event[0]),
      useSeries(event.at(-1)),
      useSeries(feed[0]),
      useSeries(feed.at(-1)),
    ]);
    const lengths = () => result.current.map((series) => series.length);
    const look = (ids: readonly MarketId[]) =>
      act(() => observePrices(eventOf(ids.map((id) => ({ marketId: id }))), Date.now));
    look(event);
    for (const id of feed) {
      act(() => observeTrades([tradeOf(`of-${id}`, id, 900)]));
      if (id.endsWith('00')) look(event);
    }
    expect(lengths()).toEqual([1, 1, 0, 1]);
    look(many('OTHER', 2));
    expect(lengths(), 'of the last three hundred and two').toEqual([0, 1, 0, 1]);
  });
});
