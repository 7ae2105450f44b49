import type { EventId, MarketId, Side } from '@contract/ids.ts';
import { formatCents, formatPoints, type MicroUsd } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import ChartCandlestick from 'lucide-react/icons/chart-candlestick';
import { useMemo, useState } from 'react';
import { bookIdOf, useBook } from '@/api/orderbook.queries.ts';
import { BOOK_POLL_MS } from '@/api/poll.ts';
import { hasHistory, useConfig } from '@/config.ts';
import { sideBook } from '@/domain/book.ts';
import { chanceOf, sideQuote } from '@/domain/events.ts';
import { CHART_RANGE_LABELS, CHART_RANGES, type ChartRange } from '@/domain/price-series.ts';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { formatMinute, formatMoment, formatShortLocal } from '@/lib/time.ts';
import { chartLookPreference, preferredRange } from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { lazyPanel } from '@/ui/lazy-panel.tsx';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { Price } from '@/ui/price.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { changePeriod, changeShown, costOn } from './chart-data.ts';
import { DepthChart } from './depth-chart.view.tsx';
import { RANGE_TEXT } from './market-labels.ts';
import { OutcomesPicture } from './outcomes-picture.tsx';
import { type PricePicture, usePricePicture } from './use-price-picture.ts';

const PriceChart = lazyPanel(async () => (await import('./price-chart.tsx')).PriceChart, 'chart');

const RANGES = Object.keys(CHART_RANGES) as ChartRange[];
type Kind = 'price' | 'outcomes' | 'depth';

