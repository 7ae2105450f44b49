import { expect, it } from 'vitest';
import { lengthWithin, MAX_PAGE, pageRange, paginationOf } from './page.ts';

it('a page is as long as it is asked for, and no longer than any may be', () => {
  expect(pageRange({})).toEqual({ start: 0, end: 20 });
  expect(pageRange({ start: 40, limit: 5 })).toEqual({ start: 40, end: 45 });
  expect(pageRange({ start: 40, end: 50, limit: 5 })).toEqual({ start: 40, end: 50 });
  expect(pageRange({ start: 40, end: 40 })).toEqual({ start: 40, end: 40 });
  expect(pageRange({ start: 40, end: 39 })).toBeUndefined();
  expect(pageRange({ start: 40, end: 999_999_999 })).toEqual({ start: 40, end: 40 + MAX_PAGE });
});

it('says where a page ends, and whether there is more behind it', () => {
  const page = (start: number, end: number) => paginationOf({ start, end }, 30);
  expect(page(0, 20)).toEqual({ start: 0, end: 20, total: 30, hasNext: true });
  expect(page(20, 40)).toEqual({ start: 20, end: 30, total: 30, hasNext: false });
  expect(page(10, 30)).toEqual({ start: 10, end: 30, total: 30, hasNext: false });
  // Behind the end there is nothing, and no page ends before it begins.
  expect(page(40, 60)).toEqual({ start: 40, end: 40, total: 30, hasNext: false });
});

it('counts what of a page lies within the first of a list', () => {
  expect([20, 25, 30, 40].map((most) => lengthWithin({ start: 25, end: 35 }, most))).toEqual([0, 0, 5, 10]);
});
