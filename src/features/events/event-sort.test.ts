// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import type { EventList, ListedEvent } from './event-list.ts';
import { serviceSort, type TableSort, useSortedList } from './event-sort.ts';
import { parseEventsSearch, toFilters } from './search-params.ts';
import { listed, sampleList } from './testing.tsx';

const item = (eventId: string, cents: number): ListedEvent =>
  listed(
    eventOf(
      [
        {
          marketId: `${eventId}-m`,
          pricing: {
            buyYesPriceUsd: cents * 10_000,
            sellYesPriceUsd: (cents - 2) * 10_000,
            buyNoPriceUsd: (101 - cents) * 10_000,
            sellNoPriceUsd: (99 - cents) * 10_000,
            volume: 1,
          },
        },
      ],
      eventId,
    ),
  );

const listOf = (...items: ListedEvent[]): EventList => sampleList({ items });
const NONE = new Map<string, bigint>();
const idsOf = (list: EventList) => list.items.map(({ event }) => event.eventId);

it('sorts what is loaded by a column, and holds still while prices move', () => {
  const first = listOf(item('low', 20), item('high', 80), item('mid', 50));
  const { result, rerender } = renderHook(
    ({ list, sort, held }: { list: EventList; sort: TableSort | undefined; held: Map<string, bigint> }) =>
      useSortedList(list, sort, held),
    { initialProps: { list: first, sort: 'buy' as TableSort | undefined, held: NONE } },
  );
  const before = idsOf(result.current);
  // By the likelier side of each: 51, 80 and 81 cents.
  expect(before).toEqual(['mid', 'high', 'low']);
  rerender({ list: listOf(item('low', 90), item('high', 10), item('mid', 50)), sort: 'buy', held: NONE });
  expect(idsOf(result.current)).toEqual(before);
  rerender({ list: first, sort: undefined, held: NONE });
  expect(idsOf(result.current)).toEqual(['low', 'high', 'mid']);
  // What is held comes first, and the rest stays as it was.
  rerender({ list: first, sort: '-mine', held: new Map([['mid', 5n]]) });
  expect(idsOf(result.current)).toEqual(['mid', 'low', 'high']);
});

it('leaves the volumes to the service, which knows all events, and keeps the sort in the address', () => {
  expect(serviceSort('-volume')).toEqual({ by: 'volume', falls: true });
  expect(serviceSort('spread')).toBeUndefined();
  const search = parseEventsSearch({ view: 'list', by: 'volume24hr' });
  expect(toFilters(search)).toMatchObject({ sortBy: 'volume24hr', sortDirection: 'asc' });
  // Cards have no columns.
  expect(toFilters({ ...search, view: undefined }).sortBy).toBeUndefined();
  expect(parseEventsSearch({ by: 'colour' })).toEqual({});
});
