import type { Pubkey } from '@contract/ids.ts';
import { Download } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { isOpenOrder, useOrders } from '@/api/orders.queries.ts';
import { useSlips } from '@/api/parlays.queries.ts';
import { HISTORY_POLL_MS, ORDERS_POLL_MS, POSITIONS_POLL_MS } from '@/api/poll.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { useConfig } from '@/config.ts';
import { arrangePositions, isHeld, portfolioTotals, positionState } from '@/domain/portfolio.ts';
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
import { disposalsCsv, historyCsv, positionsCsv } from './exports.ts';
import { HistoryPanel, useAllHistory } from './history-panel.tsx';
import { figuresIn, filterHistory, historyRows, recordsIn, recordsOf, withParlays } from './history-rows.ts';
import { OrdersPanel } from './orders-panel.tsx';
import { PositionsPanel } from './positions-panel.tsx';
import { QueuePanel } from './queue-panel.tsx';
import type { ReceiptSubject } from './receipt-dialog.tsx';
import { isPortfolioTab, type PortfolioSearch, type PortfolioTab } from './search-params.ts';
import { NotConnected, SummaryView } from './summary.view.tsx';

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
const ReceiptDialog = lazyWithRetry(async () => (await import('./receipt-dialog.tsx')).ReceiptDialog);

interface Props {
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
  /** Draws the parlays of a wallet, which belong to another part of the desk. */
  parlays: (owner: Pubkey, signer: WalletSigner | null) => ReactNode;
}

/** A remembered wallet is on its way: saying "connect" would flash. */
const useIsConnecting = (): boolean =>
  useWalletStore(
    ({ status, wanted, loaded, dialogOpen }) =>
      status === 'connecting' || (status === 'disconnected' && wanted && !loaded && !dialogOpen),
  );

/** Whether there is anything to draw: a new wallet sees no empty charts. */
const held = (
  positions: readonly unknown[] | undefined,
  pages: readonly { data: readonly unknown[] }[] = [],
) => (positions?.length ?? 0) > 0 || pages.some(({ data }) => data.length > 0);

const fetchedAt = (at: number): number | undefined => (at > 0 ? at : undefined);

