import type { MarketId } from '@contract/ids.ts';
import { queryOptions, skipToken, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { type Liquidity, liquidityOf } from '@/domain/liquidity.ts';
import { budgetedInterval } from '@/lib/freshness.ts';
import { createTurns } from '@/lib/turns.ts';
import type { AnswerFacts } from '@/state/backend-status.ts';
import { isBudgeted } from '@/state/backend-status.ts';
import { call } from './client.ts';
import { LIQUIDITY_GAP_MS, LIQUIDITY_POLL_MS, pollEvery, SORTED_LIQUIDITY_GAP_MS } from './poll.ts';

interface Told {
  liquidity: Liquidity;
  /** When the book was so, local Unix ms. */
  asOf: number;
}

/** Lists that are sorted by what their books tell, and so wait for all of them. */
let sorting = 0;

/**
 * What lists ask of books: one at a time, thirty a minute at the most, however many lines there are. A screen of thirty
 * is told within a minute and renewed in the next; one of forty takes 80 seconds. Quicker for a sort where nobody counts
 * requests.
 */
const throttled = createTurns(() =>
  sorting > 0 && !isBudgeted() ? SORTED_LIQUIDITY_GAP_MS : budgetedInterval(LIQUIDITY_GAP_MS),
);

/** What rests near the mid of a market. Not watched on the stream, which would look at the book of every line. */
const liquidityQuery = (marketId: MarketId | undefined) =>
  queryOptions({
    queryKey: ['liquidity', marketId] as const,
    queryFn: marketId
      ? ({ signal }): Promise<Told> =>
          throttled(signal, async () => {
            const heard: AnswerFacts[] = [];
            const book = await call('getOrderbook', { params: { marketId } }, { signal, heard });
            return { liquidity: liquidityOf(book), asOf: heard[0]?.asOf ?? Date.now() };
          })
      : skipToken,
    staleTime: LIQUIDITY_POLL_MS,
    refetchInterval: pollEvery(LIQUIDITY_POLL_MS),
  });
export const useLiquidity = (marketId: MarketId | undefined) => useQuery(liquidityQuery(marketId));

interface Read {
  /** Dollars near the mid, by market; without those whose book tells of none. */
  known: ReadonlyMap<MarketId, bigint>;
  /** Books that are still to be read. */
  left: number;
}

/** The same of many markets, to sort by: one book after another. */
export function useLiquidities(marketIds: readonly MarketId[]): Read {
  const isSorting = marketIds.length > 0;
  useEffect(() => {
    if (!isSorting) return;
    sorting += 1;
    return () => {
      sorting -= 1;
    };
  }, [isSorting]);
  const combine = useCallback(
    (books: readonly UseQueryResult<Told>[]): Read => ({
      known: new Map(
        marketIds.flatMap((id, index): [MarketId, bigint][] => {
          const liquidity = books[index]?.data?.liquidity;
          return typeof liquidity === 'bigint' ? [[id, liquidity]] : [];
        }),
      ),
      left: books.filter(({ isPending }) => isPending).length,
    }),
    [marketIds],
  );
  return useQueries({ queries: marketIds.map(liquidityQuery), combine });
}
