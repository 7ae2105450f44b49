import type { Pubkey } from '@contract/ids.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useState } from 'react';
import { POSITIONS_POLL_MS } from '@/api/poll.ts';
import { useConfig } from '@/config.ts';
import { positionState, type StatedPosition } from '@/domain/portfolio.ts';
import { focusList } from '@/lib/dom.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import type { KnownOrders } from '@/orders/reserved.ts';
import { hiddenPositionColumns } from '@/state/portfolio-columns.ts';
import { useStored } from '@/state/stored.ts';
import { QueryBody, type QueryView } from '@/ui/query-body.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import type { WalletSigner } from '@/wallet/index.ts';
import { narrowsPositions } from '../portfolio-rows.ts';
import { claimPosition } from '../queue/intents.ts';
import { useRowProblem, useRowTx } from '../queue/row-actions.ts';
import type { PortfolioSearch } from '../search-params.ts';
import { ClosingPosition } from './closing-position.tsx';
import { PositionsFilter, PositionsTable } from './positions-table.view.tsx';

const PositionChart = lazyWithRetry(async () => (await import('./position-chart.tsx')).PositionChart, {
  fallback: () => <Skeleton className="m-2 h-56" />,
});
const ShareDialog = lazyWithRetry(async () => (await import('./share-dialog.tsx')).ShareDialog);

interface Props {
  query: QueryView<Position[]>;
  /** Rows as they are narrowed and sorted, and how many there are in all. */
  rows: readonly StatedPosition[];
  of: number;
  /** The newest orders, of which open sales reserve contracts. */
  orders: KnownOrders;
  /** Of the owner; null while they have not come. */
  records: readonly HistoryEvent[] | null;
  owner: Pubkey;
  signer: WalletSigner | null;
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
  picked: ReadonlySet<string>;
  onPick: (keys: readonly Pubkey[], on: boolean) => void;
  onShowEnded: () => void;
}

/** Positions of the wallet, with their close dialog, claims and pictures. */
export function PositionsPanel(props: Props) {
  const { query, rows, of, orders, records, owner, signer, search, onSearch, picked, onPick, onShowEnded } =
    props;
  const config = useConfig();
  const { busy, waiting, start } = useRowTx(owner, signer);
  const [closing, setClosing] = useState<Position | null>(null);
  const [sharing, setSharing] = useState<Position | null>(null);
  const blocked = useRowProblem(signer);
  const without = useStored(hiddenPositionColumns);
  const narrows = narrowsPositions(search);
  return (
    <>
      <QueryBody
        query={query}
        what="positions"
        intervalMs={POSITIONS_POLL_MS}
        skeleton={<TableSkeleton what="positions" />}
      >
        {() => (
          <>
            {narrows && (
              <PositionsFilter
                category={search.category}
                settles={search.settles}
                shown={rows.length}
                of={of}
                onClear={() => {
                  onSearch({ ...search, category: undefined, settles: undefined });
                  focusList();
                }}
              />
            )}
            {!(narrows && rows.length === 0) && (
              <PositionsTable
                rows={rows}
                hidden={of - rows.length}
                config={config}
                blocked={blocked}
                busy={busy}
                waiting={waiting}
                without={without}
                sort={search.sort}
                onSort={(sort) => onSearch({ ...search, sort })}
                picked={picked}
                onPick={onPick}
                onClose={setClosing}
                onClaim={(position) => start(position.pubkey, claimPosition(position, owner, config.mints))}
                onShare={setSharing}
                onShowHidden={() => {
                  onShowEnded();
                  focusList();
                }}
                chartOf={(position) => (
                  <PositionChart position={position} asOf={query.dataUpdatedAt} records={records} />
                )}
              />
            )}
          </>
        )}
      </QueryBody>
      <ClosingPosition
        position={closing}
        positions={query.data}
        orders={orders}
        owner={owner}
        signer={signer}
        onDone={() => setClosing(null)}
      />
      {sharing && (
        <ShareDialog position={sharing} state={positionState(sharing)} onClose={() => setSharing(null)} />
      )}
    </>
  );
}
