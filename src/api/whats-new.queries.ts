import { MAX_SERIES } from '@contract/history.ts';
import type { MarketId } from '@contract/ids.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { hasHistory } from '@/config.ts';
import { type PriceSteps, stepFor, stepsOf } from '@/domain/price-steps.ts';
import { serverNow, serverTime } from '@/lib/clock.ts';
import { call } from './client.ts';
import { pollEvery, SERIES_POLL_MS } from './poll.ts';
import { read } from './read.ts';

const MOST_STEPS = 300;

export type PricesSince = ReadonlyMap<string, PriceSteps>;

/** The step that had begun before an instant: told with those from then on, or left out. */
type Begun = 'told' | 'left out';

/**
 * What the prices of YES of markets were from an instant on (local Unix ms), by market, with highest and lowest of each
 * step. Of fifty markets at most; not asked for without an instant, or where the service keeps no history.
 */
const pricesSinceQuery = (marketIds: readonly string[], since: number | undefined, begun: Begun) => {
  const ids = [...new Set(marketIds)].sort().slice(0, MAX_SERIES);
  return queryOptions({
    queryKey: ['series', 'since', ids.join(','), since, begun] as const,
    queryFn:
      ids.length > 0 && since !== undefined && hasHistory()
        ? read(async (options): Promise<PricesSince> => {
            // Instants of this browser are turned into those of the service.
            const from = serverTime(since) / 1_000;
            const step = stepFor(serverNow() / 1_000 - from, MOST_STEPS);
            const first = begun === 'told' ? Math.floor(from / step) : Math.ceil(from / step);
            const answer = await call(
              'seriesOfMarkets',
              {
                query: {
                  marketIds: ids.join(','),
                  from: String(first * step),
                  step: String(step),
                  columns: 'bid,ask,high,low',
                },
              },
              options,
            );
            const axis = { from: answer.from ?? 0, step: answer.step, count: answer.count };
            return new Map(answer.markets.map((one) => [one.marketId as MarketId, stepsOf(axis, one)]));
          })
        : skipToken,
    refetchInterval: pollEvery(SERIES_POLL_MS),
  });
};
export const usePricesSince = (marketIds: readonly string[], since: number | undefined, begun: Begun) =>
  useQuery(pricesSinceQuery(marketIds, since, begun));
