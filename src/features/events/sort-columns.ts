import type { EventSort } from '@contract/prediction/event.ts';
import type { Sort } from '@/domain/sort-rows.ts';

/** Columns by which the table can be sorted. */
export const SORT_COLUMNS = [
  'event',
  'outcome',
  'chance',
  'day',
  'buy',
  'sell',
  'spread',
  'volume24hr',
  'volume',
  'liquidity',
  'closes',
  'mine',
  'state',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];
export type TableSort = Sort<SortColumn>;

/** What the service sorts by itself, all there is; by the other columns the desk sorts what it has loaded. */
export function serviceSort(sort: TableSort | undefined): { by: EventSort; falls: boolean } | undefined {
  const column = sort?.replace('-', '');
  if (column !== 'volume24hr' && column !== 'volume') return undefined;
  return { by: column, falls: sort?.startsWith('-') === true };
}
