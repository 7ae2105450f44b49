// @vitest-environment happy-dom
import type { EventWire } from '@contract/prediction/event.ts';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import type { EventList, ListedEvent } from './event-list.ts';
import { type SortData, useSortedList } from './event-sort.ts';
import { parseEventsSearch, toFilters } from './search-params.ts';
import { serviceSort, type TableSort } from './sort-columns.ts';
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
const NONE: SortData = { held: new Map(), changes: new Map(), liquidity: new Map(), booksLeft: 0 };
const idsOf = (list: EventList) => list.items.map(({ event }) => event.eventId);

it('sorts what is loaded by a column, and holds still while prices move', () => {
  const first = listOf(item('low', 20), item('high', 80), item('mid', 50));
  const { result, rerender } = renderHook(
    ({ list, sort, data }: { list: EventList; sort: TableSort | undefined; data: SortData }) =>
      useSortedList(list, sort, data),
    { initialProps: { list: first, sort: 'buy' as TableSort | undefined, data: NONE } },
  );
  const before = idsOf(result.current);
  // By the likelier side of each: 51, 80 and 81 cents.
  expect(before).toEqual(['mid', 'high', 'low']);
  rerender({ list: listOf(item('low', 90), item('high', 10), item('mid', 50)), sort: 'buy', data: NONE });
  expect(idsOf(result.current)).toEqual(before);
  rerender({ list: first, sort: undefined, data: NONE });
  expect(idsOf(result.current)).toEqual(['low', 'high', 'mid']);
  // What is held comes first, and the rest stays as it was.
  rerender({ list: first, sort: '-mine', data: { ...NONE, held: new Map([['mid', 5n]]) } });
  expect(idsOf(result.current)).toEqual(['mid', 'low', 'high']);
});

it('sorts by the change of a day, what has none last either way, and again as changes come to be known', () => {
  const list = listOf(item('fell', 20), item('unknown', 40), item('rose', 80), item('late', 50));
  const { result, rerender } = renderHook(
    ({ sort, data }: { sort: TableSort; data: SortData }) => useSortedList(list, sort, data),
    { initialProps: { sort: '-day' as TableSort, data: NONE } },
  );
  expect(idsOf(result.current)).toEqual(['fell', 'unknown', 'rose', 'late']);
  const some = new Map([
    ['fell', -5n],
    ['rose', 3n],
  ]);
  rerender({ sort: '-day', data: { ...NONE, changes: some } });
  expect(idsOf(result.current)).toEqual(['rose', 'fell', 'unknown', 'late']);
  rerender({ sort: 'day', data: { ...NONE, changes: some } });
  expect(idsOf(result.current)).toEqual(['fell', 'rose', 'unknown', 'late']);
  rerender({ sort: '-day', data: { ...NONE, changes: new Map([...some, ['late', 9n]]) } });
  expect(idsOf(result.current)).toEqual(['late', 'rose', 'fell', 'unknown']);
});

it('sorts by what rests near the mid as far as books are read, holds still while more are, and sorts again at the end', () => {
  const list = listOf(item('thin', 20), item('bookless', 40), item('deep', 80), item('last', 50));
  const { result, rerender } = renderHook(
    ({ sort, data }: { sort: TableSort; data: SortData }) => useSortedList(list, sort, data),
    { initialProps: { sort: '-liquidity' as TableSort, data: { ...NONE, booksLeft: 3 } } },
  );
  const before = ['thin', 'bookless', 'deep', 'last'];
  expect(idsOf(result.current)).toEqual(before);
  const some = new Map([
    ['thin', 5n],
    ['deep', 700n],
  ]);
  rerender({ sort: '-liquidity', data: { ...NONE, liquidity: some, booksLeft: 1 } });
  expect(idsOf(result.current)).toEqual(before);
  const all = new Map([...some, ['last', 90n]]);
  rerender({ sort: '-liquidity', data: { ...NONE, liquidity: all } });
  expect(idsOf(result.current)).toEqual(['deep', 'last', 'thin', 'bookless']);
  rerender({ sort: 'liquidity', data: { ...NONE, liquidity: all } });
  expect(idsOf(result.current)).toEqual(['thin', 'last', 'deep', 'bookless']);
});

it('sorts by state: what is played, what trades, what is to begin, what waits for its result, what has it', () => {
  const soon = Math.floor(Date.now() / 1_000) + 3_600;
  const at = (eventId: string, closeTime: number, more: Partial<EventWire> = {}, market = {}) =>
    listed(eventOf([{ marketId: `${eventId}-m`, closeTime, ...market }], eventId, more));
  const list = listOf(
    at('settled', soon - 9_000, {}, { status: 'closed', result: 'yes' }),
    at('closed', soon - 9_000, {}, { status: 'closed' }),
    at('begins later', soon + 20, { beginAt: String(soon + 9) }),
    at('begins', soon + 20, { beginAt: String(soon) }),
    at('trades longer', soon + 5),
    at('trades', soon),
    at('played', soon, { isLive: true }),
  );
  const { result, rerender } = renderHook(
    ({ sort }: { sort: TableSort }) => useSortedList(list, sort, NONE),
    {
      initialProps: { sort: 'state' as TableSort },
    },
  );
  const rising = ['played', 'trades', 'trades longer', 'begins', 'begins later', 'closed', 'settled'];
  expect(idsOf(result.current)).toEqual(rising);
  rerender({ sort: '-state' });
  expect(idsOf(result.current)).toEqual(rising.toReversed());
  expect(parseEventsSearch({ view: 'list', by: '-state' })).toEqual({ view: 'list', by: '-state' });
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
