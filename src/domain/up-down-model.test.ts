import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssetHistory } from './asset-history.ts';
import {
  asPrice,
  chanceAbove,
  LEAST_WINDOWS,
  MOST_WINDOWS,
  normalCdf,
  priceAt,
  recordOf,
  type Scored,
  VOLATILITY_SECONDS,
  volatilityAt,
  volatilityOf,
} from './up-down-model.ts';

const usd = (dollars: number): PicoUsd => picoUsd(BigInt(Math.round(dollars * 1e6)) * 1_000_000n);

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [1, 0.8413447460685429],
    [1.959963984540054, 0.975],
    [3, 0.9986501019683699],
    [-1, 0.15865525393145707],
    [-5, 2.866515718791939e-7],
    [9, 1],
    [-9, 0],
  ])('below %d is %d', (x, chance) => {
    expect(normalCdf(x)).toBeCloseTo(chance, 12);
  });
});

describe('volatility', () => {
  it('is the root of the mean square of moves, by the root of a second', () => {
    const factor = Math.exp(0.001);
    const prices = Array.from({ length: 31 }, (_, k) => usd(k % 2 === 0 ? 60_000 : 60_000 * factor));
    expect(volatilityOf(prices, 60)).toBeCloseTo(0.001 / Math.sqrt(60), 9);
  });

  it('is unknown from too few moves, and counts none over a gap', () => {
    const still = (length: number) => Array.from({ length }, () => usd(60_000));
    expect(volatilityOf(still(20), 60)).toBeUndefined();
    expect(volatilityOf(still(21), 60)).toBe(0);
    expect(volatilityOf([...still(11), null, ...still(11)], 60)).toBe(0);
    expect(volatilityOf([...still(11), null, ...still(10)], 60)).toBeUndefined();
  });

  it('at an instant is that of the time before it alone', () => {
    const before = Array.from({ length: 40 }, (_, k) => usd(60_000 + (k % 3)));
    const history = (after: number): AssetHistory => {
      const close = [...before, usd(after), usd(after)];
      return { from: 0, step: 60, toldAt: 2_520, since: 0, open: close, close };
    };
    expect(volatilityAt(history(1), 2_400)).toBe(volatilityAt(history(90_000), 2_400));
    expect(volatilityAt(history(1), 2_460)).not.toBe(volatilityAt(history(90_000), 2_460));
    expect(volatilityAt(history(1), VOLATILITY_SECONDS - 60)).toBeUndefined();
  });
});

describe('the chance of finishing above', () => {
  const volatility = 5e-5;

  it.each([
    // One deviation of 300 seconds is 0.000866 of the price.
    [60_000, 60_000, 300, 0.5],
    [60_052, 60_000, 300, 0.8415],
    [59_948, 60_000, 300, 0.1584],
    [60_000, 60_000, 0, 0.5],
    [60_001, 60_000, 0, 1],
    [59_999, 60_000, 0, 0],
  ])('of %d against %d with %d s left', (price, strike, left, chance) => {
    expect(chanceAbove(usd(price), usd(strike), volatility, left)).toBeCloseTo(chance, 3);
  });

  it('is none of what has no price', () => {
    expect(chanceAbove(usd(0), usd(1), volatility, 10)).toBeUndefined();
    expect(chanceAbove(usd(1), usd(0), volatility, 10)).toBeUndefined();
  });

  const price = fc.integer({ min: 1, max: 10 ** 12 }).map((micros) => picoUsd(BigInt(micros) * 1_000_000n));
  const left = fc.integer({ min: 0, max: 86_400 });
  const pace = fc.double({ min: 0, max: 0.01, noNaN: true });
  const known = (chance: number | undefined): number => {
    if (chance === undefined) throw new Error('no chance');
    return chance;
  };

  it('lies between nothing and certainty, is one half at the strike, and grows with the price', () => {
    fc.assert(
      fc.property(price, price, price, pace, left, (strike, one, other, volatility, seconds) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const [below, above] = [low, high].map((at) => known(chanceAbove(at, strike, volatility, seconds)));
        if (below === undefined || above === undefined) return;
        expect(below).toBeGreaterThanOrEqual(0);
        expect(above).toBeLessThanOrEqual(1);
        expect(asPrice(below)).toBeLessThanOrEqual(asPrice(above));
        expect(chanceAbove(strike, strike, volatility, seconds)).toBe(0.5);
        expect(below >= 0.5).toBe(low >= strike || below === 0.5);
      }),
    );
  });

  it('is nearer to one half the more time is left', () => {
    fc.assert(
      fc.property(price, price, left, left, (at, strike, one, other) => {
        const off = (seconds: number) => Math.abs(known(chanceAbove(at, strike, volatility, seconds)) - 0.5);
        expect(off(Math.max(one, other))).toBeLessThanOrEqual(off(Math.min(one, other)) + 1e-12);
      }),
    );
  });
});

