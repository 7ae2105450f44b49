import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { pollEvery, TRADES_POLL_MS } from './poll.ts';

export const tradeKeys = { all: ['trades'] as const };

/** The newest trades of the whole service, newest first: a window of about twenty without paging. */
export const tradesQuery = () =>
  queryOptions({
    queryKey: tradeKeys.all,
    queryFn: async ({ signal }) => (await call('listTrades', {}, { signal })).data,
    refetchInterval: pollEvery(TRADES_POLL_MS),
  });
export const useTrades = () => useQuery(tradesQuery());
