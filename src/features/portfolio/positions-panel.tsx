import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { formatUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useState } from 'react';
import { POSITIONS_POLL_MS } from '@/api/poll.ts';
import { useConfig } from '@/config.ts';
import { arrangePositions, isHeld, positionState, type StatedPosition } from '@/domain/portfolio.ts';
import { categoryOf, settlesWithin } from '@/domain/portfolio-figures.ts';
import { serverNow } from '@/lib/clock.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { Button } from '@/ui/button.tsx';
import { QueryBody, type QueryView } from '@/ui/query-body.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import type { WalletSigner } from '@/wallet/index.ts';
import { claimItem, claimPosition } from './intents.ts';
import { actionOf, descriptorOf, lockedBySales } from './portfolio-rows.ts';
import { PositionsFilter, PositionsTable } from './positions-table.view.tsx';
import { usePortfolioQueue } from './queue-panel.tsx';
import { useRowProblem, useRowTx } from './row-actions.ts';
import type { PortfolioSearch } from './search-params.ts';

const CloseAllDialog = lazyWithRetry(async () => (await import('./close-all-dialog.tsx')).CloseAllDialog);

interface BarProps {
  rows: readonly StatedPosition[];
  orders: readonly Order[];
  owner: Pubkey;
  signer: WalletSigner | null;
}

const withAction = (rows: readonly StatedPosition[], config: AppConfig, kind: 'claim' | 'close') =>
  rows
    .filter(
      ({ position, state }) =>
        actionOf(state, descriptorOf(config, position), position.sellPriceUsd !== null).kind === kind,
    )
    .map(({ position }) => position);

/** What can be done with all positions at once; nothing where there is only one. */
function PositionsBar({ rows, orders, owner, signer }: BarProps) {
  const config = useConfig();
  const { blocked, start } = usePortfolioQueue(owner, signer);
  const [closing, setClosing] = useState(false);
  const claimable = withAction(rows, config, 'claim');
  const open = withAction(rows, config, 'close');
  const payout = claimable.reduce((sum, { payoutUsd }) => sum + payoutUsd, 0n);
  if (claimable.length < 2 && open.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-line border-b px-3 py-2">
      {claimable.length > 1 && (
        <Button
          size="sm"
          variant="primary"
          disabled={blocked !== null}
          title={blocked ?? 'One transaction a position, in a queue you can pause'}
          onClick={() => start('claim', claimable.map(claimItem))}
        >
          Claim all {claimable.length} · {formatUsd(payout)}
        </Button>
      )}
      {open.length > 1 && (
        <Button
          size="sm"
          disabled={blocked !== null}
          title={blocked ?? 'Shows what it would bring first'}
          onClick={() => setClosing(true)}
        >
          Close all {open.length}…
        </Button>
      )}
      {closing && (
        <CloseAllDialog
          owner={owner}
          positions={open}
          orders={orders}
          onStart={(items) => {
            setClosing(false);
            start('close', items);
          }}
          onDismiss={() => setClosing(false)}
        />
      )}
    </div>
  );
}

const CloseDialog = lazyWithRetry(async () => (await import('./close-dialog.tsx')).CloseDialog);
const ShareDialog = lazyWithRetry(async () => (await import('./share-dialog.tsx')).ShareDialog);

interface Props {
  query: QueryView<Position[]>;
  /** The newest orders, as far as known: open sales reserve contracts. */
  orders: readonly Order[];
  owner: Pubkey;
  signer: WalletSigner | null;
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
  showEnded: boolean;
  onShowEnded: () => void;
}

/** Positions of one category or of one time of settlement: only held ones have either. */
function narrowed(rows: readonly StatedPosition[], { category, settles }: PortfolioSearch): StatedPosition[] {
  const now = serverNow() / 1_000;
  return rows.filter(
    ({ position, state }) =>
      isHeld(state.phase) &&
      (category === undefined || categoryOf(position) === category) &&
      (settles === undefined || settlesWithin(position, state, now) === settles),
  );
}

/** Positions of the wallet, with their close dialog, claims and pictures. */
export function PositionsPanel(props: Props) {
  const { query, orders, owner, signer, search, onSearch, showEnded, onShowEnded } = props;
  const config = useConfig();
  const claims = useRowTx(signer);
  const { taken, waiting } = usePortfolioQueue(owner, signer);
  const [closing, setClosing] = useState<Position | null>(null);
  const [sharing, setSharing] = useState<Position | null>(null);
  const fresh = closing && (query.data?.find(({ pubkey }) => pubkey === closing.pubkey) ?? closing);
  const blocked = useRowProblem(signer);
  const narrows = search.category !== undefined || search.settles !== undefined;
  return (
    <>
      <QueryBody
        query={query}
        what="positions"
        intervalMs={POSITIONS_POLL_MS}
        skeleton={<TableSkeleton what="positions" />}
      >
        {(positions) => {
          const all = arrangePositions(positions);
          const rows = narrows
            ? narrowed(all, search)
            : showEnded
              ? all
              : all.filter(({ state }) => isHeld(state.phase));
          return (
            <>
              <PositionsBar rows={all} orders={orders} owner={owner} signer={signer} />
              {narrows && (
                <PositionsFilter
                  category={search.category}
                  settles={search.settles}
                  shown={rows.length}
                  of={all.length}
                  onClear={() => onSearch({ ...search, category: undefined, settles: undefined })}
                />
              )}
              {!(narrows && rows.length === 0) && (
                <PositionsTable
                  rows={rows}
                  hidden={all.length - rows.length}
                  config={config}
                  blocked={blocked}
                  busy={new Set([...claims.busy, ...taken])}
                  waiting={new Map([...claims.waiting, ...waiting])}
                  onClose={setClosing}
                  onClaim={(position) =>
                    claims.start(position.pubkey, claimPosition(position, owner, config.mints))
                  }
                  onShare={setSharing}
                  onShowHidden={onShowEnded}
                />
              )}
            </>
          );
        }}
      </QueryBody>
      {fresh && (
        <CloseDialog
          position={fresh}
          state={positionState(fresh)}
          locked={lockedBySales(orders, fresh)}
          owner={owner}
          signer={signer}
          onDone={() => setClosing(null)}
        />
      )}
      {sharing && (
        <ShareDialog position={sharing} state={positionState(sharing)} onClose={() => setSharing(null)} />
      )}
    </>
  );
}
