import { MAX_PAGE } from '@contract/page.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { eventKeys, fetchEvents } from './events.queries.ts';
import { LIST_POLL_MS, pollEvery } from './poll.ts';
import { read } from './read.ts';

export const ROUND_LENGTHS = ['5m', '15m', '1h'] as const;
export type RoundLength = (typeof ROUND_LENGTHS)[number];

const ROUNDS_POLL_MS = 30_000;
/** Enough for eight series with the running round, two to four to come, and the last results that are shown. */
const ROUNDS_ASKED = 64;

/** Whether what is asked for is on the screen: nothing else is renewed. */
interface Shown {
  readonly polled: boolean;
}

const roundKeys = {
  all: (length: RoundLength) => [...eventKeys.all, 'rounds', length] as const,
  live: (length: RoundLength) => [...eventKeys.all, 'rounds', length, 'live'] as const,
  of: (provider?: string) => [...eventKeys.all, 'rounds', 'of', provider] as const,
};

/** Rounds of one length, the latest first: coming, running and finished ones. */
const roundsQuery = (length: RoundLength, { polled }: Shown) =>
  queryOptions({
    queryKey: roundKeys.all(length),
    queryFn: read((options) =>
      fetchEvents({ tags: length, sortBy: 'beginAt', sortDirection: 'desc' }, 0, ROUNDS_ASKED, options),
    ),
    staleTime: LIST_POLL_MS,
    refetchInterval: polled && pollEvery(ROUNDS_POLL_MS),
  });

export const useRounds = (length: RoundLength, shown: Shown) => useQuery(roundsQuery(length, shown));

/** The rounds that are running: few, and the only ones whose prices move fast. */
const liveRoundsQuery = (length: RoundLength, { polled }: Shown) =>
  queryOptions({
    queryKey: roundKeys.live(length),
    queryFn: read((options) => fetchEvents({ tags: length, filter: 'live' }, 0, MAX_PAGE, options)),
    staleTime: LIST_POLL_MS,
    refetchInterval: polled && pollEvery(LIST_POLL_MS),
  });

export const useLiveRounds = (length: RoundLength, shown: Shown) => useQuery(liveRoundsQuery(length, shown));

/** Rounds of the one provider that settles them by itself: the last ones, the running one, the next. */
const providerRoundsQuery = (provider?: string) =>
  queryOptions({
    queryKey: roundKeys.of(provider),
    queryFn:
      provider === undefined
        ? skipToken
        : read((options) =>
            fetchEvents({ provider, sortBy: 'beginAt', sortDirection: 'desc' }, 0, MAX_PAGE, options),
          ),
    refetchInterval: pollEvery(LIST_POLL_MS),
  });
export const useProviderRounds = (provider?: string) => useQuery(providerRoundsQuery(provider));
