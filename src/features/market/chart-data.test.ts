import type { MarketId } from '@contract/ids.ts';
import { formatCents, microContracts, microUsd, ZERO_USD } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsText, fillsOn, loneOnes } from '@/domain/drawn-line.ts';
import type { PricePoint } from '@/domain/price-series.ts';
import {
  axisSpan,
  changePeriod,
  changeShown,
  costOn,
  drawSteps,
  fillsOf,
  onSide,
  toDrawing,
  toLine,
} from './chart-data.ts';

const point = (time: number, cents: number): PricePoint => ({
  time,
  price: microUsd(BigInt(cents) * 10_000n),
  source: 'observed',
});

describe('the time that a change is of', () => {
  const now = Date.parse('2026-11-25T12:00:00Z') / 1_000;
  it('is the range where all of it is known, and all there is where that is less', () => {
    expect(changePeriod({ since: now - 21_600, by: 'service' }, now, '6H')).toBe('6 h');
    expect(changePeriod({ since: now - 21_500, by: 'service' }, now, '6H')).toBe('6 h');
    // The beginning of an hour stays for five minutes.
    expect(changePeriod({ since: now - 3_899, by: 'service' }, now, '1H')).toBe('1 h');
    expect(changePeriod({ since: now - 7_200, by: 'service' }, now, '6H')).toBe('All');
    expect(changePeriod({ since: now - 86_400, by: 'service' }, now, 'All')).toBe('All');
  });

  it('is never all there is where only a browser has seen it', () => {
    expect(changePeriod({ since: now - 1, by: 'browser' }, now, '6H')).toBe('observed');
    expect(changePeriod({ since: now - 86_400, by: 'browser' }, now, 'All')).toBe('observed');
    expect(changePeriod({ since: now - 21_600, by: 'browser' }, now, '6H')).toBe('6 h');
  });
});

describe('line of the chart', () => {
  it('steps evenly through time with the price that held, up to now', () => {
    expect(toLine([point(100, 50), point(103, 60)], 105, 100)).toEqual([
      { time: 100, value: 50 },
      { time: 101, value: 50 },
      { time: 102, value: 50 },
      { time: 103, value: 60 },
      { time: 104, value: 60 },
      { time: 105, value: 60 },
    ]);
    expect(toLine([], 105, 105)).toEqual([]);
  });

  it('leads over no time in which nobody looked', () => {
    const left: PricePoint = { ...point(102, 50), gapAfter: true };
    expect(toLine([point(100, 50), left, point(105, 60)], 106, 100)).toEqual([
      { time: 100, value: 50 },
      { time: 101, value: 50 },
      { time: 102, value: 50 },
      { time: 103, value: 60, gap: true },
      { time: 104, value: 60, gap: true },
      { time: 105, value: 60 },
      { time: 106, value: 60 },
    ]);
  });

  it('is what was quoted; what was traded are dots on its steps', () => {
    const traded: PricePoint = { ...point(102, 70), source: 'trade' };
    const { line, dots } = toDrawing([point(101, 50), traded, point(103, 52)], 104);
    expect(line.map(({ value }) => value)).toEqual([50, 50, 52, 52]);
    expect(dots).toEqual([{ time: 102, value: 70 }]);
  });

  it('begins with the first quote, not with a trade before it', () => {
    const traded: PricePoint = { ...point(100, 70), source: 'trade' };
    expect(toDrawing([traded, point(102, 50)], 103).line).toEqual([
      { time: 100 },
      { time: 101 },
      { time: 102, value: 50 },
      { time: 103, value: 50 },
    ]);
  });

  it('never has more points than can be seen, ascending, ending in the last price', () => {
    const series = fc
      .uniqueArray(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 50 })
      .map((times) => times.sort((a, b) => a - b).map((time, i) => point(time, 1 + (i % 98))));
    fc.assert(
      fc.property(series, fc.integer({ min: 0, max: 200_000 }), (points, now) => {
        const line = toLine(points, now, points[0]?.time ?? now);
        expect(line.length).toBeLessThanOrEqual(302);
        expect(line.every(({ time }, i) => i === 0 || (line[i - 1]?.time ?? 0) < time)).toBe(true);
        expect(centsText(line[line.length - 1]?.value ?? 0)).toBe(
          formatCents(points[points.length - 1]?.price ?? ZERO_USD),
        );
      }),
    );
  });

  it('has an axis that never leaves 0 to 100 cents, wide enough for a quiet price', () => {
    expect(axisSpan(50, 50)).toEqual({ minValue: 48, maxValue: 52 });
    expect(axisSpan(0.4, 0.6)).toEqual({ minValue: 0, maxValue: 4 });
    expect(axisSpan(99.9, 99.9)).toEqual({ minValue: 96, maxValue: 100 });
    const price = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(price, price, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const { minValue, maxValue } = axisSpan(low, high);
        expect(minValue).toBeGreaterThanOrEqual(0);
        expect(maxValue).toBeLessThanOrEqual(100);
        expect(minValue).toBeLessThanOrEqual(low + 1e-9);
        expect(maxValue).toBeGreaterThanOrEqual(high - 1e-9);
        expect(maxValue - minValue).toBeGreaterThanOrEqual(4 - 1e-9);
      }),
    );
    // The margins of the drawing reach beyond: nothing is written there.
    expect([centsText(-0.4), centsText(0), centsText(62), centsText(100), centsText(101)]).toEqual([
      '',
      '0¢',
      '62¢',
      '100¢',
      '',
    ]);
  });

  it('shows NO as the complement of YES', () => {
    expect(onSide([point(1, 30)], 'no')[0]?.price).toBe(700_000n);
    const yes = [point(1, 30)];
    expect(onSide(yes, 'yes')).toBe(yes);
  });
});

