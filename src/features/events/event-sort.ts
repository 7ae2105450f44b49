import type { EventSort } from '@contract/prediction/event.ts';
import { useMemo } from 'react';
import { closeTimeOf, leadingOutcome, outcomesOf, titleOf } from '@/domain/events.ts';
import { type Sort, type SortValue, sortRows } from '@/domain/sort-rows.ts';
import type { EventList, ListedEvent } from './event-list.ts';

/** Columns by which the table can be sorted. */
export const SORT_COLUMNS = [
  'event',
  'outcome',
  'chance',
  'buy',
  'sell',
  'spread',
  'volume24hr',
  'volume',
  'closes',
  'mine',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export type TableSort = Sort<SortColumn>;

/** Worth of what is held in each event, micro-USD. */
export type HeldWorth = ReadonlyMap<string, bigint>;

/** What the service sorts by itself, all there is; by the other columns the desk sorts what it has loaded. */
export function serviceSort(sort: TableSort | undefined): { by: EventSort; falls: boolean } | undefined {
  const column = sort?.replace('-', '');
  if (column !== 'volume24hr' && column !== 'volume') return undefined;
  return { by: column, falls: sort?.startsWith('-') === true };
}

/** What a sort by a column goes by; null where nothing is known. */
export function sortValue({ event, order }: ListedEvent, column: SortColumn, held: HeldWorth): SortValue {
  const leader = leadingOutcome(outcomesOf(event, order));
  const [quote] = leader?.quotes ?? [];
  switch (column) {
    case 'event':
      return titleOf(event);
    case 'outcome':
      return leader?.label ?? null;
    case 'chance':
      return leader?.verdict ? null : (leader?.probability ?? null);
    case 'buy':
      return quote?.buy ?? null;
    case 'sell':
      return quote?.sell ?? null;
    case 'spread':
      return quote?.buy == null || quote.sell === null ? null : quote.buy - quote.sell;
    case 'volume24hr':
      return event.volume24hr;
    case 'volume':
      return event.volumeUsd;
    case 'closes':
      return closeTimeOf(event);
    case 'mine':
      return held.get(event.eventId) ?? null;
  }
}

/** The list in the order of a column. It is made when the list or the sort changes, and holds still while prices move. */
export function useSortedList(list: EventList, sort: TableSort | undefined, held: HeldWorth): EventList {
  const ids = list.items.map(({ event }) => event.eventId).join(' ');
  const isSorted = sort !== undefined && serviceSort(sort) === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items change with every poll, their ids do not
  const places = useMemo(() => {
    if (!isSorted) return undefined;
    const all = list.items.map((item, place) => ({ item, place }));
    return sortRows(all, sort, ({ item }, column) => sortValue(item, column, held)).map(({ place }) => place);
  }, [ids, sort, isSorted, held]);
  return useMemo(() => {
    if (!places) return list;
    return {
      ...list,
      items: places.flatMap((place) => list.items[place] ?? []),
      onVisible: (first, last) => {
        const shown = places.slice(first, last + 1);
        if (shown.length > 0) list.onVisible(Math.min(...shown), Math.max(...shown));
      },
    };
  }, [list, places]);
}
