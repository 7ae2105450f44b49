import type { Pubkey } from '@contract/ids.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { entriesOf, historyQuery, renewEvery } from './history.queries.ts';
import { ordersQuery } from './orders.queries.ts';
import { slipsQuery } from './parlays.queries.ts';
import { ACCOUNT_POLL_MS, pollEvery } from './poll.ts';
import { positionsQuery } from './positions.queries.ts';
import { useTokenPrices } from './prices.queries.ts';
import { ACTIVE_ORDERS, triggerOrdersQuery, vaultQuery } from './triggers.queries.ts';

/*
 * What the frame of every page tells of an account. The same queries as those of the pages, renewed seldom: a page that
 * shows one of them renews it as often as it needs, and every transaction renews what it has changed.
 */

const slow = { refetchInterval: pollEvery(ACCOUNT_POLL_MS), refetchIntervalInBackground: false };

/** Enough for any wallet, however short the pages are in which a service gives them. */
const MOST_ENTRIES = 2_000;
const MOST_PAGES = 100;

/** Asks for page after page until the whole history is there. A failure stops it. */
export function useEveryPage(query: {
  data: { pages: readonly { data: readonly unknown[] }[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
}): void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const pages = data?.pages.length ?? 0;
  const isEnough = entriesOf(data) >= MOST_ENTRIES || pages >= MOST_PAGES;
  const wanted = hasNextPage && !isFetching && !isFetchNextPageError && !isEnough;
  // Counted: between two pages the answer may stay "wanted" from render to render.
  const after = wanted ? pages : null;
  useEffect(() => {
    if (after !== null) void fetchNextPage({ cancelRefetch: false });
  }, [after, fetchNextPage]);
}

/** What can be claimed is in these two. */
export const useHoldings = (owner: Pubkey | undefined) => ({
  positions: useQuery({ ...positionsQuery(owner), ...slow }),
  slips: useQuery({ ...slipsQuery(owner), ...slow }),
});

/** The whole history. */
export function useSlowHistory(owner: Pubkey | undefined) {
  const history = useInfiniteQuery({
    ...historyQuery(owner),
    refetchInterval: (query) => pollEvery(renewEvery(ACCOUNT_POLL_MS, query.state.data))(query),
  });
  useEveryPage(history);
  return history;
}

/** `signedIn`: the wallet, while it has signed in to the trigger interface. */
export function useAccountReads(owner: Pubkey | undefined, signedIn: Pubkey | undefined) {
  const held = useHoldings(owner);
  const orders = useQuery({ ...ordersQuery(owner), ...slow });
  const history = useSlowHistory(owner);
  const vault = useQuery({ ...vaultQuery(signedIn), ...slow });
  return { ...held, orders, history, vault };
}

/** Prices of what lies in a vault. */
export const useSlowPrices = (mints: readonly Pubkey[]) => useTokenPrices(mints, ACCOUNT_POLL_MS);

/** How many trigger orders wait; undefined while nobody is signed in. */
export function useOpenTriggers(signedIn: Pubkey | undefined): number | undefined {
  return useQuery({ ...triggerOrdersQuery(signedIn, ACTIVE_ORDERS), ...slow }).data?.orders.length;
}
