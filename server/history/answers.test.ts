import { historyRoutes } from '@contract/history-routes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operationsOf } from '../common/operation.ts';
import { series } from '../db/history-schema.ts';
import { historyHandlers } from './answers.ts';
import { DAY, HOUR, MINUTE } from './candle.ts';
import type { HistoryStore } from './history.store.ts';
import type { Opened } from './history-rows.ts';
import { readCandles } from './read-candles.ts';
import { readSeries } from './read-history.store.ts';
import { Recording } from './recording.ts';
import { emptied, freshHistoryDatabase } from './testing/database.ts';
import { Tracker } from './tracker.ts';

const MINT = 'So11111111111111111111111111111111111111112';
/** The start of a day. */
const T = Math.floor(1_790_000_000 / DAY) * DAY;

let database: Opened;
let store: HistoryStore;
let tracker: Tracker;
let recording: Recording;
/** Unix seconds. */
let now: number;

beforeAll(async () => {
  database = await freshHistoryDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  store = await emptied(database);
  now = T;
  tracker = new Tracker();
  recording = new Recording(store, tracker, Number.POSITIVE_INFINITY, () => now * 1_000);
  await recording.flush();
});

interface Look {
  readonly market?: string;
  /** Null: nothing is quoted. */
  readonly bid: number | null;
  readonly volume?: number;
  readonly open?: boolean;
}
function look({ market = 'M1', bid, volume = 0, open = true }: Look): void {
  const about = { event: 'E1', title: `title ${market}`, eventTitle: 'event', open };
  const sides = bid === null ? { bid, ask: null } : { bid: BigInt(bid), ask: BigInt(bid + 20_000) };
  const quote = { ...sides, volume: BigInt(volume) };
  tracker.see({ kind: 'quote', market, ...quote, about }, now * 1_000, now * 1_000);
}
/** Time passes, and the recorder works every ten seconds. */
async function pass(seconds: number, everyMinute: () => void = () => undefined): Promise<void> {
  for (const end = now + seconds; now < end; ) {
    now += Math.min(60, end - now);
    everyMinute();
    await recording.flush();
    await recording.maintain();
  }
}

type Id = keyof typeof historyRoutes;
/** Asks as a request would, and checks the answer against the contract. */
async function ask(
  id: Id,
  query: Record<string, string>,
  params: Record<string, string> = {},
): Promise<unknown> {
  const handlers = historyHandlers({
    db: () => database.db,
    mintOf: (symbol) => (symbol === 'SOL' ? MINT : undefined),
    now: () => now * 1_000,
  });
  const operation = operationsOf(handlers).find((one) => one.id === id);
  const input = {
    params: operation?.params?.parse(params),
    query: operation?.query?.parse(query),
  } as Parameters<NonNullable<typeof operation>['handle'] & object>[0];
  const answer = await operation?.handle?.(input);
  historyRoutes[id].answer.parse(answer);
  return answer;
}

