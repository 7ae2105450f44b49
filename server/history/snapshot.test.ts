import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { inTurns } from '../common/one-by-one.ts';
import { decodeSnapshot, encodeSnapshot, type Standing } from './snapshot.ts';

const bySeries = (a: Standing, b: Standing): number => a.series - b.series;

it('reads as it was written, by the numbers of its series', async () => {
  const standing = fc.record({
    series: fc.nat(2_000_000_000),
    age: fc.nat(60),
    price: fc.nat(Number.MAX_SAFE_INTEGER),
  });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(standing, { selector: ({ series }) => series }), async (standings) => {
      const body = await inTurns(encodeSnapshot(standings));
      expect([...decodeSnapshot(body)]).toEqual([...standings].sort(bySeries));
    }),
    { numRuns: 50 },
  );
});

it('is written in steps, others in between: at least one for each market', () => {
  const steps = encodeSnapshot(
    Array.from({ length: 5_000 }, (_, at) => ({ series: 5_000 - at, age: 0, price: at })),
  );
  let taken = 0;
  while (!steps.next().done) taken += 1;
  expect(taken).toBeGreaterThan(5_000);
});
