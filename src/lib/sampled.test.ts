import { expect, it } from 'vitest';
import { sampled } from './sampled.ts';

it('picks so many evenly, first and last included', () => {
  const series = Array.from({ length: 100 }, (_, at) => at);
  const some = sampled(series, 12);
  expect(some).toHaveLength(12);
  expect([some[0], some[11]]).toEqual([0, 99]);
});

it('takes all there are where they are no more than that', () => {
  expect(sampled([1, 2, 3], 3)).toEqual([1, 2, 3]);
  expect(sampled([], 3)).toEqual([]);
});
