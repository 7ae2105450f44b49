import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeTicks, valueTicks } from './account-chart.tsx';

describe('axes of the account', () => {
  it('enclose what is drawn by a few round marks', () => {
    expect(valueTicks(-202.69, 0)).toEqual([-300, -200, -100, 0]);
    expect(valueTicks(0, 0)).toHaveLength(2);
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 0 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (low, high) => {
          const ticks = valueTicks(low, high);
          expect(ticks.length).toBeLessThanOrEqual(6);
          expect((ticks[0] ?? 0) <= low && (ticks.at(-1) ?? 0) >= high).toBe(true);
        },
      ),
    );
  });

  it('mark days at their beginning, each once, and short spans by the clock', () => {
    const week = timeTicks(1_790_000_000, 1_790_000_000 + 7 * 86_400);
    expect(week.length).toBeGreaterThan(5);
    expect(new Set(week.map((at) => new Date(at * 1_000).toDateString())).size).toBe(week.length);
    expect(week.every((at) => new Date(at * 1_000).getHours() === 0)).toBe(true);
    expect(timeTicks(1_790_000_000, 1_790_000_000 + 365 * 86_400).length).toBeLessThanOrEqual(8);
    expect(timeTicks(0, 3_600)).toEqual([600, 1_200, 1_800, 2_400, 3_000]);
    expect(timeTicks(100, 101), 'an account of a second').toEqual([101]);
    expect(timeTicks(100, 103), 'none twice').toEqual([101, 102, 103]);
  });
});
