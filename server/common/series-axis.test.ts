import { MAX_CELLS, MAX_STEPS, STEPS } from '@contract/history.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceError } from './errors.ts';
import { axisOf } from './series-axis.ts';

const NOW = 1_800_000_123;
const FACTS = { now: NOW, since: null, series: 1, columns: 1 };

describe('the axis of a series', () => {
  it('begins at a multiple of its step, covers what was asked for and stays within the bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: NOW - 400 * 86_400, max: NOW - 1 }),
        fc.integer({ min: 1, max: 400 * 86_400 }),
        fc.integer({ min: 2, max: 1_000 }),
        (from, length, points) => {
          const axis = axisOf({ from, to: from + length, points }, FACTS);
          expect(axis.from % axis.step).toBe(0);
          expect(axis.from).toBeLessThanOrEqual(from);
          expect(axis.from + axis.step).toBeGreaterThan(from);
          expect(axis.to).toBe(Math.min(from + length, NOW));
          expect(axis.from + axis.count * axis.step).toBeGreaterThanOrEqual(axis.to);
          expect(axis.from + (axis.count - 1) * axis.step).toBeLessThan(axis.to);
          if (axis.step < (STEPS.at(-1) ?? 0)) expect(axis.count).toBeLessThanOrEqual(points);
        },
      ),
    );
  });

  it('begins where the history does unless told', () => {
    expect(axisOf({ step: 60 }, { ...FACTS, since: NOW - 6_000 }).from).toBe(
      Math.floor((NOW - 6_000) / 60) * 60,
    );
    expect(axisOf({ step: 3_600 }, FACTS).count).toBe(25);
  });

  it('has no step finer than what is kept', () => {
    const finest = () => 60;
    expect(axisOf({ from: NOW - 600, step: 5 }, { ...FACTS, finest }).step).toBe(60);
    expect(axisOf({ from: NOW - 600, points: 500 }, { ...FACTS, finest }).step).toBe(60);
  });

  it.each([
    ['points', { step: 60, points: 10 }, {}],
    ['from', { from: NOW + 1 }, {}],
    ['from', { from: 500, to: 400 }, {}],
    ['step', { from: NOW - 60 * (MAX_STEPS + 1), step: 60 }, {}],
    ['points', { from: NOW - 86_400, points: 1_000 }, { series: 50, columns: Math.ceil(MAX_CELLS / 25_000) }],
  ])('is refused by the name of %s', (param, query, facts) => {
    expect(() => axisOf(query, { ...FACTS, ...facts })).toThrow(
      expect.objectContaining({ kind: 'invalid', param }) as ServiceError,
    );
  });
});
