import type { MarketId, Pubkey } from '@contract/ids.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { toAppError } from './app-error.ts';
import { call } from './client.ts';
import { eventQuery } from './events.queries.ts';
import { COUNT_POLL_MS, POSITIONS_POLL_MS, pollEvery } from './poll.ts';
import { newFor, type ReadOptions, read } from './read.ts';
import type { CallOptions } from './transport.ts';

export const parlayKeys = {
  all: ['parlays'] as const,
  of: (owner?: Pubkey) => [...parlayKeys.all, 'of', owner] as const,
  stats: () => [...parlayKeys.all, 'stats'] as const,
};

/** Slips of a wallet, newest first. */
export async function fetchSlips(owner: Pubkey, options?: CallOptions): Promise<ParlaySlip[]> {
  const { slips } = await call('listSlips', { query: { walletAddress: owner } }, options);
  return slips.toSorted((a, b) => b.placedAt - a.placedAt);
}

export const slipsQuery = (owner?: Pubkey) =>
  queryOptions({
    queryKey: parlayKeys.of(owner),
    queryFn: owner ? read((options) => fetchSlips(owner, options)) : skipToken,
    refetchInterval: pollEvery(POSITIONS_POLL_MS),
  });
export const useSlips = (owner?: Pubkey) => useQuery(slipsQuery(owner));

export const useParlayStats = () =>
  useQuery(
    queryOptions({
      queryKey: parlayKeys.stats(),
      queryFn: read((options) => call('parlayStats', { query: {} }, options)),
      staleTime: COUNT_POLL_MS,
      refetchInterval: pollEvery(COUNT_POLL_MS),
    }),
  );

/** The event a market belongs to; null when either is unknown. @throws AppError when it cannot be read */
async function fetchEventOf(
  client: QueryClient,
  id: MarketId,
  options: ReadOptions,
): Promise<PredictionEvent | null> {
  try {
    const { eventId } = await call('getMarket', { params: { marketId: id } }, options);
    return await client.fetchQuery({ ...eventQuery(eventId), staleTime: newFor(5_000) });
  } catch (cause) {
    const error = toAppError(cause);
    if (error.kind === 'not-found' || error.kind === 'refused') return null;
    throw error;
  }
}

/** The events of the markets that a link names, once; worked out as `select` says. No query where there are none. */
export function useSharedMarkets<Data>(
  ids: readonly string[],
  select: (events: (PredictionEvent | null)[]) => Data,
) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...parlayKeys.all, 'shared', ids],
    queryFn:
      ids.length === 0
        ? skipToken
        : read((options) => Promise.all(ids.map((id) => fetchEventOf(client, id as MarketId, options)))),
    select,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
