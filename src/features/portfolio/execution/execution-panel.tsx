import type { Pubkey } from '@contract/ids.ts';
import { useState } from 'react';
import type { HistoryQuery } from '@/api/history.queries.ts';
import { HISTORY_POLL_MS } from '@/api/poll.ts';
import { hasHistory } from '@/config.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { QueryBody } from '@/ui/query-body.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { useFocusOnLeaving } from '@/ui/use-focus-on-leaving.ts';
import type { HistoryRow } from '../history/history-rows.ts';
import type { ExecutionBy, PortfolioSearch } from '../search-params.ts';
import { ExecutionByMarket, ExecutionBySize, ExecutionFills, ExecutionSums } from './execution.view.tsx';
import { useExecution } from './use-execution.ts';

const VIEWS = [
  { value: 'fill', label: 'Fills' },
  { value: 'market', label: 'By market' },
  { value: 'size', label: 'By size' },
] as const;
const FIRST = 50;

interface Props {
  owner: Pubkey;
  query: HistoryQuery;
  /** Every row of it. */
  past: readonly HistoryRow[];
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
}

/** It goes with the last of them. */
const MoreFills = ({ onMore }: { onMore: () => void }) => (
  <div ref={useFocusOnLeaving()} className="flex justify-center border-line border-t py-2">
    <Button size="sm" onClick={onMore}>
      Show more fills
    </Button>
  </div>
);

function Report({ owner, query, past, search, onSearch }: Props) {
  const { execution, quotedOf, loading, failed } = useExecution(owner, past);
  const [shown, setShown] = useState(FIRST);
  const { fills, ended } = execution;
  const { by } = search;
  if (fills.length === 0)
    return (
      <EmptyState title="Nothing filled yet">
        What each fill cost beside the mid, and how the price went afterwards, appears here.
      </EmptyState>
    );
  const notes = [
    query.hasNextPage && 'Older history is still being loaded.',
    loading && 'Loading what prices were.',
    failed && 'Couldn’t load some prices: what lies behind them stays unexplained.',
    !hasHistory() && 'The platform keeps no price history: only mids that this browser noted are known.',
  ].filter((note) => typeof note === 'string');
  return (
    <>
      <ExecutionSums execution={execution} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1.5">
        <Segmented<ExecutionBy | 'fill'>
          look="plain"
          label="Show execution by"
          value={by ?? 'fill'}
          onChange={(value) => onSearch({ ...search, by: value === 'fill' ? undefined : value })}
          options={VIEWS}
        />
        {notes.length > 0 && (
          <p role="status" className="text-faint text-xs">
            {notes.join(' ')}
          </p>
        )}
      </div>
      {by !== undefined && ended === 0 ? (
        <EmptyState title="No position has ended yet">
          Totals start with the first position that ends.
        </EmptyState>
      ) : by === 'market' ? (
        <ExecutionByMarket fills={fills} />
      ) : by === 'size' ? (
        <ExecutionBySize fills={fills} />
      ) : (
        <>
          <ExecutionFills fills={fills.slice(0, shown)} quotedOf={quotedOf} />
          {fills.length > shown && <MoreFills onMore={() => setShown(shown + FIRST)} />}
        </>
      )}
    </>
  );
}

/** How the orders of a wallet were executed, and what its profit is made of. */
export const ExecutionPanel = (props: Props) => (
  <QueryBody
    query={props.query}
    what="history"
    intervalMs={HISTORY_POLL_MS}
    skeleton={<TableSkeleton what="execution" />}
  >
    {() => <Report {...props} />}
  </QueryBody>
);
