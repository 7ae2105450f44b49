import type { Pubkey } from '@contract/ids.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import { useMemo, useState } from 'react';
import { TOKEN_PRICE_POLL_MS } from '@/api/poll.ts';
import { usePriceSeries, useTokenPrice } from '@/api/prices.queries.ts';
import { hasHistory, useConfig } from '@/config.ts';
import { CHART_RANGE_LABELS } from '@/domain/price-series.ts';
import { formatPrice } from '@/domain/trigger-price.ts';
import { serverNow } from '@/lib/clock.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { preferredRange } from '@/state/preferences.ts';
import { Age } from '@/ui/age.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { lazyPanel } from '@/ui/lazy-panel.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Absent } from '@/ui/price.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { type ChartLine, chartLabel } from './chart-handle.tsx';
import { chartPrices } from './chart-prices.ts';
import type { OrderLine } from './order-lines.ts';

const ChartCanvas = lazyPanel(async () => (await import('./chart-canvas.tsx')).ChartCanvas, 'chart');

const RANGES = [
  { value: '3600', range: '1H' },
  { value: '21600', range: '6H' },
  { value: '86400', range: '1D' },
  { value: '604800', range: '1W' },
] as const;
const RANGE_OPTIONS = RANGES.map(({ value, range }) => ({ value, label: CHART_RANGE_LABELS[range] }));

interface Props<Id extends string> {
  mint: Pubkey;
  symbol: string;
  /** Levels of the order in the form. */
  lines: readonly ChartLine<Id>[];
  onMove: (id: Id, price: PicoUsd) => void;
  /** Prices of the orders that have been placed. */
  orders: readonly OrderLine[];
  onMoveOrder: (line: OrderLine, price: PicoUsd) => void;
  /** One of them was let go: its change is to be looked at. */
  onPickOrder: (line: OrderLine, by: 'pointer' | 'key') => void;
}

/** The prices of a token, with the levels of the form and the orders that wait on them. */
export function TriggerChart<Id extends string>({
  mint,
  symbol,
  lines,
  onMove,
  orders,
  onMoveOrder,
  onPickOrder,
}: Props<Id>) {
  const [seconds, setSeconds] = useState(
    () => RANGES.find(({ range }) => range === preferredRange('1D'))?.value ?? '604800',
  );
  const { paper } = useConfig();
  const query = usePriceSeries(mint, Number(seconds));
  const { error } = query;
  const price = useTokenPrice(mint);
  const now = price.data ?? null;
  // One that has been left behind was true when it came, and is not drawn as that of now.
  const isOld = useFreshness(price.dataUpdatedAt, TOKEN_PRICE_POLL_MS) === 'stale';
  const series = query.data?.mint === mint ? query.data.series : undefined;
  const prices = useMemo(
    () => chartPrices(series ?? [], { time: serverNow() / 1_000, price: isOld ? null : now }),
    [series, now, isOld],
  );
  const all = useMemo(() => [...orders, ...lines], [orders, lines]);
  const words = chartLabel(prices.map(({ price }) => price));
  return (
    <Panel aria-label={`Price of ${symbol}`}>
      <PanelHeader>
        <PanelTitle>{symbol}</PanelTitle>
        <span className="num font-semibold text-lg">
          {now === null ? <Absent reason="The price is not known now" /> : formatPrice(now)}
        </span>
        <Age asOf={price.dataUpdatedAt || undefined} intervalMs={TOKEN_PRICE_POLL_MS} />
        <Segmented
          look="plain"
          label="Chart range"
          options={RANGE_OPTIONS}
          value={seconds}
          onChange={setSeconds}
          className="ml-auto"
        />
      </PanelHeader>
      <div className="relative h-44 min-h-44 sm:h-60 md:h-[max(20rem,36dvh)] min-[150rem]:h-[calc(100dvh-13rem)]">
        {prices.length > 0 ? (
          <ChartCanvas
            key={mint}
            prices={prices}
            lines={all}
            onMove={(id, price) => {
              const line = lines.find((one) => one.id === id);
              const placed = orders.find((one) => one.id === id);
              if (line) onMove(line.id, price);
              if (placed) onMoveOrder(placed, price);
            }}
            onPick={(id, by) => {
              const placed = orders.find((one) => one.id === id);
              if (placed) onPickOrder(placed, by);
            }}
          />
        ) : paper === null && error?.kind === 'not-found' ? (
          <EmptyState title="No prices of tokens here">
            This platform does not provide them. Orders work all the same.
          </EmptyState>
        ) : error && !series ? (
          <ErrorState
            title="Couldn’t load the prices"
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
            error={error}
          >
            {error.message}
          </ErrorState>
        ) : series ? (
          <EmptyState title="No prices yet">No price of this token has been seen yet.</EmptyState>
        ) : (
          <Skeleton className="absolute inset-3" />
        )}
      </div>
      {paper === null && !hasHistory() && prices.length > 0 && (
        <p className="border-line border-t px-4 py-1.5 text-faint text-xs">
          Observed by this tab; the platform keeps no price history
        </p>
      )}
      {words !== null && <p className="sr-only">{words}</p>}
    </Panel>
  );
}
