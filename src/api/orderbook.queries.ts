import type { AppConfigWire } from '@contract/config.ts';
import type { MarketId } from '@contract/ids.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import type { Answer } from '@contract/routes.ts';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './client.ts';
import { BOOK_POLL_MS, pollEvery } from './poll.ts';
import { type ReadOptions, read } from './read.ts';

export const bookKeys = {
  all: ['orderbook'] as const,
  one: (id?: MarketId) => [...bookKeys.all, id] as const,
};

/**
 * Order book of a market, polled; null when the service has none. A market that left trading is refused with code
 * ORDERBOOK_BAD_STATUS, and the last good book stays in `data`.
 */
const bookQuery = (id?: MarketId) =>
  queryOptions({
    queryKey: bookKeys.one(id),
    queryFn: id ? read((options) => call('getOrderbook', { params: { marketId: id } }, options)) : skipToken,
    refetchInterval: pollEvery(BOOK_POLL_MS),
  });
export const useBook = (id?: MarketId) => useQuery(bookQuery(id));
/** What is read of a book: who uses it is told when that changes, not with every level. */
export const useOfBook = <Read>(id: MarketId | undefined, read: (book: Orderbook | null) => Read) =>
  useQuery({ ...bookQuery(id), select: read });

/** When a book that is asked for elsewhere was true, local Unix ms: looked up by whoever is not to be told of each. */
export function useBookAsOf(id: MarketId | undefined): () => number {
  const client = useQueryClient();
  return () => client.getQueryState(bookKeys.one(id))?.dataUpdatedAt ?? 0;
}

export type ReadBook = (id: MarketId) => Promise<Answer<'getOrderbook'>>;
/** A book for a reckoning, asked for once; `heard` is told how old it is. */
export const readBook =
  (client: QueryClient, { heard }: Pick<ReadOptions, 'heard'>): ReadBook =>
  async (id) => {
    const book = await client.fetchQuery(bookQuery(id));
    const state = client.getQueryState(bookKeys.one(id));
    heard.push({ asOf: state?.facts?.asOf ?? state?.dataUpdatedAt ?? 0, waitMs: 0 });
    return book;
  };

/** Whose book to ask for: a market that is closed has none, nor has one whose provider fills without. */
export const bookIdOf = (
  market: Pick<Market, 'marketId' | 'status' | 'provider'> | undefined,
  providers: readonly Pick<AppConfigWire['providers'][number], 'wire' | 'hasLadder'>[],
): MarketId | undefined => {
  if (market?.status !== 'open') return undefined;
  const provider = providers.find(({ wire }) => wire === market.provider);
  return provider?.hasLadder === false ? undefined : market.marketId;
};