describe('series of markets', () => {
  it('go back to the first look, with a gap where nobody looked', async () => {
    look({ bid: 400_000, volume: 10 });
    await pass(120, () => look({ bid: 410_000, volume: 15 }));
    await pass(600);
    look({ bid: 450_000, volume: 20 });
    await pass(60);
    const asked = { marketIds: 'M1,M2', from: String(T), step: '60', columns: 'close,volume' };
    expect(await ask('seriesOfMarkets', asked)).toEqual({
      now,
      from: T,
      step: 60,
      count: 13,
      markets: [
        {
          marketId: 'M1',
          since: T,
          // Five minutes after the last look it is not known any more.
          close: [410, 420, 420, 420, 420, 420, 420, 420, null, null, null, null, 460].map((value, nth) =>
            nth === 0 ? 410_000 : value === null ? null : value * 1_000,
          ),
          volume: [null, 5, 0, null, null, null, null, null, null, null, null, null, null],
        },
        { marketId: 'M2', since: null, close: Array(13).fill(null), volume: Array(13).fill(null) },
      ],
    });
  });

  it('say the same from what was rolled up', async () => {
    let bid = 400_000;
    const move = (): void => {
      bid += 1_000;
      look({ bid });
    };
    move();
    await pass(2 * HOUR, move);
    const asked = {
      marketIds: 'M1',
      from: String(T),
      to: String(T + 2 * HOUR),
      columns: 'open,high,low,close',
    };
    const steps = ['1', '60', '600', '3600'];
    const read = (): Promise<unknown[]> =>
      Promise.all(
        steps.map(async (step) => {
          const to = step === '1' ? { to: String(T + 900) } : {};
          const answer = (await ask('seriesOfMarkets', { ...asked, ...to, step })) as { markets: unknown };
          return answer.markets;
        }),
      );
    const before = await read();
    await pass(2 * HOUR);
    expect((await store.partitions()).map(({ table }) => table)).toEqual(
      expect.arrayContaining(['fine', 'minutes', 'snapshots']),
    );
    expect(await read()).toEqual(before);
    now = T + DAY + HOUR;
    await recording.maintain();
    expect((await store.partitions()).map(({ table }) => table)).toContain('hours');
    expect(await read()).toEqual(before);
  });

  it('have no step finer than what is kept', async () => {
    look({ bid: 400_000 });
    await pass(60);
    now = T + 3 * DAY;
    await recording.maintain();
    expect((await store.partitions()).map(({ table }) => table)).not.toContain('fine');
    const asked = { marketIds: 'M1', from: String(T), to: String(T + 60), step: '1' };
    expect(await ask('seriesOfMarkets', asked)).toMatchObject({ step: 60, count: 1 });
  });

  it('are of all markets of an event, and of one that nobody knows a refusal', async () => {
    look({ bid: 400_000 });
    look({ market: 'M2', bid: 300_000 });
    await pass(60);
    expect(await ask('seriesOfEvent', { step: '60', columns: 'bid' }, { eventId: 'E1' })).toMatchObject({
      eventId: 'E1',
      markets: [
        { marketId: 'M1', bid: [400_000] },
        { marketId: 'M2', bid: [300_000] },
      ],
    });
    await expect(ask('seriesOfEvent', {}, { eventId: 'E2' })).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('are still of their event after a restart, when all that is seen of them is their books', async () => {
    look({ bid: 400_000 });
    await pass(60);
    tracker = new Tracker();
    recording = new Recording(store, tracker, Number.POSITIVE_INFINITY, () => now * 1_000);
    tracker.see({ kind: 'book', market: 'M1', bid: 410_000n, ask: 430_000n }, now * 1_000, now * 1_000);
    await pass(60);
    expect(await ask('seriesOfEvent', { step: '60', columns: 'bid' }, { eventId: 'E1' })).toMatchObject({
      markets: [{ marketId: 'M1', bid: [400_000, 410_000] }],
    });
    expect(await store.db.select().from(series)).toMatchObject([{ title: 'title M1', eventTitle: 'event' }]);
  });
});

describe('series of prices', () => {
  it('are those of a token by its mint, and of an asset by its symbol', async () => {
    const price = (value: bigint) =>
      tracker.see({ kind: 'price', mint: MINT, price: value }, now * 1_000, now * 1_000);
    price(99_123_456_789_012n);
    await pass(60, () => price(98_000_000_000_001n));
    const asked = { from: String(T), step: '60', columns: 'open,close' };
    const columns = {
      since: T,
      open: [99.123456789012, 98.000000000001],
      close: [99.123456789012, 98.000000000001],
    };
    now += 1;
    expect(await ask('seriesOfTokens', { mints: MINT, ...asked })).toMatchObject({
      tokens: [{ mint: MINT, ...columns }],
    });
    expect(await ask('seriesOfAssets', { symbols: 'SOL,XYZ', ...asked })).toMatchObject({
      assets: [
        { symbol: 'SOL', ...columns },
        { symbol: 'XYZ', since: null, close: [null, null] },
      ],
    });
  });

  it.each([
    ['fell', 150_123_456_789_000n, 90_123_456_789_012n, 150.123456789, 90.123456789, 90.12345679],
    ['rose', 90_123_456_789_012n, 150_123_456_789_000n, 90.123456789012, 150.123456789, 150.12345679],
  ])('stay in the unit of what is kept when a price that %s is seen after a restart', async (...row) => {
    const [, before, then, ...close] = row;
    const price = (value: bigint) =>
      tracker.see({ kind: 'price', mint: MINT, price: value }, now * 1_000, now * 1_000);
    price(before);
    await pass(60);
    tracker = new Tracker();
    recording = new Recording(store, tracker, Number.POSITIVE_INFINITY, () => now * 1_000);
    price(then);
    await pass(60, () => price(then + 1_000n));
    const asked = { from: String(T), step: '60', columns: 'close' };
    now += 1;
    expect(await ask('seriesOfTokens', { mints: MINT, ...asked })).toMatchObject({
      tokens: [{ mint: MINT, close }],
    });
  });
});

describe('movers', () => {
  const marketsOf = async (span: string): Promise<unknown[]> => {
    const { movers } = (await ask('listMovers', { span })) as { movers: Record<string, unknown>[] };
    return movers.map(({ marketId, change }) => [marketId, change]);
  };

  it('are the open markets that went furthest, of which it is known then and now', async () => {
    const all = (bids: readonly number[]) => () => {
      for (const [nth, bid] of bids.entries()) look({ market: `M${nth}`, bid, open: nth !== 2 });
    };
    await pass(900, all([400_000, 500_000, 100_000, 700_000]));
    await pass(HOUR, all([410_000, 300_000, 900_000, 700_000, 999]));
    expect(await marketsOf('1h')).toEqual([
      ['M1', '-200000'],
      ['M0', '10000'],
    ]);
    expect(await ask('listMovers', { span: '1h', limit: '1' })).toMatchObject({
      movers: [
        {
          marketId: 'M1',
          eventId: 'E1',
          title: 'title M1',
          eventTitle: 'event',
          fromPrice: '510000',
          toPrice: '310000',
        },
      ],
    });
    expect(await marketsOf('24h')).toEqual([]);
  });

  it('know where markets stood before a restart', async () => {
    await pass(900, () => look({ bid: 400_000 }));
    await pass(HOUR - 300, () => look({ bid: 410_000 }));
    tracker = new Tracker();
    recording = new Recording(store, tracker, Number.POSITIVE_INFINITY, () => now * 1_000);
    await pass(360);
    expect(await marketsOf('1h')).toEqual([['M1', '10000']]);
  });

  it('know where markets stood before a restart, whatever was noted by a clock that was ahead', async () => {
    const both = (bid: number) => () => {
      look({ market: 'M1', bid });
      look({ market: 'M2', bid: bid + 100_000 });
    };
    await pass(900, both(400_000));
    await pass(HOUR - 300, both(410_000));
    now += HOUR / 2;
    both(410_000)();
    await recording.flush();
    await recording.maintain();
    now -= HOUR / 2;
    tracker = new Tracker();
    recording = new Recording(store, tracker, Number.POSITIVE_INFINITY, () => now * 1_000);
    await pass(360, () => look({ market: 'M1', bid: 420_000 }));
    expect(await marketsOf('1h')).toEqual([
      ['M1', '20000'],
      ['M2', '10000'],
    ]);
  });

  it('are none whose price is seen to be unknown after a restart', async () => {
    await pass(900, () => look({ bid: 400_000 }));
    await pass(HOUR - 300, () => look({ bid: 410_000 }));
    tracker = new Tracker();
    recording = new Recording(store, tracker, Number.POSITIVE_INFINITY, () => now * 1_000);
    await pass(360, () => look({ bid: null }));
    expect(await marketsOf('1h')).toEqual([]);
  });
});

describe('many who ask at once', () => {
  /** Asks of one process, whose reads are counted as they begin. */
  function asking() {
    let begun = 0;
    const handlers = historyHandlers({
      db: () => {
        begun += 1;
        return database.db;
      },
      mintOf: () => undefined,
      now: () => now * 1_000,
    });
    const rest = { params: undefined, body: undefined };
    return {
      begun: () => begun,
      series: async (client: string, left?: AbortSignal) =>
        handlers.seriesOfMarkets?.({
          ...rest,
          query: { marketIds: ['M1'] },
          client: () => client,
          ...(left && { left: () => left }),
        }),
      movers: async (limit: number) => handlers.listMovers?.({ ...rest, query: { span: '1h', limit } }),
    };
  }

  it('are read for two at a time, have so much wait and no more, and give back their place when they leave', async () => {
    look({ bid: 400_000 });
    await pass(60);
    const { begun, series } = asking();
    const leaving = new AbortController();
    const one = Array.from({ length: 49 }, () => series('192.0.2.1'));
    const left = series('192.0.2.1', leaving.signal);
    expect(begun()).toBe(2);
    await expect(series('192.0.2.1')).rejects.toMatchObject({ kind: 'rate-limited', retryAfter: 1 });
    const other = series('192.0.2.2');
    leaving.abort();
    await expect(left).rejects.toThrow('has left');
    await other;
    // Not behind all that one has waiting.
    expect(begun()).toBeLessThan(10);
    await Promise.all(one);
    expect(begun()).toBe(50);
  });

  it('have the movers of a span read once, however many of them each wants', async () => {
    const { begun, movers } = asking();
    await pass(900, () => look({ bid: 400_000 }));
    await pass(HOUR, () => {
      look({ bid: 410_000 });
      look({ market: 'M2', bid: 10_000 });
    });
    await Promise.all([1, 2, 50, 200].map((limit) => movers(limit)));
    expect(begun()).toBe(1);
  });

  it('have the movers read again once a clock that was ahead is right', async () => {
    const { begun, movers } = asking();
    now += 2 * HOUR;
    await movers(10);
    now -= 2 * HOUR;
    await movers(10);
    expect(begun()).toBe(2);
  });
});

it('reads the candles of each series in a turn of its own, so that others need not wait for all', async () => {
  const markets = ['M1', 'M2', 'M3', 'M4'];
  for (const market of markets) look({ market, bid: 400_000 });
  await recording.flush();
  let turn = 0;
  let again: NodeJS.Immediate;
  const count = (): void => {
    turn += 1;
    again = setImmediate(count);
  };
  again = setImmediate(count);
  const turns: number[] = [];
  const all = (await readSeries(database.db, 'market', markets)).map((one) => ({
    ...one,
    get kind() {
      turns.push(turn);
      return one.kind;
    },
  }));
  const candles = await readCandles(database.db, all, MINUTE, { from: T, to: T + MINUTE });
  clearImmediate(again);
  expect([...candles.values()].map((own) => own.length)).toEqual([1, 1, 1, 1]);
  expect(new Set(turns).size).toBe(markets.length);
});
