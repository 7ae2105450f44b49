import { MAX_SERIES } from '@contract/history.ts';
import type { MarketId } from '@contract/ids.ts';
import { queryOptions, skipToken, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { hasHistory } from '@/config.ts';
import { type PriceSteps, stepsOf } from '@/domain/price-steps.ts';
import { serverNow } from '@/lib/clock.ts';
import type { AnswerFacts } from '@/state/backend-status.ts';
import { createBatcher } from './batcher.ts';
import { call } from './client.ts';
import { DAY_SERIES_POLL_MS, pollEvery } from './poll.ts';
import { read } from './read.ts';

const DAY = 86_400;
const STEP = 1_800;

interface Told {
  steps: PriceSteps;
  heard: readonly AnswerFacts[];
}

/** The last day of all markets wanted at one moment comes in one request. */
const loadDay = createBatcher<MarketId, Told>({
  size: MAX_SERIES,
  waitMs: 100,
  mostMs: 1_000,
  load: async (ids) => {
    const heard: AnswerFacts[] = [];
    const from = Math.floor((serverNow() / 1_000 - DAY) / STEP) * STEP;
    const query = {
      marketIds: ids.join(','),
      from: String(from),
      step: String(STEP),
      columns: 'bid,ask',
    };
    const answer = await call('seriesOfMarkets', { query }, { heard });
    const axis = { from: answer.from ?? from, step: answer.step, count: answer.count };
    const found = new Map(answer.markets.map((one) => [one.marketId, one]));
    return ids.map((id) => ({ steps: stepsOf(axis, found.get(id) ?? {}), heard }));
  },
});

/** What the price of YES of a market was in the last 24 hours; not asked for where the service keeps no history. */
const dayQuery = (marketId: MarketId | undefined) =>
  queryOptions({
    queryKey: ['series', 'day', marketId] as const,
    queryFn:
      marketId && hasHistory()
        ? read(async (options): Promise<PriceSteps> => {
            const { steps, heard } = await loadDay(marketId);
            options.heard.push(...heard);
            return steps;
          })
        : skipToken,
    staleTime: DAY_SERIES_POLL_MS,
    refetchInterval: pollEvery(DAY_SERIES_POLL_MS),
  });
export const useDay = (marketId: MarketId | undefined) => useQuery(dayQuery(marketId));

/** The same of many markets; the same map until an answer comes. */
export function useDaysOf(marketIds: readonly MarketId[]): ReadonlyMap<MarketId, PriceSteps> {
  const combine = useCallback(
    (days: readonly UseQueryResult<PriceSteps>[]) =>
      new Map(
        marketIds.flatMap((id, index): [MarketId, PriceSteps][] => {
          const data = days[index]?.data;
          return data ? [[id, data]] : [];
        }),
      ),
    [marketIds],
  );
  return useQueries({ queries: marketIds.map(dayQuery), combine });
}
