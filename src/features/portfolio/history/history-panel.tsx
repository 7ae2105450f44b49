import type { Pubkey } from '@contract/ids.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { type ReactNode, useRef } from 'react';
import { useEveryPage } from '@/api/account.queries.ts';
import { type HistoryQuery, useHistory } from '@/api/history.queries.ts';
import { HISTORY_POLL_MS } from '@/api/poll.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { QueryBody } from '@/ui/query-body.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { BrowseMarkets } from '../browse-markets.view.tsx';
import { LoadMore } from '../load-more.view.tsx';
import { narrowsHistory, type PortfolioSearch, WHOLE_HISTORY } from '../search-params.ts';
import { PositionHistoryTable } from './history.view.tsx';
import { HistoryEventsTable } from './history-events.view.tsx';
import { HistoryFilters } from './history-filters.view.tsx';
import { filterHistory, type HistoryRow, marketsIn } from './history-rows.ts';

interface Props {
  query: HistoryQuery;
  /** Every row of it, parlays named as such. */
  history: readonly HistoryRow[];
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
  onReceipt: (fill: HistoryEvent) => void;
  legsOf: (slip: ParlaySlip, over: boolean) => ReactNode;
}

const NothingYet = () => (
  <EmptyState title="No history yet" action={<BrowseMarkets />}>
    Purchases, sales, payouts and losses appear here with their fees and transactions.
  </EmptyState>
);

/** History of the wallet as the address narrows it. */
export function HistoryPanel({ query, history, search, onSearch, onReceipt, legsOf }: Props) {
  const filters = useRef<HTMLSelectElement>(null);
  const clear = () => {
    onSearch({ ...search, ...WHOLE_HISTORY });
    // Nothing is left to clear then, and the button goes.
    filters.current?.focus();
  };
  return (
    <QueryBody
      query={query}
      what="history"
      intervalMs={HISTORY_POLL_MS}
      skeleton={<TableSkeleton what="history" />}
    >
      {({ pages }) => {
        if (history.length === 0) return <NothingYet />;
        const shown = filterHistory(history, search);
        return (
          <>
            <HistoryFilters
              ref={filters}
              search={search}
              markets={marketsIn(history)}
              onSearch={onSearch}
              onClear={clear}
            />
            {shown.rows.length === 0 ? (
              <EmptyState
                title="No matches"
                action={narrowsHistory(search) && <Button onClick={clear}>Clear filters</Button>}
              >
                No record matches these filters.
              </EmptyState>
            ) : shown.by === 'position' ? (
              <PositionHistoryTable
                rows={shown.rows}
                sort={search.past}
                onSort={(past) => onSearch({ ...search, past })}
                records={search.records}
                onRecords={(records) => onSearch({ ...search, records })}
                onReceipt={onReceipt}
                legsOf={legsOf}
              />
            ) : (
              <HistoryEventsTable
                events={shown.rows}
                caption="History"
                withMarket
                sort={search.records}
                onSort={(records) => onSearch({ ...search, records })}
                onReceipt={onReceipt}
              />
            )}
            <LoadMore
              shown={pages.reduce((sum, { data }) => sum + data.length, 0)}
              total={pages.at(-1)?.pagination.total}
              hasMore={query.hasNextPage}
              loading={query.isFetchingNextPage}
              failed={query.isFetchNextPageError}
              onMore={() => void query.fetchNextPage()}
            />
          </>
        );
      }}
    </QueryBody>
  );
}

/** The whole history of a wallet, page after page: totals and curves need all of it. */
export function useAllHistory(owner: Pubkey): HistoryQuery {
  const query = useHistory(owner);
  useEveryPage(query);
  return query;
}
