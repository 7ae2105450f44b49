import { MAX_MOVERS, type Span } from '@contract/history.ts';
import type { Answer } from '@contract/routes.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { hasHistory } from '@/config.ts';
import { call } from './client.ts';
import { pollEvery, SERIES_POLL_MS } from './poll.ts';
import { read } from './read.ts';

export type Movers = Answer<'listMovers'>['movers'];

/** Markets whose price moved most, largest first; not asked for where the service keeps no history. */
const moversQuery = (span: Span | undefined) =>
  queryOptions({
    queryKey: ['series', 'movers', span] as const,
    queryFn:
      span && hasHistory()
        ? read(
            async (options): Promise<Movers> =>
              (await call('listMovers', { query: { span, limit: String(MAX_MOVERS) } }, options)).movers,
          )
        : skipToken,
    refetchInterval: pollEvery(SERIES_POLL_MS),
  });
export const useMovers = (span: Span | undefined) => useQuery(moversQuery(span));
