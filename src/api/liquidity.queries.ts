import type { MarketId } from '@contract/ids.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { type Liquidity, liquidityOf } from '@/domain/liquidity.ts';
import { budgetedInterval } from '@/lib/freshness.ts';
import { createTurns } from '@/lib/turns.ts';
import type { AnswerFacts } from '@/state/backend-status.ts';
import { call } from './client.ts';
import { LIQUIDITY_GAP_MS, LIQUIDITY_POLL_MS, pollEvery } from './poll.ts';

interface Told {
  liquidity: Liquidity;
  /** When the book was so, local Unix ms. */
  asOf: number;
}

/**
 * What lists ask of books: one at a time, thirty a minute at the most, however many lines there are. A screen of thirty
 * is told within a minute and renewed in the next; one of forty takes 80 seconds.
 */
const inTurn = createTurns(() => budgetedInterval(LIQUIDITY_GAP_MS));

/** What rests near the mid of a market. Not watched on the stream, which would look at the book of every line. */
const liquidityQuery = (marketId: MarketId | undefined) =>
  queryOptions({
    queryKey: ['liquidity', marketId] as const,
    queryFn: marketId
      ? ({ signal }): Promise<Told> =>
          inTurn(signal, async () => {
            const heard: AnswerFacts[] = [];
            const book = await call('getOrderbook', { params: { marketId } }, { signal, heard });
            return { liquidity: liquidityOf(book), asOf: heard[0]?.asOf ?? Date.now() };
          })
      : skipToken,
    staleTime: LIQUIDITY_POLL_MS,
    refetchInterval: pollEvery(LIQUIDITY_POLL_MS),
  });
export const useLiquidity = (marketId: MarketId | undefined) => useQuery(liquidityQuery(marketId));
