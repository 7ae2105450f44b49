import { microUsd, ONE_USD } from '@contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricePoint } from './price-series.ts';
import {
  knownWithin,
  type PriceSteps,
  reachedAt,
  stepFor,
  stepsOf,
  stepsOnSide,
  summariseSteps,
  withLive,
} from './price-steps.ts';

const cents = (value: number) => microUsd(BigInt(value) * 10_000n);
const seen = (time: number, price: number): PricePoint => ({ time, price: cents(price), source: 'observed' });
const AXIS = { from: 1_000, step: 60, count: 3 };
const closes = ({ steps }: PriceSteps) => steps.map((one) => one && Number(one.close) / 10_000);

describe('the columns of an answer', () => {
  it('are steps, of which those without a price are gaps', () => {
    const all = stepsOf(AXIS, {
      open: [cents(50), null, cents(53)],
      high: [cents(55), null, cents(53)],
      low: [cents(49), null, cents(52)],
      close: [cents(51), null, cents(52)],
      volume: [4, null, 0],
    });
    expect(all.steps[1]).toBeNull();
    expect(all.steps[0]).toEqual({
      open: cents(50),
      high: cents(55),
      low: cents(49),
      close: cents(51),
      volume: 4,
    });
    expect(summariseSteps(all)).toMatchObject({ begin: 1_000, end: 1_120, change: cents(2), low: cents(49) });
  });

  it('tell no change where one price alone is known', () => {
    const once = stepsOf(AXIS, { bid: [null, cents(50)], ask: [null, cents(52)] });
    expect(summariseSteps(once)).toMatchObject({ first: cents(51), last: cents(51), change: null });
    const moved = stepsOf({ ...AXIS, count: 1 }, { open: [cents(50)], low: [cents(50)], close: [cents(53)] });
    expect(summariseSteps(moved)?.change).toBe(cents(3));
  });

  it('say from when and until when a price is known, unless that is all of the time but half a step', () => {
    const known = (...prices: (number | null)[]) =>
      knownWithin(
        stepsOf(
          { ...AXIS, count: prices.length },
          { close: prices.map((price) => (price === null ? null : cents(price))) },
        ),
      );
    expect(known(null, 5, null, 5, null)).toEqual({ since: null, until: null });
    expect(known(null, null, 5, null, null)).toEqual({ since: 1_120, until: 1_180 });
    expect(known(null)).toBeUndefined();
  });

  it('take the one price that is quoted where there is no middle', () => {
    const all = stepsOf(AXIS, { bid: [cents(4), null, null], ask: [cents(6), cents(1), null] });
    expect(closes(all)).toEqual([5, 1, null]);
  });
});

it('is one side or the other: what is highest of Yes is lowest of No', () => {
  const price = fc.integer({ min: 1, max: 99 }).map(cents);
  fc.assert(
    fc.property(price, price, price, (a, b, c) => {
      const sorted = [a, b, c].sort((x, y) => Number(x - y));
      const [low = a, middle = a, high = a] = sorted;
      const all = { from: 0, step: 1, steps: [{ open: middle, high, low, close: middle, volume: 1 }] };
      const no = stepsOnSide(all, 'no').steps[0];
      expect(no).toMatchObject({ high: ONE_USD - low, low: ONE_USD - high, close: ONE_USD - middle });
      expect(stepsOnSide(stepsOnSide(all, 'no'), 'no')).toEqual(all);
    }),
  );
});

describe('what was seen since the history was told', () => {
  const all = stepsOf(AXIS, { close: [cents(50), null, cents(52)] });

  it('goes on its end, held until the next price, and leaves the past and its gaps as they are', () => {
    const live = withLive(all, [seen(1_010, 90), seen(1_150, 60), seen(1_270, 58)], 1_130, 1_310);
    expect(closes(live)).toEqual([50, null, 60, 60, 58, 58]);
    expect(live.steps[2]).toMatchObject({ open: cents(52), high: cents(60), low: cents(52) });
  });

  it('is nothing where no price held', () => {
    const over = stepsOf(AXIS, { close: [cents(50), cents(50), null] });
    expect(closes(withLive(over, [seen(1_010, 50)], 1_130, 1_250))).toEqual([50, 50, null, null, null]);
  });

  it('has its end where the history knows nothing of late, and no line that leads there', () => {
    const gap = stepsOf(AXIS, { close: [cents(50), null, null] });
    expect(closes(withLive(gap, [], 1_130, 1_250, cents(59)))).toEqual([50, null, null, null, 59]);
  });

  it('ends with the price that stands beside it, also where the history told another one just before', () => {
    const live = withLive(all, [], 1_130, 1_130, cents(59));
    expect(closes(live)).toEqual([50, null, 59]);
    expect(live.steps[2]).toMatchObject({ open: cents(52), high: cents(59), low: cents(52) });
  });

  it('ends where nothing is known any more', () => {
    expect(closes(withLive(all, [], 1_130, 1_130))).toEqual([50, null, 52]);
    expect(closes(withLive(all, [seen(1_200, 70)], 1_130, 1_185))).toEqual([50, null, 52, 52]);
  });
});

it.each([
  [5, 1],
  [58, 1],
  [59, 5],
  [3_600, 120],
  [86_400, 1_800],
  [1e9, 2_419_200],
])('a life of %d s is told in steps of %d s', (seconds, step) => {
  expect(stepFor(seconds, 60)).toBe(step);
});

it('tells when a level was first reached, and only after an instant', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 1, max: 99 })), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 900, max: 3_000 }),
      (prices, level, after) => {
        const column = prices.map((price) => (price === null ? null : cents(price)));
        const all = stepsOf({ ...AXIS, count: prices.length }, { close: column });
        const first = prices.findIndex(
          (price, k) => price !== null && price >= level && AXIS.from + k * AXIS.step >= after,
        );
        const at = reachedAt(all, 'rise', cents(level), after);
        expect(at).toBe(first === -1 ? undefined : AXIS.from + first * AXIS.step);
        const mirrored = stepsOnSide(all, 'no');
        expect(reachedAt(mirrored, 'fall', cents(100 - level), after)).toBe(at);
      },
    ),
  );
});
