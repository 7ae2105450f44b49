import { MAX_PAGE } from '@contract/page.ts';
import {
  CATEGORIES,
  type Category,
  EVENT_SORTS,
  type EventFilter,
  type EventSort,
} from '@contract/prediction/event.ts';
import * as z from 'zod/mini';
import { EVENTS_PAGE_SIZE, type EventFilters } from '@/api/events.queries.ts';
import { lenient, words } from '@/domain/search-params.ts';
import { sortsBy } from '@/domain/sort-rows.ts';
import { SORT_COLUMNS, serviceSort, type TableSort } from './sort-columns.ts';

/** Orders that the desk makes, of the whole list: how far a price went in a span of time; what closes next. */
export const RANKINGS = ['move-1h', 'move-24h', 'move-7d', 'closing'] as const;
export type Ranking = (typeof RANKINGS)[number];

export const EVENT_TABS = ['trending', 'live', 'new', 'upcoming', 'all', 'for-you', 'watchlist'] as const;
export type EventTab = (typeof EVENT_TABS)[number];
export type EventsView = 'grid' | 'list';

const text = words(200);

/** State of the events page in its address; absent means the default, so that plain addresses stay plain. */
const eventsSearch = z.object({
  q: text,
  category: lenient(z.enum(CATEGORIES)),
  sub: text,
  tag: text,
  tab: lenient(z.enum(EVENT_TABS)),
  sort: lenient(z.enum([...EVENT_SORTS, ...RANKINGS])),
  view: lenient(z.enum(['grid', 'list'])),
  by: lenient(z.enum(sortsBy(SORT_COLUMNS))),
});
export interface EventsSearch {
  q?: string | undefined;
  category?: Category | undefined;
  sub?: string | undefined;
  tag?: string | undefined;
  tab?: EventTab | undefined;
  sort?: EventSort | Ranking | undefined;
  view?: EventsView | undefined;
  /** Column by which the table is sorted. */
  by?: TableSort | undefined;
}

/** `validateSearch` of the route: empty values are undefined. */
export const parseEventsSearch = (raw: Record<string, unknown>): EventsSearch => eventsSearch.parse(raw);

const FILTERS: Record<EventTab, EventFilter | undefined> = {
  trending: 'trending',
  live: 'live',
  new: 'new',
  upcoming: 'upcoming',
  all: undefined,
  'for-you': undefined,
  watchlist: undefined,
};

/** How the desk ranks the list; undefined where the service sorts it, or a column of the table does. */
export function rankingOf({ sort, view, by }: EventsSearch): Ranking | undefined {
  if (view === 'list' && by !== undefined) return undefined;
  return RANKINGS.find((ranking) => ranking === sort);
}

/** Events of one answer: a list that is ranked here has to be here as a whole. */
export const pageSizeOf = (search: EventsSearch): number =>
  rankingOf(search) === undefined ? EVENTS_PAGE_SIZE : MAX_PAGE;

/** The address as a query of the events list. */
export function toFilters(search: EventsSearch): EventFilters {
  const byColumn = search.view === 'list' ? serviceSort(search.by) : undefined;
  const sort = EVENT_SORTS.find((name) => name === search.sort);
  return {
    category: search.category,
    subcategory: search.sub,
    tags: search.tag,
    filter: FILTERS[search.tab ?? 'trending'],
    sortBy: byColumn?.by ?? sort,
    sortDirection: byColumn ? (byColumn.falls ? 'desc' : 'asc') : sort === 'beginAt' ? 'asc' : undefined,
  };
}

/** Whether anything narrows the list beyond its tab. */
export const isNarrowed = (search: EventsSearch): boolean =>
  search.category !== undefined || search.sub !== undefined || search.tag !== undefined;

/** The same address without what narrows the list. */
export const withoutFilters = ({ category: _c, sub: _s, tag: _t, ...rest }: EventsSearch): EventsSearch =>
  rest;
