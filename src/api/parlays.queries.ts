import type { MarketId, Pubkey } from '@contract/ids.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { COUNT_POLL_MS, POSITIONS_POLL_MS, pollEvery } from './poll.ts';
import { read } from './read.ts';
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

/** One market, once: which event a shared leg belongs to. */
export const fetchMarket = (id: MarketId, signal?: AbortSignal) =>
  call('getMarket', { params: { marketId: id } }, signal ? { signal } : {});
