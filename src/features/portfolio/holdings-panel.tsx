import type { Pubkey } from '@contract/ids.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { Link } from '@tanstack/react-router';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import { type ReactNode, useMemo } from 'react';
import type { HistoryQuery } from '@/api/history.queries.ts';
import { isOpenOrder, type useOrders } from '@/api/orders.queries.ts';
import type { useSlips } from '@/api/parlays.queries.ts';
import { HISTORY_POLL_MS, ORDERS_POLL_MS, POSITIONS_POLL_MS } from '@/api/poll.ts';
import type { usePositions } from '@/api/positions.queries.ts';
import { useConfig } from '@/config.ts';
import { runningSlips } from '@/domain/parlay-standing.ts';
import { arrangePositions, isHeld, type StatedPosition, type Total, totalOf } from '@/domain/portfolio.ts';
import { useServerNow } from '@/lib/clock.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useStillOrder } from '@/lib/use-still-order.ts';
import { Age } from '@/ui/age.tsx';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Panel, PanelBody, PanelHeader } from '@/ui/panel.tsx';
import type { Picking } from '@/ui/pick-box.tsx';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs.tsx';
import type { WalletSigner } from '@/wallet/index.ts';
import { ExportButton } from './export-button.tsx';
import { disposalsCsv, historyCsv, paidInStablecoin, positionsCsv } from './exports.ts';
import { HistoryPanel } from './history/history-panel.tsx';
import { type HistoryRow, recordsIn } from './history/history-rows.ts';
import type { ReceiptSubject } from './history/receipt-dialog.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { badgeText, toClaimText } from './portfolio-labels.ts';
import { narrowsPositions, shownPositions } from './portfolio-rows.ts';
import { ParlaysActions, PositionsActions } from './positions/positions-actions.tsx';
import { PositionsPanel } from './positions/positions-panel.tsx';
import {
  isPortfolioTab,
  type PortfolioSearch,
  type PortfolioTab,
  pickedOf,
  pickKey,
  withPicked,
} from './search-params.ts';
import type { AccountView } from './use-account.ts';

const ExecutionPanel = lazyWithRetry(
  async () => (await import('./execution/execution-panel.tsx')).ExecutionPanel,
  {
    fallback: () => <TableSkeleton what="execution" />,
  },
);

const HALF_MINUTE_MS = 30_000;

const keyOfPosition = ({ position }: StatedPosition): string => position.pubkey;

/** Money that waits behind a tab. */
const ToClaim = ({ total }: { total: Total }) =>
  total.of > 0 &&
  total.sum !== 0n && (
    <span
      className="num rounded-full bg-warn-dim px-1.5 font-semibold text-2xs text-warn max-md:sr-only"
      title={toClaimText(total)}
    >
      {badgeText(total.sum)}
    </span>
  );

interface Props {
  owner: Pubkey;
  signer: WalletSigner | null;
  view: AccountView;
  reads: {
    positions: ReturnType<typeof usePositions>;
    orders: ReturnType<typeof useOrders>;
    history: HistoryQuery;
    slips: ReturnType<typeof useSlips>;
  };
  /** The history with its parlays, and its single records. */
  past: readonly HistoryRow[];
  records: readonly HistoryEvent[];
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
  onReceipt: (receipt: ReceiptSubject) => void;
  /** Draws the parlays of a wallet, which belong to another part of the desk. */
  parlays: (owner: Pubkey, signer: WalletSigner | null, picking: Picking) => ReactNode;
  /** The same of the legs of one; `over`: it is lost already. */
  legsOf: (slip: ParlaySlip, over: boolean) => ReactNode;
}