describe('a price of the past', () => {
  const history: AssetHistory = {
    from: 600,
    step: 60,
    toldAt: 800,
    since: 0,
    open: [usd(1), null, null, usd(7)],
    close: [usd(2), null, usd(6), usd(8)],
  };
  it('is the first of its step, else the last before it, else unknown', () => {
    expect(priceAt(history, 600)).toBe(usd(1));
    expect(priceAt(history, 660)).toBe(usd(2));
    expect(priceAt(history, 720)).toBeNull();
    expect(priceAt(history, 780)).toBe(usd(7));
    expect(priceAt(history, 750)).toBe(usd(6));
    expect(priceAt(history, 540)).toBeNull();
    expect(priceAt(history, 6_000)).toBeNull();
  });
});

describe('a record', () => {
  const sure: Scored = { model: 1, market: 0.5, up: true };
  it('is the mean square of what was missed', () => {
    const wrong: Scored = { model: 1, market: 0.5, up: false };
    const all = Array.from({ length: LEAST_WINDOWS }, (_, k) => (k % 3 === 0 ? wrong : sure));
    expect(recordOf(all)).toEqual({ windows: LEAST_WINDOWS, model: 1 / 3, market: 0.25 });
  });
  it('tells nothing of too few windows, and of no more than the last', () => {
    expect(recordOf(Array.from({ length: LEAST_WINDOWS - 1 }, () => sure))).toBeUndefined();
    const many = Array.from({ length: MOST_WINDOWS + 50 }, (_, k) =>
      k < MOST_WINDOWS ? sure : { ...sure, up: false },
    );
    expect(recordOf(many)).toEqual({ windows: MOST_WINDOWS, model: 0, market: 0.25 });
  });
});

const FEED = resolve('../shared/data/prices/btc-usd-1s.csv.gz');
const present = existsSync(FEED);
if (!present) console.warn(`The model is not scored on recorded prices: ${FEED} is missing.`);

describe.skipIf(!present)('the model on a recorded day of Bitcoin', () => {
  const DAY = 86_400;
  const ROUND = 900;
  const LEFT = 300;

  /** The last tick at or before each second of the day; null before the first. */
  function pricesOfTheDay(): (PicoUsd | null)[] {
    const [head = '', ...lines] = gunzipSync(readFileSync(FEED)).toString('utf8').trim().split('\n');
    const columns = head.split(',');
    const [ms, value] = [columns.indexOf('feed_ts_ms'), columns.indexOf('value')];
    const ticks: (PicoUsd | null)[] = Array.from({ length: DAY + 1 }, () => null);
    for (const line of lines) {
      const cells = line.split(',');
      ticks[Math.floor(Number(cells[ms]) / 1_000) % DAY] = usd(Number(cells[value]));
    }
    let last: PicoUsd | null = null;
    return ticks.map((tick) => {
      last = tick ?? last;
      return last;
    });
  }

  it('has a Brier score of at most 0.125 with five minutes left', () => {
    const prices = pricesOfTheDay();
    const at = (second: number): PicoUsd | null => prices[second] ?? null;
    const minutes = Array.from({ length: DAY / 60 }, (_, k) => k * 60);
    const history: AssetHistory = {
      from: 0,
      step: 60,
      toldAt: DAY,
      since: 0,
      open: minutes.map(at),
      close: minutes.map((minute) => at(minute + 59)),
    };
    const scored: Scored[] = [];
    for (let begin = 0; begin + ROUND < DAY; begin += ROUND) {
      const instant = begin + ROUND - LEFT;
      const [strike, now, end] = [priceAt(history, begin), priceAt(history, instant), at(begin + ROUND)];
      const volatility = volatilityAt(history, instant);
      if (strike === null || now === null || end === null || volatility === undefined) continue;
      const model = chanceAbove(now, strike, volatility, LEFT);
      if (model !== undefined) scored.push({ model, market: 0.5, up: end >= strike });
    }
    expect(scored.length).toBeGreaterThan(90);
    const record = recordOf(scored);
    expect(record?.market).toBe(0.25);
    expect(record?.model).toBeLessThanOrEqual(0.125);
  });
});
