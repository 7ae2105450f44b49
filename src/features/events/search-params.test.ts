import { describe, expect, test } from 'vitest';
import {
  isNarrowed,
  pageSizeOf,
  parseEventsSearch,
  rankingOf,
  toFilters,
  withoutFilters,
} from './search-params.ts';

describe('the address', () => {
  test.each([
    [{}, {}],
    [
      { category: 'sports', tab: 'live', view: 'list' },
      { category: 'sports', tab: 'live', view: 'list' },
    ],
    [{ category: 'weather', tab: 7, sort: 'price', view: null }, {}],
    [
      { q: '  fed  ', sub: 2027, tag: '' },
      { q: 'fed', sub: '2027' },
    ],
    [{ q: { bad: true }, other: 'x' }, {}],
    [{ q: '\0fed\nrate\u0085' }, { q: 'fed rate' }],
    [{ q: `${'a'.repeat(199)}\u{1f4a5}` }, { q: 'a'.repeat(199) }],
  ])('%j reads as %j', (raw, search) => {
    expect(parseEventsSearch(raw)).toEqual(search);
  });

  test('becomes a query of the list', () => {
    expect(toFilters({})).toMatchObject({ filter: 'trending', category: undefined });
    expect(toFilters({ tab: 'all', sort: 'beginAt', tag: 'x' })).toMatchObject({
      filter: undefined,
      sortBy: 'beginAt',
      sortDirection: 'asc',
      tags: 'x',
    });
  });

  test('loses its filters and nothing else', () => {
    const search = { category: 'tech', sub: 'ai', tag: 'x', tab: 'new', view: 'list' } as const;
    expect(isNarrowed(search)).toBe(true);
    expect(withoutFilters(search)).toEqual({ tab: 'new', view: 'list' });
    expect(isNarrowed(withoutFilters(search))).toBe(false);
  });
});

test('an order that the desk makes is kept by the address, and never asked of the service', () => {
  const search = parseEventsSearch({ tab: 'all', sort: 'move-7d' });
  expect(search.sort).toBe('move-7d');
  expect(rankingOf(search)).toBe('move-7d');
  expect(toFilters(search)).toMatchObject({ sortBy: undefined, sortDirection: undefined });
  expect(pageSizeOf(search)).toBe(100);
  // A column of the table comes before it, in the table.
  expect(rankingOf({ ...search, view: 'list', by: '-spread' })).toBeUndefined();
  expect(rankingOf({ ...search, by: '-spread' })).toBe('move-7d');
  expect(rankingOf({ sort: 'volume' })).toBeUndefined();
  expect(pageSizeOf({ sort: 'volume' })).toBe(24);
});
