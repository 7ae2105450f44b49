import type { Pubkey } from '@contract/ids.ts';
import { formatUsd } from '@contract/money.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { isOpenOrder, useOrders } from '@/api/orders.queries.ts';
import { useSlips } from '@/api/parlays.queries.ts';
import { HISTORY_POLL_MS, ORDERS_POLL_MS, POSITIONS_POLL_MS } from '@/api/poll.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { useConfig } from '@/config.ts';
import { arrangePositions, isHeld } from '@/domain/portfolio.ts';
import { useServerNow } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { dayName, saveFile } from '@/lib/save-file.ts';
import { useMedia } from '@/lib/use-media.ts';
import { useTitle } from '@/lib/use-title.ts';
import { Age } from '@/ui/age.tsx';
import { Button } from '@/ui/button.tsx';
import { Panel, PanelBody, PanelHeader } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { useSkipTarget } from '@/ui/skip-target.ts';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs.tsx';
import { openConnect, useOwner, useSigner, useWalletStore, type WalletSigner } from '@/wallet/index.ts';
import { BreakdownButton } from './breakdown.view.tsx';
import { disposalsCsv, historyCsv, positionsCsv } from './exports.ts';
import { HistoryPanel, useAllHistory } from './history-panel.tsx';
import { filterHistory, historyRows, historyWith, recordsIn, recordsOf, winsIn } from './history-rows.ts';
import { OrdersPanel } from './orders-panel.tsx';
import { narrowsPositions, shownPositions } from './portfolio-rows.ts';
import { PositionsActions } from './positions-actions.tsx';
import { PositionsPanel } from './positions-panel.tsx';
import { QueuePanel } from './queue-panel.tsx';
import type { ReceiptSubject } from './receipt-dialog.tsx';
import {
  isPortfolioTab,
  type PortfolioSearch,
  type PortfolioTab,
  pickedOf,
  withPicked,
} from './search-params.ts';
import { NotConnected, SummaryView } from './summary.view.tsx';
import { mintName, useAccount } from './use-account.ts';

/** Without it spreadsheets take the text for the code page of the computer, and a dash for three odd letters. */
const BYTE_ORDER_MARK = '\ufeff';

interface ExportProps {
  /** "positions", "history": named in the file. */
  what: string;
  disabled: boolean;
  csv: () => string;
  /** What the button says. */
  label?: string;
}

/** Saves what the table holds as CSV. */
const ExportButton = ({ what, disabled, csv, label = 'Export CSV' }: ExportProps) => (
  <Button
    size="sm"
    disabled={disabled}
    title={disabled ? `No ${what} to export` : `Save the ${what} as CSV`}
    onClick={() =>
      saveFile(dayName(what, 'csv'), new Blob([BYTE_ORDER_MARK, csv()], { type: 'text/csv;charset=utf-8' }))
    }
  >
    <Download aria-hidden className="size-3.5 md:hidden" />
    <span className="max-md:sr-only">{label}</span>
  </Button>
);

const Analytics = lazyWithRetry(async () => (await import('./analytics.tsx')).Analytics, {
  fallback: () => <Skeleton className="h-60 w-full" />,
});
const ExecutionPanel = lazyWithRetry(async () => (await import('./execution-panel.tsx')).ExecutionPanel, {
  fallback: () => <TableSkeleton what="execution" />,
});
const ReceiptDialog = lazyWithRetry(async () => (await import('./receipt-dialog.tsx')).ReceiptDialog);

interface Props {
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
  /** Draws the parlays of a wallet, which belong to another part of the desk. */
  parlays: (owner: Pubkey, signer: WalletSigner | null) => ReactNode;
  /** The same of the legs of one; `over`: it is lost already. */
  legsOf: (slip: ParlaySlip, over: boolean) => ReactNode;
}

/** A remembered wallet is on its way: saying "connect" would flash. */
const useIsConnecting = (): boolean =>
  useWalletStore(
    ({ status, wanted, loaded, dialogOpen }) =>
      status === 'connecting' || (status === 'disconnected' && wanted && !loaded && !dialogOpen),
  );

const fetchedAt = (at: number): number | undefined => (at > 0 ? at : undefined);

const HALF_MINUTE_MS = 30_000;

