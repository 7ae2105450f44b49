// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useEveryPage } from './account.queries.ts';
import { renewEvery } from './history.queries.ts';

const pagesOf = (count: number, length: number) =>
  Array.from({ length: count }, () => ({ data: Array.from({ length }, () => ({})) }));

function asks(pages: ReturnType<typeof pagesOf>): boolean {
  const fetchNextPage = vi.fn();
  const rest = { hasNextPage: true, isFetching: false, isFetchNextPageError: false, fetchNextPage };
  renderHook(() => useEveryPage({ data: { pages }, ...rest }));
  return fetchNextPage.mock.calls.length > 0;
}

describe('the whole history', () => {
  it('is read up to two thousand entries, in long pages as in short ones', () => {
    expect(asks(pagesOf(19, 100))).toBe(true);
    expect(asks(pagesOf(20, 100))).toBe(false);
    expect(asks(pagesOf(54, 37))).toBe(true);
    expect(asks(pagesOf(55, 37))).toBe(false);
  });

  it('is renewed as often in short pages as in long ones', () => {
    const every = (count: number, length: number) =>
      renewEvery(15_000, { pages: pagesOf(count, length) as never });
    expect([every(1, 0), every(1, 100), every(5, 20)]).toEqual([15_000, 15_000, 15_000]);
    expect([every(3, 100), every(15, 20)]).toEqual([45_000, 45_000]);
  });

  it('is given up where a service goes on with pages that hold nothing', () => {
    expect(asks(pagesOf(99, 0))).toBe(true);
    expect(asks(pagesOf(100, 0))).toBe(false);
  });
});
