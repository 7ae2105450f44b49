import type { Side } from '@contract/ids.ts';
import { formatCents, formatWholeContracts, MICRO, type MicroUsd } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Order } from '@contract/prediction/order.ts';
import { useMemo } from 'react';
import type { AppError } from '@/api/app-error.ts';
import { type SeriesLook, useMarketSeries } from '@/api/series.queries.ts';
import { hasHistory } from '@/config.ts';
import { type DrawnFill, type DrawnPoint, fillsOn } from '@/domain/drawn-line.ts';
import { chanceOf } from '@/domain/events.ts';
import { type ChartRange, inRange, summarise } from '@/domain/price-series.ts';
import {
  type PriceSteps,
  type StepsSummary,
  stepsOf,
  stepsOnSide,
  summariseSteps,
  withLive,
} from '@/domain/price-steps.ts';
import { useKnownUntil } from '@/lib/clock.ts';
import { sampled } from '@/lib/sampled.ts';
import { useSeries } from '@/state/price-memory.ts';
import { type ChartCandle, type ChartDot, drawSteps, fillsOf, onSide, toDrawing } from './chart-data.ts';

/** What the chart of one side of a market draws. Times are Unix seconds. */
interface Drawing {
  line: readonly DrawnPoint[];
  candles: readonly ChartCandle[] | undefined;
  volume: readonly DrawnPoint[] | undefined;
  dots: readonly ChartDot[];
  fills: readonly DrawnFill[];
  legend: ((time: number) => string | undefined) | undefined;
  summary: Omit<StepsSummary, 'end'> | undefined;
  /** A few of the prices, for whoever cannot see the line. */
  table: readonly { time: number; price: MicroUsd }[];
  begin: number;
  /** Who knows the prices, and since when; undefined while none is known. */
  source: { by: 'service' | 'browser'; since: number } | undefined;
}

/** The same, and how it came to be. */
export interface PricePicture extends Drawing {
  /** Until when prices are known. */
  now: number;
  /** Whether candles can be drawn: what a browser has seen by itself is too little. */
  hasCandles: boolean;
  loading: boolean;
  error: AppError | null;
}

const TABLE_ROWS = 12;

/** What happened within a step; its time stands on the axis. */
function legendOf({ from, step, steps }: PriceSteps, look: SeriesLook): (time: number) => string | undefined {
  const cents = (price: MicroUsd): string => formatCents(price, true);
  return (time) => {
    const one = steps[Math.floor((time - from) / step)];
    if (one === undefined) return undefined;
    if (one === null) return 'No price known';
    const { open, high, low, close, volume } = one;
    const prices =
      look === 'line'
        ? cents(close)
        : `O ${cents(open)}  H ${cents(high)}  L ${cents(low)}  C ${cents(close)}`;
    return volume === null ? prices : `${prices}  ${formatWholeContracts(BigInt(volume) * MICRO)} contracts`;
  };
}

const tableOf = ({ from, step, steps }: PriceSteps): Drawing['table'] =>
  sampled(
    steps.flatMap((one, k) => (one ? [{ time: from + k * step, price: one.close }] : [])),
    TABLE_ROWS,
  );

/** The prices of a market from the service's history, or as far as this browser has seen them itself. */
export function usePricePicture(
  { market, side, orders, asOf }: { market: Market; side: Side; orders: readonly Order[]; asOf: number },
  range: ChartRange,
  look: SeriesLook,
): PricePicture {
  const { marketId } = market;
  const query = useMarketSeries(marketId, range, look);
  const seen = useSeries(marketId);
  const now = useKnownUntil(asOf, 5_000);
  const { data } = query;
  const present = chanceOf(market, 'yes');
  const fills = useMemo(() => fillsOf(orders, marketId, side), [orders, marketId, side]);

  const told = useMemo(() => {
    const [series] = data?.markets ?? [];
    if (!data || !series || series.since === null || data.now === null || data.from === null)
      return undefined;
    const past = stepsOf({ from: data.from, step: data.step, count: data.count }, series);
    return { past, toldAt: data.now, since: series.since };
  }, [data]);
  const history = useMemo(() => {
    if (!told) return undefined;
    const live = market.status === 'open' ? withLive(told.past, seen, told.toldAt, now, present) : told.past;
    const steps = stepsOnSide(live, side);
    const { line, candles, volume } = drawSteps(steps);
    const summary = summariseSteps(steps);
    return { steps, line, candles, volume, summary, table: tableOf(steps), legend: legendOf(steps, look) };
  }, [told, seen, now, present, side, market.status, look]);
  const observed = useMemo(() => {
    const series = onSide(seen, side);
    const [start] = series;
    // Nothing was seen before the first point: the line starts there, not at the edge of the range.
    const honest = inRange(series, range, now).filter(({ time }) => time >= (start?.time ?? 0));
    return { ...toDrawing(honest, now), honest, start };
  }, [seen, side, range, now]);

  const drawing = useMemo((): Drawing => {
    if (!told || !history) {
      const { honest, line, dots, step, start } = observed;
      const summary = summarise(honest);
      const begin = honest[0]?.time ?? now;
      return {
        line,
        candles: undefined,
        volume: undefined,
        dots,
        fills: fillsOn(fills, { from: begin, step }),
        legend: undefined,
        summary: summary && {
          ...summary,
          first: summary.first.price,
          last: summary.last.price,
          begin: summary.first.time,
        },
        table: sampled(honest, TABLE_ROWS),
        begin,
        source: start && { by: 'browser', since: start.time },
      };
    }
    const { steps, line, candles, volume, legend, table, summary } = history;
    const { from, step } = steps;
    const dots = observed.dots
      .filter(({ time }) => time >= from)
      .map((dot) => ({ ...dot, time: Math.floor((dot.time - from) / step) * step + from }));
    return {
      line,
      candles: look === 'candles' ? candles : undefined,
      volume,
      dots: look === 'candles' ? [] : [...new Map(dots.map((dot) => [dot.time, dot])).values()],
      fills: fillsOn(fills, steps),
      legend,
      summary,
      table,
      begin: summary?.begin ?? from,
      source: { by: 'service', since: told.since },
    };
  }, [told, history, observed, fills, look, now]);

  return {
    ...drawing,
    now,
    hasCandles: hasHistory() && !query.isError,
    loading: query.isLoading,
    error: query.error,
  };
}
