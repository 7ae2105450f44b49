import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { pollEvery, STATUS_POLL_MS } from './poll.ts';
import { read } from './read.ts';

export const tradingStatusKeys = { all: ['trading-status'] as const };

/** Whether trading is active, for the whole service. */
const tradingStatusQuery = () =>
  queryOptions({
    queryKey: tradingStatusKeys.all,
    queryFn: read(async (options) => (await call('getTradingStatus', {}, options)).trading_active),
    // The same for every page and part of it: whoever is drawn later takes what is there.
    staleTime: STATUS_POLL_MS,
    refetchInterval: pollEvery(STATUS_POLL_MS),
  });
export const useTradingStatus = () => useQuery(tradingStatusQuery());
