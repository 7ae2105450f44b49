import { microUsd } from '@contract/money.ts';
import { describe, expect, it } from 'vitest';
import { dayMoveOf } from './day-move.ts';
import type { PriceSteps } from './price-steps.ts';

const steps = (...cents: (number | null)[]): PriceSteps => ({
  from: 0,
  step: 60,
  steps: cents.map((value) => {
    if (value === null) return null;
    const price = microUsd(BigInt(value) * 10_000n);
    return { open: price, high: price, low: price, close: price, volume: null };
  }),
});

describe('the move of a day', () => {
  it('is a line with its gaps, and the points it went', () => {
    const move = dayMoveOf(steps(40, 50, null, 60, 50), 'yes');
    expect(move?.change).toBe(100_000n);
    expect(move?.runs).toEqual([
      [
        { x: 0, y: 1 },
        { x: 0.25, y: 0.5 },
      ],
      [
        { x: 0.75, y: 0 },
        { x: 1, y: 0.5 },
      ],
    ]);
  });

  it('is the other way round for No', () => {
    const move = dayMoveOf(steps(40, 60), 'no');
    expect(move?.change).toBe(-200_000n);
    expect(move?.runs[0]?.map(({ y }) => y)).toEqual([0, 1]);
  });

  it('is quiet where the price was', () => {
    expect(dayMoveOf(steps(50, 50), 'yes')?.runs[0]?.map(({ y }) => y)).toEqual([0.5, 0.5]);
  });

  it('says from when until when, where that is not the whole day', () => {
    expect(dayMoveOf(steps(40, 50), 'yes')).toMatchObject({ since: null, until: null });
    expect(dayMoveOf(steps(null, null, 40, 50, null, null), 'yes')).toMatchObject({ since: 120, until: 240 });
  });

  it('is unknown of a price known once', () => {
    expect(dayMoveOf(steps(null, 50, null), 'yes')).toBeUndefined();
    expect(dayMoveOf(steps(), 'yes')).toBeUndefined();
  });
});