describe('a history', () => {
  const price = (cents: number) => microUsd(BigInt(cents) * 10_000n);
  const step = (cents: number, volume: number | null) => ({
    open: price(cents),
    high: price(cents + 1),
    low: price(cents - 1),
    close: price(cents),
    volume,
  });

  it('has points that stand alone, to be marked', () => {
    const times = (known: string) => {
      const steps = [...known].map((one) => (one === '.' ? null : step(50, 0)));
      return loneOnes(drawSteps({ from: 0, step: 60, steps }).line).map(({ time }) => time / 60);
    };
    expect(times('..x...')).toEqual([2]);
    expect(times('x.xx.x')).toEqual([0, 5]);
    expect(times('xx..xx')).toEqual([]);
    expect(times('......')).toEqual([]);
  });

  it('is drawn with its gaps: nothing before the first price, nothing after the last, no line between', () => {
    const { line, candles, volume } = drawSteps({
      from: 600,
      step: 60,
      steps: [null, step(50, 4), null, step(52, 0), null],
    });
    expect(line).toEqual([
      { time: 600 },
      { time: 660, value: 50 },
      { time: 720, value: 52, gap: true },
      { time: 780, value: 52 },
      { time: 840 },
    ]);
    expect(candles[1]).toEqual({ time: 660, prices: { open: 50, high: 51, low: 49, close: 50 } });
    expect(candles[2]).toEqual({ time: 720 });
    expect(volume.map(({ value }) => value)).toEqual([undefined, 4, undefined, undefined, undefined]);
  });
});

describe('the change beside the price', () => {
  const picture = (by: 'service' | 'browser', loading = false, cents: bigint | null = 2n) => ({
    summary: { change: cents === null ? null : microUsd(cents * 10_000n), begin: 600 },
    source: { by },
    loading,
  });

  it('says since when and by whom it is known', () => {
    expect(changeShown(picture('service'), false)).toEqual({
      change: microUsd(20_000n),
      since: 600,
      by: 'service',
    });
    expect(changeShown(picture('browser'), false)?.by).toBe('browser');
  });

  it('is left out while the history of its range is asked for: the browser has seen seconds of it', () => {
    expect(changeShown(picture('browser', true), false)).toBeUndefined();
  });

  it('is the service’s or none beside lines the service has drawn', () => {
    expect(changeShown(picture('browser'), true)).toBeUndefined();
    expect(changeShown(picture('service'), true)).toBeDefined();
  });

  it('is left out where it is not known', () => {
    expect(changeShown(picture('service', false, null), false)).toBeUndefined();
    expect(changeShown({ ...picture('service'), summary: undefined }, false)).toBeUndefined();
    expect(changeShown({ ...picture('service'), source: undefined }, false)).toBeUndefined();
  });
});

describe('what the viewer has done', () => {
  const market = 'MK' as MarketId;
  const order = (more: Partial<Order>): Order =>
    ({
      marketId: market,
      isYes: true,
      isBuy: true,
      filledContractsMicro: microContracts(1_000_000n),
      filledAt: 1_000,
      avgFillPriceUsd: microUsd(600_000n),
      ...more,
    }) as Order;

  it('is drawn in the price of the side that is shown: who bought No sold Yes', () => {
    const orders = [
      order({}),
      order({ isYes: false, filledAt: 2_000, avgFillPriceUsd: microUsd(300_000n) }),
      order({ isBuy: false, filledAt: 3_000 }),
    ];
    const told = (side: 'yes' | 'no') =>
      fillsOf(orders, market, side).map(({ price, isBuy }) => [Number(price) / 10_000, isBuy]);
    expect(told('yes')).toEqual([
      [60, true],
      [70, false],
      [60, false],
    ]);
    expect(told('no')).toEqual([
      [40, false],
      [30, true],
      [40, true],
    ]);
  });

  it('leaves out what was not filled, and other markets', () => {
    const orders = [
      order({ filledContractsMicro: microContracts(0n) }),
      order({ filledAt: 0 }),
      order({ marketId: 'OTHER' as MarketId }),
    ];
    expect(fillsOf(orders, market, 'yes')).toEqual([]);
  });

  it('stands on the steps of the line, in their order, and not before it begins', () => {
    const fills = fillsOf([order({ filledAt: 1_290 }), order({ filledAt: 1_010 }), order({})], market, 'yes');
    expect(fillsOn(fills, { from: 1_001, step: 60 }).map(({ time, value }) => [time, value])).toEqual([
      [960, 60],
      [1_260, 60],
    ]);
  });

  it('cost on average what is held of a side, and nothing what is not', () => {
    const held = (isYes: boolean, contracts: bigint): Position =>
      ({
        marketId: market,
        isYes,
        contractsMicro: microContracts(contracts),
        avgPriceUsd: microUsd(615_000n),
      }) as Position;
    expect(costOn([held(true, 5n)], market, 'yes')).toBe(61.5);
    expect(costOn([held(true, 5n)], market, 'no')).toBeUndefined();
    expect(costOn([held(true, 0n)], market, 'yes')).toBeUndefined();
    expect(costOn([], market, 'yes')).toBeUndefined();
  });
});