/** Money that waits behind a tab. */
const ToClaim = ({ value }: { value: bigint }) =>
  value > 0n && (
    <span
      className="num rounded-full bg-warn-dim px-1.5 font-semibold text-2xs text-warn max-md:sr-only"
      title={`${formatUsd(value)} to claim`}
    >
      {formatUsd(value, 'down', 0)}
    </span>
  );

function OwnedPortfolio({ owner, search, onSearch, parlays, legsOf }: Props & { owner: Pubkey }) {
  useSkipTarget('list', 'Skip to positions and orders');
  const tab = search.tab ?? 'positions';
  const signer = useSigner();
  // On a phone what one holds comes first, and the charts below it; on a wide screen they stand beside it.
  const phone = useMedia('(width < 48rem)');
  const wide = useMedia('(width >= 120rem)');
  const config = useConfig();
  const positions = usePositions(owner);
  const orders = useOrders(owner);
  const history = useAllHistory(owner);
  const slips = useSlips(owner);
  const view = useAccount(owner);
  const { account, sources } = view;
  const [receipt, setReceipt] = useState<ReceiptSubject | null>(null);
  const picked = useMemo(() => pickedOf(search), [search]);
  const freshness = useFreshness(fetchedAt(positions.dataUpdatedAt), POSITIONS_POLL_MS);
  const showEnded = search.ended !== 'hidden';
  const show = (ended: boolean) => onSearch({ ...search, ended: ended ? undefined : 'hidden' });
  const now = useServerNow(HALF_MINUTE_MS) / 1_000;
  const all = useMemo(() => arrangePositions(positions.data ?? []), [positions.data]);
  const rows = shownPositions(all, search, showEnded, now);
  const held = all.filter(({ state }) => isHeld(state.phase)).length;
  const ages: Record<PortfolioTab, { at: number; intervalMs: number }> = {
    positions: { at: positions.dataUpdatedAt, intervalMs: POSITIONS_POLL_MS },
    orders: { at: orders.dataUpdatedAt, intervalMs: ORDERS_POLL_MS },
    parlays: { at: slips.dataUpdatedAt, intervalMs: POSITIONS_POLL_MS },
    history: { at: history.dataUpdatedAt, intervalMs: HISTORY_POLL_MS },
    execution: { at: history.dataUpdatedAt, intervalMs: HISTORY_POLL_MS },
  };
  const { at, intervalMs } = ages[tab];
  const pages = history.data?.pages;
  const past = useMemo(
    () => historyWith(historyRows(pages ?? []), slips.data ?? [], owner, sources.ledger?.disposals ?? []),
    [pages, slips.data, owner, sources.ledger],
  );
  const records = useMemo(() => recordsOf(past), [past]);
  const parlayKeys = new Set<string>(slips.data?.flatMap(({ positionPubkey }) => positionPubkey ?? []));
  const waiting = slips.data?.filter((slip) => slip.claimable && !slip.isClaimed) ?? [];
  const toClaim = (part: 'positions' | 'parlays'): bigint =>
    account.rows
      .filter((row) => row.part === part && row.state === 'payout')
      .reduce((sum, { worth }) => sum + (worth ?? 0n), 0n);
  const heldSlips = account.rows.flatMap((row) => {
    const slip = row.part === 'parlays' && slips.data?.find(({ parlayId }) => parlayId === row.key);
    return slip ? [{ slip, row }] : [];
  });
  // A new wallet sees no empty charts.
  const charts = (all.length > 0 || past.length > 0) && (
    <Analytics
      view={view}
      positions={positions.data ?? []}
      history={history}
      search={search}
      onSearch={onSearch}
    />
  );
  const table = (
    <Tabs
      value={tab}
      onValueChange={(next) => {
        if (isPortfolioTab(next)) onSearch({ ...search, tab: next });
      }}
      className="flex min-h-[24rem] min-w-0 flex-1 flex-col"
    >
      <Panel id="list" tabIndex={-1} className="flex-1 scroll-mt-(--shell-top) outline-none">
        <PanelHeader>
          <TabList aria-label="Portfolio" className="min-w-0">
            <Tab value="positions" count={positions.data && held}>
              Positions
              <ToClaim value={toClaim('positions')} />
            </Tab>
            <Tab value="orders" count={orders.data?.filter(isOpenOrder).length || undefined}>
              Orders
            </Tab>
            <Tab value="parlays" count={slips.data?.length || undefined}>
              Parlays
              <ToClaim value={toClaim('parlays')} />
            </Tab>
            <Tab value="history">History</Tab>
            <Tab value="execution">Execution</Tab>
          </TabList>
          <span className="ml-auto flex flex-wrap items-center justify-end gap-2">
            {tab === 'positions' && (
              <PositionsActions
                rows={rows}
                narrowed={narrowsPositions(search)}
                slips={narrowsPositions(search) ? [] : waiting}
                picked={picked}
                orders={orders.data ?? []}
                owner={owner}
                signer={signer}
                onDone={() => onSearch({ ...search, picked: undefined })}
              />
            )}
            {tab === 'positions' && all.length > held && (
              <Button size="sm" onClick={() => show(!showEnded)}>
                <span>
                  {showEnded ? 'Hide' : 'Show'} {all.length - held}
                  <span className="max-md:sr-only"> ended</span>
                </span>
              </Button>
            )}
            {tab === 'positions' && (
              <ExportButton
                what="positions"
                disabled={all.length === 0 && heldSlips.length === 0}
                csv={() => positionsCsv(all, heldSlips)}
              />
            )}
            {tab === 'history' && (
              <ExportButton
                what="disposals"
                label="Export P&L"
                disabled={records.length === 0}
                csv={() => disposalsCsv(records, parlayKeys)}
              />
            )}
            {tab === 'history' && (
              <ExportButton
                what="history"
                disabled={records.length === 0}
                csv={() => historyCsv(recordsIn(filterHistory(past, search)))}
              />
            )}
            <Age fetchedAt={fetchedAt(at)} intervalMs={intervalMs} />
          </span>
        </PanelHeader>
        <PanelBody flush>
          <TabPanel value="positions">
            <PositionsPanel
              query={positions}
              rows={rows}
              of={all.length}
              orders={orders.data ?? []}
              records={sources.records}
              owner={owner}
              signer={signer}
              search={search}
              onSearch={onSearch}
              picked={picked}
              onPick={(keys, on) => onSearch(withPicked(search, keys, on))}
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
              onReceipt={(order) => setReceipt({ of: 'order', order })}
            />
          </TabPanel>
          <TabPanel value="parlays">{parlays(owner, signer)}</TabPanel>
          <TabPanel value="history">
            <HistoryPanel
              query={history}
              history={past}
              search={search}
              onSearch={onSearch}
              onReceipt={(fill) => setReceipt({ of: 'fill', fill })}
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
  return (
    <>
      <div className={cx(freshness === 'stale' && 'stale')}>
        <SummaryView
          view={view}
          wins={pages && winsIn(pages)}
          problem={{ positions: positions.isError, history: history.isError }}
          help={<BreakdownButton view={view} nameOf={({ key }) => mintName(config, key)} />}
        />
      </div>
      <QueuePanel owner={owner} signer={signer} />
      {wide ? (
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_34rem] gap-3">
          {table}
          {charts}
        </div>
      ) : (
        <>
          {!phone && charts}
          {table}
          {phone && charts}
        </>
      )}
      {receipt && (
        <ReceiptDialog subject={receipt} owner={owner} records={records} onClose={() => setReceipt(null)} />
      )}
    </>
  );
}

function Waiting() {
  return (
    <>
      <Skeleton className="h-[3.75rem] w-full" />
      <Panel className="min-h-[24rem] flex-1">
        <div className="min-h-11 border-line border-b" />
        <TableSkeleton what="portfolio" />
      </Panel>
    </>
  );
}

/** Everything the connected wallet holds, has ordered and has done. */
export function PortfolioPage(props: Props) {
  useTitle('Portfolio');
  const owner = useOwner();
  const connecting = useIsConnecting();
  const { mode, paper } = useConfig();
  return (
    <div className="flex min-h-[calc(100dvh-var(--shell-top)-var(--shell-bottom)-2rem)] flex-col gap-3">
      <h1 className="sr-only">Portfolio</h1>
      {owner ? (
        <OwnedPortfolio key={owner} owner={owner} {...props} />
      ) : connecting ? (
        <Waiting />
      ) : (
        <NotConnected paper={mode === 'paper'} faucet={paper?.faucet ?? false} onConnect={openConnect} />
      )}
    </div>
  );
}
