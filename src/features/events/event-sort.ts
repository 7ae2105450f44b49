import type { PredictionEvent } from '@contract/prediction/event.ts';
import { useMemo } from 'react';
import { closeTimeOf, leadingOutcome, outcomesOf, phaseOf, spreadOf, titleOf } from '@/domain/events.ts';
import { type SortValue, sortRows } from '@/domain/sort-rows.ts';
import { serverNow } from '@/lib/clock.ts';
import type { EventList, ListedEvent } from './event-list.ts';
import { type SortColumn, serviceSort, type TableSort } from './sort-columns.ts';

/** What rows are sorted by that their events do not tell, by event, micro-USD. */
export interface SortData {
  /** Worth of what is held; null where nobody can say. */
  held: ReadonlyMap<string, bigint | null>;
  /** How far the leading outcome went in a day. */
  changes: ReadonlyMap<string, bigint>;
  /** What rests near the mid of the leading outcome. */
  liquidity: ReadonlyMap<string, bigint>;
  /** Books of which that is yet to be read. */
  booksLeft: number;
}

/** More seconds than any moment of an event has. */
const PHASE = 100_000_000_000;

/**
 * Where an event stands, for a trader: what is played now, what trades, what is yet to begin, what waits for its result,
 * what has it. Of each the nearest first, one without a date last.
 */
function stateRank(event: PredictionEvent, now: number): number {
  const at = (phase: number, moment: number | null) => phase * PHASE + (moment ?? PHASE - 1);
  const closes = closeTimeOf(event);
  switch (phaseOf(event, undefined, now)) {
    case 'live':
      return at(0, closes);
    case 'open':
      return at(1, closes);
    case 'upcoming':
      return at(2, event.beginAt);
    case 'ended': {
      const isSettled = event.markets.every(
        ({ status, result }) => status === 'cancelled' || (status !== 'open' && result !== null),
      );
      return at(isSettled ? 4 : 3, closes === null ? null : PHASE / 2 - closes);
    }
  }
}

/** What a sort by a column goes by; null where nothing is known. */
function sortValue({ event, order }: ListedEvent, column: SortColumn, data: SortData): SortValue {
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
      return spreadOf(quote);
    case 'volume24hr':
      return event.volume24hr;
    case 'volume':
      return event.volumeUsd;
    case 'closes':
      return closeTimeOf(event);
    case 'day':
      return data.changes.get(event.eventId) ?? null;
    case 'liquidity':
      return data.liquidity.get(event.eventId) ?? null;
    case 'mine':
      return data.held.get(event.eventId) ?? null;
    case 'state':
      return stateRank(event, serverNow() / 1_000);
  }
}

/**
 * The list in the order of a column. It is made when the list or the sort changes, and holds still while prices move
 * and while books are read: it is made once more when the last of them is.
 */
export function useSortedList(list: EventList, sort: TableSort | undefined, data: SortData): EventList {
  const { held, changes, booksLeft } = data;
  const ids = list.items.map(({ event }) => event.eventId).join(' ');
  const isSorted = sort !== undefined && serviceSort(sort) === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items change with every poll, their ids do not; nor do changes that are known by then
  const places = useMemo(() => {
    if (!isSorted) return undefined;
    const all = list.items.map((item, place) => ({ item, place }));
    return sortRows(all, sort, ({ item }, column) => sortValue(item, column, data)).map(({ place }) => place);
  }, [ids, sort, isSorted, held, changes.size, booksLeft === 0]);
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