function ChartTable({ picture, name }: { picture: PricePicture; name: string }) {
  const { summary, table } = picture;
  if (!summary) return null;
  return (
    <div className="sr-only">
      <p>
        {name}: from {formatCents(summary.first)} to {formatCents(summary.last)}, lowest{' '}
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
          {table.map((point) => (
            <tr key={point.time}>
              <td>{formatMoment(point.time * 1_000)}</td>
              <td>{formatCents(point.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ChangeProps {
  change: MicroUsd;
  since: number;
  by: 'service' | 'browser';
  /** The range that it is of, or what is known where that is less. */
  period: string;
}

function Change({ change, since, by, period }: ChangeProps) {
  return (
    <span
      className="flex items-baseline gap-1 text-sm"
      title={`Points since ${formatShortLocal(since * 1_000)}${by === 'browser' ? ', as far as this browser has seen' : ''}`}
    >
      <span
        data-change
        className={cx('num', change > 0n ? 'text-up' : change < 0n ? 'text-down' : 'text-muted')}
      >
        {formatPoints(change)}
      </span>
      <span className="whitespace-nowrap font-normal text-faint text-xs">{period}</span>
    </span>
  );
}

/** What is shown, from when to when, and who knows it. */
function Told({ picture, range }: { picture: PricePicture; range: ChartRange }) {
  const { source, begin, now, dots, volume, loading, error } = picture;
  if (!source) return null;
  return (
    // While a history is asked for, what this browser saw is not yet all that is known.
    <span className={cx('inline-block first-letter:uppercase', loading && 'invisible')}>
      {RANGE_TEXT[range]}: <span className="num">{formatShortLocal(begin * 1_000)}</span> to{' '}
      <span className="num">{formatMinute(now * 1_000)}</span>.{dots.length > 0 && ' Dots are trades.'}
      {volume !== undefined && ' Bars: volume.'}{' '}
      {source.by === 'service' ? 'History since ' : 'Observed by this browser since '}
      <span className="num">{formatShortLocal(source.since * 1_000)}</span>
      {source.by === 'browser' && !hasHistory() && '; the platform keeps no price history'}
      {source.by === 'browser' && error && '; couldn’t load the history'}
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
  eventId: EventId;
  /** Title of the event, and what it asks about as that stands now. */
  title: string;
  now: { text: string; value: number } | undefined;
  market: Market;
  outcome: string;
  side: Side;
  sideLabel: string;
  /** The outcomes of the event beside each other, with their names. */
  outcomes: readonly Market[];
  labels: ReadonlyMap<MarketId, string>;
  /** The viewer's, in this event. */
  orders: readonly Order[];
  positions: readonly Position[];
  /** When prices were last told, local Unix ms. */
  asOf: number;
  className?: string;
}

/** The market over time, its event's outcomes beside each other, or what rests in its book. */
export function ChartPanel(props: Props) {
  const { eventId, title, now, market, outcome, side, sideLabel, outcomes, labels } = props;
  const { orders, positions, asOf, className } = props;
  const [range, setRange] = useState<ChartRange>(() => preferredRange('6H'));
  const [kind, setKind] = useState<Kind>('price');
  const look = useStored(chartLookPreference);
  const { providers } = useConfig();
  const book = useBook(kind === 'depth' ? bookIdOf(market, providers) : undefined);
  const picture = usePricePicture({ market, side, orders, asOf }, range, look);
  const cost = useMemo(() => costOn(positions, market.marketId, side), [positions, market.marketId, side]);
  const levels = useMemo(() => (book.data ? sideBook(book.data, side) : undefined), [book.data, side]);
  const isBookStale = useFreshness(book.dataUpdatedAt || undefined, BOOK_POLL_MS) === 'stale';
  const hasOutcomes = hasHistory() && outcomes.length > 1;
  const shown = kind === 'outcomes' && !hasOutcomes ? 'price' : kind;
  const isPrice = shown === 'price';
  const told = changeShown(picture, shown === 'outcomes');
  const isSide = outcome === sideLabel || outcome === '';
  const name = isSide ? sideLabel : `${outcome} · ${sideLabel}`;
  const { line, candles, dots, fills, volume, legend, summary, source } = picture;
  return (
    <Panel aria-label="Price" className={className}>
      <PanelHeader className="min-[1440px]:flex-nowrap">
        <h2 className="flex min-w-0 items-baseline gap-x-2.5 xl:max-3xl:flex-col xl:max-3xl:leading-tight">
          <span className="flex min-w-0 max-w-full flex-wrap items-baseline gap-x-1.5">
            {/* Two lines of a long name, the whole under the pointer; the side stays. */}
            <span title={name} className="wrap-anywhere line-clamp-2 min-w-0">
              {isSide ? sideLabel : outcome}
            </span>
            {!isSide && <span className={side === 'yes' ? 'text-yes' : 'text-no'}>{sideLabel}</span>}
          </span>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <HeadPrice market={market} side={side} />
            {told && <Change {...told} period={changePeriod(told, picture.now, range)} />}
          </span>
        </h2>
        <span className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-1 gap-y-1 min-[1440px]:shrink-0 min-[1440px]:flex-nowrap">
          {picture.hasCandles && (
            <IconButton
              label="Candles"
              icon={ChartCandlestick}
              size="sm"
              pressed={look === 'candles'}
              onClick={() => chartLookPreference.set(look === 'candles' ? 'line' : 'candles')}
              className={cx(look === 'candles' && 'bg-raised', !isPrice && 'invisible')}
            />
          )}
          <span className={shown === 'depth' ? 'invisible' : undefined}>
            <Segmented<ChartRange>
              look="plain"
              label="Chart range"
              value={range}
              onChange={setRange}
              options={RANGES.map((value) => ({ value, label: CHART_RANGE_LABELS[value] }))}
            />
          </span>
          <Segmented<Kind>
            look="plain"
            label="Chart type"
            value={shown}
            onChange={setKind}
            options={[
              { value: 'price', label: 'Price' },
              ...(hasOutcomes ? [{ value: 'outcomes', label: 'Outcomes' } as const] : []),
              { value: 'depth', label: 'Depth' },
            ]}
          />
        </span>
      </PanelHeader>
      <div className={cx('relative flex-1', shown === 'outcomes' ? 'min-h-80' : 'min-h-56')}>
        {shown === 'depth' ? (
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
            <div className={cx((book.error || isBookStale) && 'stale')}>
              <DepthChart book={levels} />
            </div>
          )
        ) : shown === 'outcomes' ? (
          <OutcomesPicture
            key={eventId}
            eventId={eventId}
            title={title}
            now={now}
            outcomes={outcomes}
            labels={labels}
            range={range}
          />
        ) : picture.loading ? (
          <Skeleton className="absolute inset-3" />
        ) : summary === undefined && dots.length === 0 ? (
          <EmptyState title="No price seen yet" className="absolute inset-0">
            {market.status === 'open'
              ? 'The line starts with the first quote.'
              : source?.by === 'service'
                ? 'Nothing was quoted in this time.'
                : 'Trading ended before this browser saw one.'}
          </EmptyState>
        ) : (
          <PriceChart
            line={line}
            candles={candles}
            volume={volume}
            dots={dots}
            fills={fills}
            cost={cost}
            side={side}
            legend={legend}
          />
        )}
        {isPrice && <ChartTable picture={picture} name={name} />}
      </div>
      {(source || shown === 'outcomes') && (
        <p
          className={cx(
            'flex justify-between gap-3 px-3 pb-1.5 text-faint text-xs',
            shown === 'depth' && 'invisible',
          )}
        >
          {shown === 'outcomes' ? <span /> : <Told picture={picture} range={range} />}
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noopener noreferrer"
            className="shrink-0 hover:text-muted max-sm:hidden"
          >
            Lightweight Charts
          </a>
        </p>
      )}
    </Panel>
  );
}
