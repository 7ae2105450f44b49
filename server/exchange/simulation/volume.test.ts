import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tradingTime } from './volume.ts';

const FOUR_HOURS = 14_400;
const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const times = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 });

it('never runs backwards, and goes with the clock every four hours', () => {
  fc.assert(
    fc.property(seeds, times, fc.integer({ min: 1, max: 100_000 }), (seed, t, later) => {
      const busy = tradingTime(seed);
      expect(busy(t + later)).toBeGreaterThan(busy(t));
      const even = t - (t % FOUR_HOURS);
      expect(busy(even)).toBeCloseTo(even, 3);
    }),
  );
});

it('passes in bursts: of an hour some minutes trade many times what others do', () => {
  fc.assert(
    fc.property(seeds, times, (seed, t) => {
      const busy = tradingTime(seed);
      const minutes = Array.from({ length: 60 }, (_, k) => busy(t + (k + 1) * 60) - busy(t + k * 60));
      expect(Math.max(...minutes)).toBeGreaterThan(4 * Math.min(...minutes));
    }),
  );
});