/** Positions, orders, parlays, history and execution of a wallet, with what can be done about many at once. */
export function Holdings(props: Props) {
  const { owner, signer, view, reads, past, records, search, onSearch, onReceipt, parlays, legsOf } = props;
  const { positions, orders, history, slips } = reads;
  const { account, sources } = view;
  const tab = search.tab ?? 'positions';
  const picked = useMemo(() => pickedOf(search), [search]);
  const picking: Picking = {
    isPicked: (key) => picked.has(pickKey(key)),
    onPick: (keys, on) => onSearch(withPicked(search, keys, on)),
  };
  const showEnded = search.ended !== 'hidden';
  const show = (ended: boolean) => onSearch({ ...search, ended: ended ? undefined : 'hidden' });
  const { mints } = useConfig();
  const now = useServerNow(HALF_MINUTE_MS) / 1_000;
  const all = useMemo(() => arrangePositions(positions.data ?? []), [positions.data]);
  const { category, settles, sort } = search;
  // Each of them has a button that sells or claims.
  const { shown: rows, holding } = useStillOrder(
    shownPositions(all, search, showEnded, now),
    [sort, showEnded, category, settles].join(),
    keyOfPosition,
  );
  const held = all.filter(({ state }) => isHeld(state.phase)).length;
  const ages: Record<PortfolioTab, { at: number; intervalMs: number }> = {
    positions: { at: positions.dataUpdatedAt, intervalMs: POSITIONS_POLL_MS },
    orders: { at: orders.dataUpdatedAt, intervalMs: ORDERS_POLL_MS },
    parlays: { at: slips.dataUpdatedAt, intervalMs: POSITIONS_POLL_MS },
    history: { at: history.dataUpdatedAt, intervalMs: HISTORY_POLL_MS },
    execution: { at: history.dataUpdatedAt, intervalMs: HISTORY_POLL_MS },
  };
  const { at, intervalMs } = ages[tab];
  const running = runningSlips(slips.data ?? [], sources).length;
  const waiting =
    slips.data?.filter((slip) => slip.claimable && !slip.isClaimed && slip.positionPubkey !== null) ?? [];
  // Where the service has no parlays there are none to come.
  const hasSlips = slips.data !== undefined || slips.error?.kind === 'not-found';
  const noSlips = hasSlips ? undefined : 'Parlays are not loaded yet';
  // Both name the parlays among the records, and what they and the positions are paid in.
  const missing = !view.ofAll
    ? 'Older history is not loaded yet'
    : positions.data
      ? noSlips
      : 'Positions are not loaded yet';
  const toClaim = (part: 'positions' | 'parlays'): Total =>
    totalOf(
      account.rows.filter((row) => row.part === part && row.state === 'payout').map(({ worth }) => worth),
    );
  const heldSlips = account.rows.flatMap((row) => {
    const slip = row.part === 'parlays' && slips.data?.find(({ parlayId }) => parlayId === row.key);
    return slip ? [{ slip, row }] : [];
  });
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => {
        if (isPortfolioTab(next)) onSearch({ ...search, tab: next });
      }}
      className="flex min-h-[24rem] min-w-0 flex-1 flex-col"
    >
      <Panel id="list" tabIndex={-1} className="flex-1 scroll-mt-(--shell-top) outline-none">
        <PanelHeader>
          <TabList aria-label="Portfolio" selected={tab} className="min-w-0">
            <Tab value="positions" count={positions.data && held}>
              Positions
              <ToClaim total={toClaim('positions')} />
            </Tab>
            <Tab value="orders" count={orders.data?.filter(isOpenOrder).length || undefined}>
              Orders
            </Tab>
            <Tab value="parlays" count={slips.data?.length || undefined}>
              Parlays
              <ToClaim total={toClaim('parlays')} />
            </Tab>
            <Tab value="history">History</Tab>
            <Tab value="execution">Execution</Tab>
          </TabList>
          <span className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:gap-1.5">
            {tab === 'positions' && (
              <PositionsActions
                rows={rows}
                narrowed={narrowsPositions(search)}
                slips={narrowsPositions(search) ? [] : waiting}
                picked={picked}
                orders={orders}
                owner={owner}
                signer={signer}
                onDone={() => onSearch({ ...search, picked: undefined })}
              />
            )}
            {tab === 'parlays' && (
              <ParlaysActions
                slips={waiting}
                picked={picked}
                owner={owner}
                signer={signer}
                onDone={() => onSearch({ ...search, picked: undefined })}
              />
            )}
            {(tab === 'positions' || tab === 'parlays') && held + running > 0 && (
              <Link
                to="/monitor"
                title="Open positions as tiles, for a second screen"
                className={buttonClass('outline', 'sm')}
              >
                <LayoutGrid aria-hidden className="size-3.5" />
                <span className="max-md:sr-only">Monitor</span>
              </Link>
            )}
            {tab === 'positions' && all.length > held && (
              <Button size="sm" onClick={() => show(!showEnded)}>
                <span>
                  {showEnded ? 'Hide' : 'Show'} {all.length - held}
                  <span className="max-md:sr-only"> ended</span>
                </span>
              </Button>
            )}
            {/* The age breaks no line alone. */}
            <span className="flex items-center gap-[inherit]">
              {tab === 'positions' && (
                <ExportButton
                  what="positions"
                  disabled={all.length === 0 && heldSlips.length === 0}
                  missing={noSlips}
                  csv={() => positionsCsv(all, heldSlips)}
                />
              )}
              {tab === 'history' && (
                <>
                  <ExportButton
                    what="disposals"
                    label="Export profits"
                    short="Profits"
                    disabled={records.length === 0}
                    missing={missing}
                    csv={() =>
                      disposalsCsv(
                        records,
                        paidInStablecoin(slips.data ?? [], positions.data ?? [], mints.stablecoin),
                      )
                    }
                  />
                  <ExportButton
                    what="history"
                    short="History"
                    disabled={records.length === 0}
                    missing={missing}
                    csv={() => historyCsv(recordsIn(past, search))}
                  />
                </>
              )}
              <Age asOf={at || undefined} intervalMs={intervalMs} />
            </span>
          </span>
        </PanelHeader>
        <PanelBody flush>
          <TabPanel value="positions" {...holding}>
            <PositionsPanel
              query={positions}
              rows={rows}
              of={all.length}
              orders={orders}
              records={sources.records}
              owner={owner}
              signer={signer}
              search={search}
              onSearch={onSearch}
              picked={picked}
              onPick={picking.onPick}
              onShowEnded={() => show(true)}
            />
          </TabPanel>
          <TabPanel value="orders">
            <OrdersPanel
              query={orders}
              owner={owner}
              signer={signer}
              search={search}
              onSearch={onSearch}
              {...picking}
              onReceipt={(order) => onReceipt({ of: 'order', order })}
            />
          </TabPanel>
          <TabPanel value="parlays">{parlays(owner, signer, picking)}</TabPanel>
          <TabPanel value="history">
            <HistoryPanel
              query={history}
              history={past}
              search={search}
              onSearch={onSearch}
              onReceipt={(fill) => onReceipt({ of: 'fill', fill })}
              legsOf={legsOf}
            />
          </TabPanel>
          <TabPanel value="execution">
            <ExecutionPanel owner={owner} query={history} past={past} search={search} onSearch={onSearch} />
          </TabPanel>
        </PanelBody>
      </Panel>
    </Tabs>
  );
}
