import type { Pubkey } from '@contract/ids.ts';
import { useEffect } from 'react';
import { useHistory } from '@/api/history.queries.ts';
import type { HistoryQueryView } from './history-panel.tsx';

/** Enough for any wallet; older pages come when they are asked for. */
const MOST_PAGES = 20;

/** The whole history of a wallet, page after page: totals and curves need all of it. A failure stops it. */
export function useAllHistory(owner: Pubkey): HistoryQueryView {
  const query = useHistory(owner);
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const pages = data?.pages.length ?? 0;
  const wanted = hasNextPage && !isFetching && !isFetchNextPageError && pages < MOST_PAGES;
  // Counted: between two pages the answer may stay "wanted" from render to render.
  const after = wanted ? pages : null;
  useEffect(() => {
    if (after !== null) void fetchNextPage();
  }, [after, fetchNextPage]);
  return query;
}
