import type { Side } from '@contract/ids.ts';
import { formatCents, formatPoints, type MicroUsd } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Order } from '@contract/prediction/order.ts';
import { useMemo, useState } from 'react';
import { bookIdOf, useBook } from '@/api/orderbook.queries.ts';
import { useConfig } from '@/config.ts';
import { sideBook } from '@/domain/book.ts';
import { sideQuote } from '@/domain/events.ts';
import {
  CHART_RANGES,
  type ChartRange,
  inRange,
  type PriceSeries,
  summarise,
} from '@/domain/price-series.ts';
import { useServerNow } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { formatClock, formatMinute, formatShortLocal } from '@/lib/time.ts';
import { preferredRange } from '@/state/preferences.ts';
import { useSeries } from '@/state/price-memory.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { lazyPanel } from '@/ui/lazy-panel.tsx';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { Price } from '@/ui/price.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { fillsOf, knownUntil, onSide, onSteps, RANGE_TEXT, sampled, toDrawing } from './chart-data.ts';
import { DepthChart } from './depth-chart.view.tsx';
import { chanceOf } from './market-groups.ts';

const PriceChart = lazyPanel(async () => (await import('./price-chart.tsx')).PriceChart, 'chart');

const RANGES = Object.keys(CHART_RANGES) as ChartRange[];
const RANGE_LABEL: Record<ChartRange, string> = {
  '1H': '1 h',
  '6H': '6 h',
  '1D': '1 d',
  '1W': '1 w',
  All: 'All',
};
const TABLE_ROWS = 12;

function ChartTable({ series, name }: { series: PriceSeries; name: string }) {
  const summary = summarise(series);
  if (!summary) return null;
  return (
    <div className="sr-only">
      <p>
        {name}: from {formatCents(summary.first.price)} to {formatCents(summary.last.price)}, lowest{' '}
        {formatCents(summary.low)}, highest {formatCents(summary.high)}.
      </p>
      <table>
        <caption>Prices of {name}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {sampled(series, TABLE_ROWS).map((point) => (
            <tr key={point.time}>
              <td>{formatShortLocal(point.time * 1_000)}</td>
              <td>{formatCents(point.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Change({ change, since }: { change: MicroUsd; since: number }) {
  return (
    <span
      className={cx('num text-sm', change > 0n ? 'text-up' : change < 0n ? 'text-down' : 'text-muted')}
      title={`Points since ${formatClock(since * 1_000)}, as far as this browser has seen`}
    >
      {formatPoints(change)}
    </span>
  );
}

/** The middle of what is bid and asked; where one of them lacks, the other by its name: nobody trades between. */
function HeadPrice({ market, side }: { market: Market; side: Side }) {
  const { buy, sell } = sideQuote(market, side);
  const alone = buy === null ? (sell === null ? null : 'Bid') : sell === null ? 'Ask' : null;
  return (
    <span className="flex items-baseline gap-1.5">
      {alone && <span className="font-normal text-muted text-sm">{alone}</span>}
      <Price
        value={alone ? (buy ?? sell) : chanceOf(market, side)}
        fine
        className={cx('text-lg', side === 'yes' ? 'text-yes' : 'text-no')}
      />
    </span>
  );
}

interface Props {
  market: Market;
  outcome: string;
  side: Side;
  sideLabel: string;
  /** The viewer's, in this event. */
  orders: readonly Order[];
  /** When prices were last told, local Unix ms. */
  fetchedAt: number;
  className?: string;
}

export function ChartPanel({ market, outcome, side, sideLabel, orders, fetchedAt, className }: Props) {
  const [range, setRange] = useState<ChartRange>(() => preferredRange('6H'));
  const [kind, setKind] = useState<'price' | 'depth'>('price');
  const { providers } = useConfig();
  const book = useBook(kind === 'depth' ? bookIdOf(market, providers) : undefined);
  const seen = useSeries(market.marketId);
  const nowMs = useServerNow(5_000);
  const now = fetchedAt > 0 ? knownUntil(nowMs, Date.now() - fetchedAt) : Math.floor(nowMs / 1_000);
  const series = useMemo(() => onSide(seen, side), [seen, side]);
  const inside = useMemo(() => inRange(series, range, now), [series, range, now]);
  // Nothing was seen before the first point: the line starts there, not at the edge of the range.
  const honest = useMemo(
    () => inside.filter((point) => point.time >= (series[0]?.time ?? 0)),
    [inside, series],
  );
  const { line, dots, step } = useMemo(() => toDrawing(honest, now), [honest, now]);
  const begin = honest[0]?.time ?? now;
  const fills = useMemo(
    () => onSteps(fillsOf(orders, market.marketId, side), begin, step),
    [orders, market.marketId, side, begin, step],
  );
  const summary = summarise(honest);
  const levels = useMemo(() => (book.data ? sideBook(book.data, side) : undefined), [book.data, side]);
  const name = outcome === sideLabel || outcome === '' ? sideLabel : `${outcome} · ${sideLabel}`;
  const [first] = series;
  return (
    <Panel aria-label="Price" className={className}>
      <PanelHeader className="xl:flex-nowrap">
        <h2 className="flex min-w-0 items-baseline gap-2.5">
          <span className="truncate">{name}</span>
          <HeadPrice market={market} side={side} />
        </h2>
        {summary && <Change change={summary.change} since={summary.first.time} />}
        <span className="ml-auto flex shrink-0 flex-wrap items-center gap-x-2">
          <span className={kind === 'price' ? undefined : 'invisible'}>
            <Segmented<ChartRange>
              look="plain"
              label="Chart range"
              value={range}
              onChange={setRange}
              options={RANGES.map((value) => ({ value, label: RANGE_LABEL[value] }))}
            />
          </span>
          <Segmented<'price' | 'depth'>
            look="plain"
            label="Chart type"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'price', label: 'Price' },
              { value: 'depth', label: 'Depth' },
            ]}
          />
        </span>
      </PanelHeader>
      <div className="relative min-h-56 flex-1">
        {kind === 'depth' ? (
          book.data === undefined && book.error ? (
            <ErrorState
              title="Couldn’t load the order book"
              onRetry={() => void book.refetch()}
              retrying={book.isFetching}
              detail={book.error.message}
              className="absolute inset-0"
            />
          ) : book.isLoading ? (
            <Skeleton className="absolute inset-3" />
          ) : (
            <div className={cx(book.error && 'stale')}>
              <DepthChart book={levels} />
            </div>
          )
        ) : line.length + dots.length === 0 ? (
          <EmptyState title="No price seen yet" className="absolute inset-0">
            {market.status === 'open'
              ? 'The line starts with the first quote.'
              : 'Trading ended before this browser saw one.'}
          </EmptyState>
        ) : (
          <PriceChart line={line} dots={dots} fills={fills} side={side} />
        )}
        {kind === 'price' && <ChartTable series={honest} name={name} />}
      </div>
      {first && (
        <p
          className={cx(
            'flex justify-between gap-3 px-3 pb-1.5 text-faint text-xs',
            kind === 'depth' && 'invisible',
          )}
        >
          <span>
            Cents, {RANGE_TEXT[range]}: <span className="num">{formatShortLocal(begin * 1_000)}</span> to{' '}
            <span className="num">{formatMinute(now * 1_000)}</span>. Dots are trades. Observed by this
            browser since <span className="num">{formatShortLocal(first.time * 1_000)}</span>; the service
            keeps no price history
          </span>
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noopener noreferrer"
            className="hover:text-muted max-sm:hidden"
          >
            Lightweight Charts
          </a>
        </p>
      )}
    </Panel>
  );
}
