import { describe, expect, test } from 'vitest';
import { isNarrowed, parseEventsSearch, toFilters, withoutFilters } from './search-params.ts';

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
