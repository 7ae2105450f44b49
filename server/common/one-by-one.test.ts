import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { inTurns, oneByOne, slices, sorting } from './one-by-one.ts';

it('makes each in its order, and lets others go on before the next', async () => {
  const seen: string[] = [];
  const made = oneByOne(['a', 'b', 'c'], (one) => {
    seen.push(one);
    setImmediate(() => seen.push('other'));
    return one.toUpperCase();
  });
  expect(await made).toEqual(['A', 'B', 'C']);
  expect(seen).toEqual(['a', 'other', 'b', 'other', 'c']);
});

it('makes nothing of nothing, and fails as what it does fails', async () => {
  expect(await oneByOne([], () => 1)).toEqual([]);
  const failing = oneByOne([1, 2], (one) => {
    if (one === 2) throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
});

it('cuts many into as many as fit and a rest, and reaches none before its slice', () => {
  let reached = 0;
  function* counting(count: number) {
    while (reached < count) {
      reached += 1;
      yield reached;
    }
  }
  expect([...slices(counting(5), 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...slices([1, 2], 2)]).toEqual([[1, 2]]);
  expect([...slices([], 2)]).toEqual([]);
  reached = 0;
  slices(counting(9), 3).next();
  expect(reached).toBe(3);
});

it('puts in order as a list does, equals as they came', async () => {
  const keys = fc.array(fc.nat({ max: 50 }), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(keys, fc.integer({ min: 1, max: 30 }), async (some, times) => {
      const all = Array.from({ length: times }, () => some)
        .flat()
        .map((key, at) => ({ key, at }));
      const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
      expect(await inTurns(sorting(all, byKey))).toEqual([...all].sort(byKey));
    }),
    { numRuns: 50 },
  );
});

it('puts in order in steps, of which none looks at more than some', () => {
  const all = Array.from({ length: 20_000 }, (_, at) => ({ key: (at * 7_919) % 20_011 }));
  let compared = 0;
  let most = 0;
  const steps = sorting(all, (a, b) => {
    compared += 1;
    return a.key - b.key;
  });
  for (let before = 0; !steps.next().done; before = compared) most = Math.max(most, compared - before);
  expect(most).toBeLessThan(20_000);
  expect(compared).toBeGreaterThan(100_000);
});
