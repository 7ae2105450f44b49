import type { EventId, Pubkey } from '@contract/ids.ts';
import { MAX_PAGE } from '@contract/page.ts';
import type { Category, EventFilter, EventSort, PredictionEvent } from '@contract/prediction/event.ts';
import type { Answer } from '@contract/routes.ts';
import {
  infiniteQueryOptions,
  type QueryState,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { categoryOf, filedUnder } from '@/domain/topics.ts';
import { call } from './client.ts';
import { COUNT_POLL_MS, EVENT_POLL_MS, LIST_POLL_MS, pollAfter, pollEvery } from './poll.ts';
import { factsOf, newFor, type ReadOptions, read, readPages } from './read.ts';

/** What a list of events is asked for; the rest is chosen on the page. */
export interface EventFilters {
  /** The one that events are about, whatever the service files them under. */
  category?: Category | undefined;
  subcategory?: string | undefined;
  tags?: string | undefined;
  filter?: EventFilter | undefined;
  sortBy?: EventSort | undefined;
  sortDirection?: 'asc' | 'desc' | undefined;
  provider?: string | undefined;
}

/** Events of one page: where it was asked to start, and when it was true (local Unix ms). */
export interface EventsPage extends Pick<Answer<'listEvents'>, 'data' | 'pagination'> {
  start: number;
  asOf: number;
}

export const EVENTS_PAGE_SIZE = 24;
/** How many events are suggested. */
const SUGGESTED = '20';

export const eventKeys = {
  all: ['events'] as const,
  lists: () => [...eventKeys.all, 'list'] as const,
  list: (filters: EventFilters, size: number) => [...eventKeys.lists(), filters, size] as const,
  page: (filters: EventFilters, start: number, end: number) =>
    [...eventKeys.all, 'page', filters, start, end] as const,
  count: (filters: EventFilters) => [...eventKeys.all, 'count', filters] as const,
  one: (id?: EventId) => [...eventKeys.all, 'one', id] as const,
  search: (text: string, limit: number) => [...eventKeys.all, 'search', text, limit] as const,
  suggested: (owner?: Pubkey) => [...eventKeys.all, 'suggested', owner] as const,
};

type Given = { [Name in keyof EventFilters]?: NonNullable<EventFilters[Name]> };
const given = (filters: EventFilters): Given =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

/** Lists one after the other, by their places: the first of each, the second of each, and so on. */
const byPlace = <Entry>(lists: readonly (readonly Entry[])[]): Entry[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat();

/**
 * A part of a list. Where events of a category lie under several of the service, each is asked for the same part and
 * they alternate: how the service ranks them against each other it does not say.
 */
export async function fetchEvents(
  filters: EventFilters,
  start: number,
  end: number,
  options: ReadOptions,
  includeMarkets: 'true' | 'false' = 'true',
): Promise<EventsPage> {
  const { category, ...rest } = filters;
  const range = { includeMarkets, start: String(start), end: String(end) };
  const answers = await Promise.all(
    (category ? filedUnder(category) : [undefined]).map((asked) =>
      call('listEvents', { query: { ...given({ ...rest, category: asked }), ...range } }, options),
    ),
  );
  const going = answers.filter(({ pagination }) => pagination.hasNext);
  return {
    data: byPlace(answers.map(({ data }) => data)).filter(
      (event) => category === undefined || categoryOf(event) === category,
    ),
    pagination: {
      start,
      // One that ended its page early goes on from there, and so do all.
      end:
        going.length > 0
          ? Math.min(...going.map(({ pagination }) => pagination.end))
          : Math.max(...answers.map(({ pagination }) => pagination.end)),
      total: answers.reduce((sum, { pagination }) => sum + pagination.total, 0),
      hasNext: going.length > 0,
    },
    start,
    asOf: factsOf(options.heard)?.asOf ?? Date.now(),
  };
}

/**
 * The list as first seen, page after page: its order stays until it is asked for anew, while `eventsPageQuery`
 * renews what is visible.
 */
export const eventsListQuery = (filters: EventFilters, size = EVENTS_PAGE_SIZE) =>
  infiniteQueryOptions({
    queryKey: eventKeys.list(filters, size),
    queryFn: readPages<EventsPage>((start, options) => fetchEvents(filters, start, start + size, options)),
    initialPageParam: 0,
    // A page may be shorter than asked for: the next one starts where this one says it ended.
    getNextPageParam: ({ pagination }, _pages, start) =>
      pagination.hasNext && pagination.end > start ? pagination.end : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Until it has come, by itself: nobody else asks for it.
    refetchInterval: (query) => (query.state.data === undefined ? pollEvery(LIST_POLL_MS)(query) : false),
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

/** That list, and a way to begin it anew. */
export function useEventsList(filters: EventFilters, size: number) {
  const client = useQueryClient();
  const options = eventsListQuery(filters, size);
  const list = useInfiniteQuery(options);
  const restart = () => {
    client.setQueryData(
      options.queryKey,
      (old) => (old ? { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) } : old),
      // As old as it was: an answer that is newer than that is taken.
      { updatedAt: list.dataUpdatedAt },
    );
    void list.refetch();
  };
  return { list, restart };
}
/** What that list has brought so far; asks for nothing. */
export const useKnownEvents = (filters: EventFilters, size: number) =>
  useInfiniteQuery({ ...eventsListQuery(filters, size), enabled: false }).data?.pages;

/** One visible page of a list, polled. `known` is the page as the list has it. */
export const eventsPageQuery = (
  filters: EventFilters,
  start: number,
  end: number,
  known?: EventsPage,
  intervalMs = LIST_POLL_MS,
) =>
  queryOptions({
    queryKey: eventKeys.page(filters, start, end),
    queryFn: read((options) => fetchEvents(filters, start, end, options)),
    refetchInterval: pollEvery(intervalMs),
    staleTime: intervalMs,
    gcTime: 60_000,
    ...(known ? { initialData: known, initialDataUpdatedAt: known.asOf } : {}),
  });

/** The pages of a list that are on the screen. */
export const useEventsPages = (
  filters: EventFilters,
  pages: readonly EventsPage[],
  size: number,
  intervalMs: number,
) =>
  useQueries({
    queries: pages.map((page) => eventsPageQuery(filters, page.start, page.start + size, page, intervalMs)),
  });

/**
 * How many events match, such as the number of live ones. Those of a category are counted, as the service's number is
 * of what it files under it; null where there are more than one answer has.
 */
export const eventsCountQuery = (filters: EventFilters) =>
  queryOptions({
    queryKey: eventKeys.count(filters),
    queryFn: read(async (options) => {
      const most = filters.category === undefined ? 1 : MAX_PAGE;
      const { data, pagination } = await fetchEvents(filters, 0, most, options, 'false');
      if (filters.category === undefined) return pagination.total;
      return pagination.hasNext ? null : data.length;
    }),
    staleTime: COUNT_POLL_MS,
    refetchInterval: pollEvery(COUNT_POLL_MS),
  });
export const useEventsCount = (filters: EventFilters) => useQuery(eventsCountQuery(filters));

/** One event with all its markets, polled. */
export const eventQuery = (id?: EventId, intervalMs = EVENT_POLL_MS) =>
  queryOptions({
    queryKey: eventKeys.one(id),
    queryFn: id
      ? read<PredictionEvent>((options) =>
          call('getEvent', { params: { eventId: id }, query: { includeAllMarkets: 'true' } }, options),
        )
      : skipToken,
    refetchInterval: pollEvery(intervalMs),
  });
export const useEvent = (id?: EventId, intervalMs?: number) => useQuery(eventQuery(id, intervalMs));
/** Asks anew for an event that is known to have changed. */
export function useRenewEvent(): (id: EventId) => Promise<void> {
  const client = useQueryClient();
  return (id) => client.invalidateQueries({ queryKey: eventKeys.one(id) });
}
/** Reads one event for a reckoning, once: the one on show while it is new. */
export function useReadEvent(): (id: EventId) => Promise<PredictionEvent> {
  const client = useQueryClient();
  return useCallback((id) => client.fetchQuery({ ...eventQuery(id), staleTime: newFor(1_000) }), [client]);
}
/** Several events, each asked for by itself: there is no other way to ask. */
export const useEventsById = (ids: readonly string[], intervalMs: number, staleTime = 1_000) =>
  useQueries({
    queries: ids.map((id) => ({ ...eventQuery(id as EventId, intervalMs), staleTime })),
  });

/** Several events, each asked for as often as a list until it has told what is wanted of it. */
export const useEventsUntil = (
  ids: readonly EventId[],
  isOver: (id: EventId, event: PredictionEvent | undefined) => boolean,
) =>
  useQueries({
    queries: ids.map((id) => ({
      ...eventQuery(id),
      refetchInterval: ({ state }: { state: QueryState<PredictionEvent> }) =>
        isOver(id, state.data) ? (false as const) : pollAfter(LIST_POLL_MS, state),
    })),
  });

/** Events that match the words, best first; nothing is asked for empty text. */
const searchQuery = (text: string, limit = MAX_PAGE) => {
  const words = text.trim().slice(0, 200);
  return queryOptions({
    queryKey: eventKeys.search(words, limit),
    queryFn:
      words === ''
        ? skipToken
        : read<PredictionEvent[]>(async (options) => {
            const query = { query: words, limit: String(limit), includeMarkets: 'true' } as const;
            return (await call('searchEvents', { query }, options)).data;
          }),
    staleTime: LIST_POLL_MS,
  });
};
export const useSearch = (text: string, limit?: number) => useQuery(searchQuery(text, limit));
/** The same for a list that stays on the screen. */
export const usePolledSearch = (text: string, intervalMs: number) =>
  useQuery({ ...searchQuery(text), refetchInterval: pollEvery(intervalMs) });

/** Events suggested to a wallet. */
const suggestedQuery = (owner?: Pubkey) =>
  queryOptions({
    queryKey: eventKeys.suggested(owner),
    queryFn: owner
      ? read<PredictionEvent[]>(async (options) => {
          const input = { params: { pubkey: owner }, query: { limit: SUGGESTED } };
          return (await call('suggestedEvents', input, options)).data;
        })
      : skipToken,
    refetchInterval: pollEvery(LIST_POLL_MS * 2),
  });
export const useSuggested = (owner: Pubkey) => useQuery(suggestedQuery(owner));