function OwnedPortfolio({ owner, search, onSearch, parlays }: Props & { owner: Pubkey }) {
  useSkipTarget('list', 'Skip to positions and orders');
  const tab = search.tab ?? 'positions';
  const signer = useSigner();
  // On a phone what one holds comes first, and the charts below it.
  const phone = useMedia('(width < 48rem)');
  const positions = usePositions(owner);
  const orders = useOrders(owner);
  const history = useAllHistory(owner);
  const slips = useSlips(owner);
  const [receipt, setReceipt] = useState<ReceiptSubject | null>(null);
  const freshness = useFreshness(fetchedAt(positions.dataUpdatedAt), POSITIONS_POLL_MS);
  const [showEnded, setShowEnded] = useState(true);
  const totals = positions.data && portfolioTotals(positions.data);
  const ended =
    positions.data?.filter((position) => {
      const { phase } = positionState(position);
      return phase !== 'sold' && !isHeld(phase);
    }).length ?? 0;
  const ages: Record<PortfolioTab, { at: number; intervalMs: number }> = {
    positions: { at: positions.dataUpdatedAt, intervalMs: POSITIONS_POLL_MS },
    orders: { at: orders.dataUpdatedAt, intervalMs: ORDERS_POLL_MS },
    parlays: { at: slips.dataUpdatedAt, intervalMs: POSITIONS_POLL_MS },
    history: { at: history.dataUpdatedAt, intervalMs: HISTORY_POLL_MS },
  };
  const { at, intervalMs } = ages[tab];
  const parlayKeys = useMemo(
    () => new Set<string>(slips.data?.flatMap(({ positionPubkey }) => positionPubkey ?? [])),
    [slips.data],
  );
  const records = history.data ? recordsOf(historyRows(history.data.pages)) : [];
  const charts = held(positions.data, history.data?.pages) && (
    <Analytics positions={positions.data ?? []} history={history} search={search} onSearch={onSearch} />
  );
  return (
    <>
      <div className={cx(freshness === 'stale' && 'stale')}>
        <SummaryView
          totals={totals}
          history={history.data && figuresIn(history.data.pages)}
          problem={{ positions: positions.isError, history: history.isError }}
        />
      </div>
      <QueuePanel owner={owner} signer={signer} />
      {!phone && charts}
      <Tabs
        value={tab}
        onValueChange={(next) => {
          if (isPortfolioTab(next)) onSearch({ ...search, tab: next });
        }}
        className="flex min-h-[24rem] flex-1 flex-col"
      >
        <Panel id="list" tabIndex={-1} className="flex-1 scroll-mt-(--shell-top) outline-none">
          <PanelHeader className="flex-nowrap">
            <TabList aria-label="Portfolio" className="min-w-0">
              <Tab value="positions" count={totals?.held}>
                Positions
              </Tab>
              <Tab value="orders" count={orders.data?.filter(isOpenOrder).length || undefined}>
                Orders
              </Tab>
              <Tab value="parlays" count={slips.data?.length || undefined}>
                Parlays
              </Tab>
              <Tab value="history">History</Tab>
            </TabList>
            <span className="flex-1" />
            {tab === 'positions' && ended > 0 && (
              <Button size="sm" onClick={() => setShowEnded((was) => !was)}>
                <span>
                  {showEnded ? 'Hide' : 'Show'} {ended}
                  <span className="max-md:sr-only"> ended</span>
                </span>
              </Button>
            )}
            {tab === 'positions' && (
              <ExportButton
                what="positions"
                disabled={!positions.data?.length}
                csv={() => positionsCsv(arrangePositions(positions.data ?? []))}
              />
            )}
            {tab === 'history' && (
              <ExportButton
                what="disposals"
                label="Export P&L"
                disabled={records.length === 0}
                csv={() =>
                  disposalsCsv(
                    recordsOf(withParlays(historyRows(history.data?.pages ?? []), parlayKeys)),
                    parlayKeys,
                  )
                }
              />
            )}
            {tab === 'history' && (
              <ExportButton
                what="history"
                disabled={records.length === 0}
                csv={() =>
                  historyCsv(
                    recordsIn(
                      filterHistory(withParlays(historyRows(history.data?.pages ?? []), parlayKeys), search),
                    ),
                  )
                }
              />
            )}
            <Age fetchedAt={fetchedAt(at)} intervalMs={intervalMs} />
          </PanelHeader>
          <PanelBody flush>
            <TabPanel value="positions">
              <PositionsPanel
                query={positions}
                orders={orders.data ?? []}
                owner={owner}
                signer={signer}
                search={search}
                onSearch={onSearch}
                showEnded={showEnded}
                onShowEnded={() => setShowEnded(true)}
              />
            </TabPanel>
            <TabPanel value="orders">
              <OrdersPanel
                query={orders}
                owner={owner}
                signer={signer}
                onReceipt={(order) => setReceipt({ of: 'order', order })}
              />
            </TabPanel>
            <TabPanel value="parlays">{parlays(owner, signer)}</TabPanel>
            <TabPanel value="history">
              <HistoryPanel
                query={history}
                parlays={parlayKeys}
                search={search}
                onSearch={onSearch}
                onReceipt={(fill) => setReceipt({ of: 'fill', fill })}
              />
            </TabPanel>
          </PanelBody>
        </Panel>
      </Tabs>
      {phone && charts}
      {receipt && (
        <ReceiptDialog subject={receipt} owner={owner} records={records} onClose={() => setReceipt(null)} />
      )}
    </>
  );
}

function Waiting() {
  return (
    <>
      <SummaryView totals={undefined} history={undefined} problem={{ positions: false, history: false }} />
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
