import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsWithin, topsOf, totalOf } from './row-window.ts';

test('rows stand below each other with a gap between them, none after the last', () => {
  const tops = topsOf(3, 10, (row) => [100, 50, 70][row] ?? 0);
  expect(tops).toEqual([0, 110, 170, 250]);
  expect(totalOf(tops, 10)).toBe(240);
  expect(
    totalOf(
      topsOf(0, 10, () => 1),
      10,
    ),
  ).toBe(0);
});

test('the rows that touch a stretch are found, whatever its place', () => {
  const tops = topsOf(3, 10, () => 100);
  expect(rowsWithin(tops, 0, 90)).toEqual([0, 0]);
  expect(rowsWithin(tops, 0, 110)).toEqual([0, 1]);
  expect(rowsWithin(tops, -500, -1)).toEqual([0, 0]);
  expect(rowsWithin(tops, 5_000, 6_000)).toEqual([2, 2]);
  expect(rowsWithin([0], 0, 100)).toBeUndefined();
});

test('every visible pixel of the list belongs to a row that is drawn', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(heights, fc.nat(20), fc.nat(12_000), fc.nat(1_200), (sizes, gap, from, height) => {
      const tops = topsOf(sizes.length, gap, (row) => sizes[row] ?? 0);
      const [first, last] = rowsWithin(tops, from, from + height) ?? [0, -1];
      const touching = sizes.flatMap((size, row) => {
        const top = tops[row] ?? 0;
        return top <= from + height && top + size > from ? [row] : [];
      });
      for (const row of touching) {
        expect(row).toBeGreaterThanOrEqual(first);
        expect(row).toBeLessThanOrEqual(last);
      }
    }),
  );
});
