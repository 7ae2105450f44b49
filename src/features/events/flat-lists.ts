import type { Pubkey } from '@contract/ids.ts';
import { useMemo } from 'react';
import { useEventsById, usePolledSearch, useSuggested } from '@/api/events.queries.ts';
import { LIST_POLL_MS } from '@/api/poll.ts';
import { askedOnce } from '@/domain/same-question.ts';
import { useWatchlist } from '@/state/watchlist.ts';
import type { EventList } from './event-list.ts';
import type { EventsSearch } from './search-params.ts';
import { useFlatList } from './use-flat-list.ts';

const FLAT_POLL_MS = LIST_POLL_MS * 2;

/** Events that match the words of the address, best first. */
export function useSearchList(search: EventsSearch): EventList {
  const text = search.q ?? '';
  const query = usePolledSearch(text, FLAT_POLL_MS);
  return useFlatList(
    {
      key: `search:${text}`,
      events: query.data?.map((event) => ({ event, asOf: query.dataUpdatedAt })),
      error: query.error,
      retrying: query.isLoadingError && query.isFetching,
      retry: () => void query.refetch(),
      intervalMs: FLAT_POLL_MS,
    },
    search,
  );
}

/** Events suggested to the connected wallet, each question once. */
export function useSuggestedList(owner: Pubkey, search: EventsSearch): EventList {
  const query = useSuggested(owner);
  const asked = useMemo(() => query.data && askedOnce(query.data), [query.data]);
  return useFlatList(
    {
      key: `suggested:${owner}`,
      events: asked?.map((one) => ({ ...one, asOf: query.dataUpdatedAt })),
      error: query.error,
      retrying: query.isLoadingError && query.isFetching,
      retry: () => void query.refetch(),
      intervalMs: FLAT_POLL_MS,
    },
    search,
  );
}

/** Watched events, newest first. One that the service no longer knows is left out. */
export function useWatchedList(search: EventsSearch): EventList {
  const watched = useWatchlist();
  const queries = useEventsById(
    watched.map(({ eventId }) => eventId),
    FLAT_POLL_MS,
  );
  const failed = queries.filter((query) => query.error !== null && query.error.kind !== 'not-found');
  const settled = queries.every((query) => query.data !== undefined || query.error !== null);
  // What was told of an event before it was taken from the listing holds no more.
  const events = queries.flatMap(({ data, dataUpdatedAt, error }) =>
    data && error?.kind !== 'not-found' ? [{ event: data, asOf: dataUpdatedAt }] : [],
  );
  const nothingCame = events.length === 0 && failed.length > 0;
  return useFlatList(
    {
      key: 'watchlist',
      events: settled && !nothingCame ? events : undefined,
      error: failed[0]?.error ?? null,
      retrying: nothingCame && failed.some(({ isFetching }) => isFetching),
      retry: () => {
        for (const query of failed) void query.refetch();
      },
      intervalMs: FLAT_POLL_MS,
    },
    search,
  );
}
