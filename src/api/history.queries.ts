import type { Pubkey } from '@contract/ids.ts';
import { MAX_PAGE, type Pagination } from '@contract/page.ts';
import type { HistoryEvent, PositionHistory } from '@contract/prediction/history.ts';
import {
  infiniteQueryOptions,
  skipToken,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import type { AppError } from './app-error.ts';
import { call } from './client.ts';
import { HISTORY_POLL_MS, pollEvery } from './poll.ts';
import { type ReadOptions, readPages } from './read.ts';
import { withV2Fallback } from './v2-fallback.ts';

/** A page of history: by position where the service offers the second version, else its single events. */
export type HistoryPage =
  | { by: 'position'; data: PositionHistory[]; pagination: Pagination }
  | { by: 'event'; data: HistoryEvent[]; pagination: Pagination };

/** Positions that are told to be lost. */
export const lostPositions = (pages: readonly HistoryPage[]): string[] =>
  pages
    .flatMap((page): { positionPubkey: string }[] =>
      page.by === 'position'
        ? page.data.filter(({ status }) => status === 'lost')
        : page.data.filter(({ eventType }) => eventType === 'position_lost'),
    )
    .map(({ positionPubkey }) => positionPubkey);

export const historyKeys = {
  all: ['history'] as const,
  of: (owner?: Pubkey) => [...historyKeys.all, owner] as const,
};

function fetchHistory(owner: Pubkey, start: number, options: ReadOptions): Promise<HistoryPage> {
  const query = {
    ownerPubkey: owner,
    start: String(start),
    end: String(start + MAX_PAGE),
  };
  return withV2Fallback<'listHistoryV2', HistoryPage, HistoryPage>(
    'listHistoryV2',
    async (id) => ({ by: 'position', ...(await call(id, { query }, options)) }),
    async (id) => ({ by: 'event', ...(await call(id, { query }, options)) }),
  );
}

/** The newest single events of an owner. */
export const fetchEvents = async (owner: Pubkey): Promise<HistoryEvent[]> => {
  const query = { ownerPubkey: owner, start: '0', end: String(MAX_PAGE) };
  return (await call('listHistory', { query })).data;
};

/** Entries of all pages that were read: a service may end a page early. */
export const entriesOf = (data: { pages: readonly { data: readonly unknown[] }[] } | undefined): number =>
  data?.pages.reduce((sum, page) => sum + page.data.length, 0) ?? 0;

/** A renewal reads every entry again: the more there are, in pages as long as are asked for, the less often. */
export const renewEvery = (ms: number, data: { pages: readonly HistoryPage[] } | undefined): number =>
  ms * Math.max(1, Math.ceil(entriesOf(data) / MAX_PAGE));

/** History of an owner, newest first, page after page. */
export const historyQuery = (owner?: Pubkey) =>
  infiniteQueryOptions({
    queryKey: historyKeys.of(owner),
    queryFn: owner
      ? readPages<HistoryPage>((start, options) => fetchHistory(owner, start, options))
      : skipToken,
    initialPageParam: 0,
    getNextPageParam: ({ pagination }, _pages, start) =>
      pagination.hasNext && pagination.end > start ? pagination.end : undefined,
    refetchInterval: (query) => pollEvery(renewEvery(HISTORY_POLL_MS, query.state.data))(query),
  });
export type HistoryQuery = UseInfiniteQueryResult<{ pages: HistoryPage[] }, AppError>;
export const useHistory = (owner?: Pubkey) => useInfiniteQuery(historyQuery(owner));
