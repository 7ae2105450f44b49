import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { pollEvery, TRADES_POLL_MS } from './poll.ts';
import { read } from './read.ts';

const UNPOLLED_MS = 60_000;

const tradeKeys = { all: ['trades'] as const };

/**
 * The newest trades of the whole service, newest first: a window of about twenty without paging. `polled`: while they
 * are on the screen; otherwise once a minute is enough for whoever comes by, since all pages share them.
 */
const tradesQuery = ({ polled }: { polled: boolean }) =>
  queryOptions({
    queryKey: tradeKeys.all,
    queryFn: read(async (options) => (await call('listTrades', {}, options)).data),
    staleTime: polled ? TRADES_POLL_MS : UNPOLLED_MS,
    refetchInterval: polled ? pollEvery(TRADES_POLL_MS) : false,
    refetchOnWindowFocus: polled,
    refetchOnReconnect: polled,
  });
export const useTrades = (how: { polled: boolean }) => useQuery(tradesQuery(how));
