import { eventId, marketId, pubkey } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import type { Trade } from '@contract/prediction/trade.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPoints, inRange, type PricePoint, pointsOfTrades, summarise } from './price-series.ts';

const point = (time: number, cents: number, source: PricePoint['source'] = 'observed'): PricePoint => ({
  time,
  price: microUsd(BigInt(cents) * 10_000n),
  source,
});
const trade = (market: string, side: 'yes' | 'no', cents: number, timestamp: number): Trade => ({
  id: `t${timestamp}`,
  ownerPubkey: pubkey.parse('11111111111111111111111111111111'),
  marketId: marketId.parse(market),
  message: '',
  timestamp,
  action: 'buy',
  side,
  eventTitle: '',
  marketTitle: '',
  amountUsd: microUsd(1_000_000n),
  priceUsd: microUsd(BigInt(cents) * 10_000n),
  eventImageUrl: '',
  eventId: eventId.parse('EV'),
  isTeamMarket: false,
  marketOptions: [],
});
const points = fc.array(
  fc.record({
    time: fc.integer({ min: 1_000, max: 2_000 }),
    price: fc.integer({ min: 1, max: 99 }).map((c) => microUsd(BigInt(c) * 10_000n)),
    source: fc.constantFrom('trade' as const, 'observed' as const),
  }),
  { maxLength: 60 },
);

describe('price series', () => {
  it('stays ascending, one point a second, within its length', () => {
    fc.assert(
      fc.property(fc.array(points, { maxLength: 6 }), (batches) => {
        const series = batches.reduce((sum, batch) => addPoints(sum, batch, 50), [] as readonly PricePoint[]);
        expect(series.length).toBeLessThanOrEqual(60);
        expect(series.every((p, i) => i === 0 || (series[i - 1]?.time ?? 0) < p.time)).toBe(true);
      }),
    );
  });

  it('comes back the same when nothing is new', () => {
    const series = addPoints([], [point(1, 50), point(2, 51, 'trade')]);
    expect(addPoints(series, [point(2, 51, 'trade')])).toBe(series);
    expect(addPoints(series, [point(9, 51)])).toBe(series);
    expect(addPoints(series, [])).toBe(series);
  });

  it('prefers a trade to an observed price of the same second', () => {
    const series = addPoints(addPoints([], [point(1, 50, 'trade')]), [point(1, 55)]);
    expect(series).toEqual([point(1, 50, 'trade')]);
    expect(addPoints([point(1, 55)], [point(1, 50, 'trade')])).toEqual([point(1, 50, 'trade')]);
  });

  it('reads trades of NO as their complement, of this market only', () => {
    expect(
      pointsOfTrades([trade('A', 'no', 30, 20), trade('B', 'yes', 10, 15), trade('A', 'yes', 69, 10)], 'A'),
    ).toEqual([point(10, 69, 'trade'), point(20, 70, 'trade')]);
  });

  it('cuts a range and leads it with the price that held at its start', () => {
    const series = [point(100, 40), point(5_000, 50), point(9_000, 60)];
    expect(inRange(series, '1H', 10_000)).toEqual([point(6_400, 50), point(9_000, 60)]);
    expect(inRange(series, 'All', 10_000)).toBe(series);
    expect(inRange([point(100, 40)], '1H', 10_000)).toEqual([point(6_400, 40)]);
    expect(inRange([], '1H', 10_000)).toEqual([]);
  });

  it('is summed up for readers', () => {
    expect(summarise([point(1, 50), point(2, 70), point(3, 45)])).toMatchObject({
      low: 450_000n,
      high: 700_000n,
      change: -50_000n,
    });
    expect(summarise([point(1, 50)])).toMatchObject({ change: null });
    expect(summarise([])).toBeUndefined();
  });
});
