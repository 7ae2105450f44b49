import { expect, it } from 'vitest';
import { oneByOne, slices } from './one-by-one.ts';

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
