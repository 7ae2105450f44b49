import type { Pubkey } from '@contract/ids.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useOrders } from '@/api/orders.queries.ts';
import { useSlips } from '@/api/parlays.queries.ts';
import { POSITIONS_POLL_MS } from '@/api/poll.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { useConfig } from '@/config.ts';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useMedia } from '@/lib/use-media.ts';
import { Panel } from '@/ui/panel.tsx';
import type { Picking } from '@/ui/pick-box.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { useSkipTarget } from '@/ui/skip-target.ts';
import { TableSkeleton } from '@/ui/table-skeleton.tsx';
import { useBalances, useSigner, type WalletSigner } from '@/wallet/index.ts';
import { BreakdownButton } from './account/breakdown.view.tsx';
import { SummaryView } from './account/summary.view.tsx';
import { useAllHistory } from './history/history-panel.tsx';
import { historyRows, historyWith, recordsOf, winsIn } from './history/history-rows.ts';
import type { ReceiptSubject } from './history/receipt-dialog.tsx';
import { Holdings } from './holdings-panel.tsx';
import { QueuePanel } from './queue/queue-panel.tsx';
import type { PortfolioSearch } from './search-params.ts';
import { mintName, useAccount } from './use-account.ts';
import { WalletPage } from './wallet-page.tsx';

const Analytics = lazyWithRetry(async () => (await import('./account/analytics.tsx')).Analytics, {
  fallback: () => <Skeleton className="h-60 w-full" />,
});
const ReceiptDialog = lazyWithRetry(async () => (await import('./history/receipt-dialog.tsx')).ReceiptDialog);

interface Props {
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
  /** Draws the parlays of a wallet, which belong to another part of the desk. */
  parlays: (owner: Pubkey, signer: WalletSigner | null, picking: Picking) => ReactNode;
  /** The same of the legs of one; `over`: it is lost already. */
  legsOf: (slip: ParlaySlip, over: boolean) => ReactNode;
}

function OwnedPortfolio({ owner, search, onSearch, parlays, legsOf }: Props & { owner: Pubkey }) {
  useSkipTarget('list', 'Skip to positions and orders');
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
  const balances = useBalances();
  const { sources } = view;
  const [receipt, setReceipt] = useState<ReceiptSubject | null>(null);
  const freshness = useFreshness(positions.dataUpdatedAt || undefined, POSITIONS_POLL_MS);
  const pages = history.data?.pages;
  const past = useMemo(
    () => historyWith(historyRows(pages ?? []), slips.data ?? [], owner, sources.ledger?.disposals ?? []),
    [pages, slips.data, owner, sources.ledger],
  );
  const records = useMemo(() => recordsOf(past), [past]);
  // A new wallet sees no empty charts.
  const charts = ((positions.data?.length ?? 0) > 0 || past.length > 0) && (
    <Analytics
      key="charts"
      view={view}
      positions={positions}
      cash={balances}
      slips={slips.data ?? []}
      history={history}
      search={search}
      onSearch={onSearch}
    />
  );
  const table = (
    <Holdings
      // Moved, not made anew, in a window that is turned or drawn wider: a dialog of its stays.
      key="holdings"
      owner={owner}
      signer={signer}
      view={view}
      reads={{ positions, orders, history, slips }}
      past={past}
      records={records}
      search={search}
      onSearch={onSearch}
      onReceipt={setReceipt}
      parlays={parlays}
      legsOf={legsOf}
    />
  );
  return (
    <>
      <div className={cx(freshness === 'stale' && 'stale')}>
        <SummaryView
          view={view}
          wins={pages && winsIn(pages)}
          problem={{ cash: balances.isError, positions: positions.isError, history: history.isError }}
          help={<BreakdownButton view={view} nameOf={({ key }) => mintName(config, key)} />}
        />
      </div>
      <QueuePanel owner={owner} signer={signer} />
      <div
        className={
          wide && charts ? 'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_max(34rem,30%)] gap-3' : 'contents'
        }
      >
        {phone || wide ? [table, charts] : [charts, table]}
      </div>
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
export const PortfolioPage = (props: Props) => (
  <WalletPage title="Portfolio" waiting={<Waiting />}>
    {(owner) => <OwnedPortfolio key={owner} owner={owner} {...props} />}
  </WalletPage>
);
