import type { MarketId } from '@contract/ids.ts';
import { queryOptions, skipToken, type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hasHistory } from '@/config.ts';
import { groupSpans, MID_STEP, type MidGroup, type MidSpan, type QuoteSteps } from '@/domain/mid-spans.ts';
import { useServerNow } from '@/lib/clock.ts';
import { call } from './client.ts';
import { pollEvery, SERIES_POLL_MS } from './poll.ts';

/** Most answers asked for: those of the latest times. */
const MOST_GROUPS = 40;
const MINUTE_MS = 60_000;

interface Told {
  /** Until when prices are told, Unix seconds. */
  until: number;
  quotes: readonly (readonly [MarketId, QuoteSteps])[];
}

/**
 * What was quoted in a span of the past. Not watched on the stream: it does not change, and grows only until its end
 * has come.
 */
const midsQuery = ({ marketIds, from, to }: MidGroup) =>
  queryOptions({
    queryKey: ['series', 'mids', marketIds, from, to] as const,
    queryFn: hasHistory()
      ? async ({ signal }): Promise<Told> => {
          const query = {
            marketIds: marketIds.join(','),
            from: String(from),
            to: String(to),
            step: String(MID_STEP),
            columns: 'bid,ask',
          };
          const answer = await call('seriesOfMarkets', { query }, { signal });
          const axis = { from: answer.from ?? from, step: answer.step };
          return {
            until: answer.now ?? from,
            quotes: answer.markets.map(({ marketId, bid = [], ask = [] }) => [
              marketId,
              { ...axis, bid, ask },
            ]),
          };
        }
      : skipToken,
    staleTime: SERIES_POLL_MS,
    refetchInterval: (query) => (query.state.data?.until ?? 0) < to && pollEvery(SERIES_POLL_MS)(query),
  });

export interface Mids {
  /** What was quoted for a market, in any order. */
  of: (marketId: MarketId) => readonly QuoteSteps[];
  loading: boolean;
  failed: boolean;
}

/** One for all: it is only called again when an answer has changed. */
const combined = (all: readonly UseQueryResult<Told>[]) => ({
  data: all.map(({ data }) => data),
  loading: all.some(({ isLoading }) => isLoading),
  failed: all.some(({ isError }) => isError),
});

/** What was quoted in these spans, from the service's history; nothing where there is none. */
export function useMids(spans: readonly MidSpan[]): Mids {
  // A span that has only just begun has no step yet: it is asked for a little later.
  const now = useServerNow(MINUTE_MS) / 1_000;
  const groups = useMemo(
    () => groupSpans(spans.filter(({ from }) => from < now - MID_STEP)).slice(-MOST_GROUPS),
    [spans, now],
  );
  const answers = useQueries({ queries: groups.map(midsQuery), combine: combined });
  return useMemo(() => {
    const known = new Map<MarketId, QuoteSteps[]>();
    for (const [marketId, steps] of answers.data.flatMap((one) => one?.quotes ?? [])) {
      const before = known.get(marketId);
      if (before) before.push(steps);
      else known.set(marketId, [steps]);
    }
    return {
      of: (marketId) => known.get(marketId) ?? [],
      loading: answers.loading,
      failed: answers.failed,
    };
  }, [answers]);
}
