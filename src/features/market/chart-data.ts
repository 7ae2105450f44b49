import type { MarketId, Side } from '@contract/ids.ts';
import { type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { centsOf, type DrawnPoint, type MadeFill, markGaps } from '@/domain/drawn-line.ts';
import {
  CHART_RANGE_LABELS,
  CHART_RANGES,
  type ChartRange,
  type PriceSeries,
} from '@/domain/price-series.ts';
import type { PriceSteps } from '@/domain/price-steps.ts';

/** A candle in cents; without prices where none is known. */
export interface ChartCandle {
  time: number;
  prices?: { open: number; high: number; low: number; close: number };
}
/** A trade at its price. */
export interface ChartDot {
  time: number;
  value: number;
}

/** A series of YES prices as one side sees it. */
export const onSide = (series: PriceSeries, side: Side): PriceSeries =>
  side === 'yes' ? series : series.map((point) => ({ ...point, price: microUsd(ONE_USD - point.price) }));

/** Points of a line: more would not be seen. */
const MOST_POINTS = 300;

const stepOf = (begin: number, end: number): number => Math.max(1, Math.ceil((end - begin) / MOST_POINTS));

/**
 * The series as a line from `begin` to `now`, at even steps of time, each with the price that held then: the chart
 * places points by their order, so uneven steps would bend time. Nothing is drawn before the first price, and nothing
 * where nobody looked.
 */
export function toLine(series: PriceSeries, now: number, begin: number): DrawnPoint[] {
  const [first] = series;
  if (!first) return [];
  const end = Math.max(Math.floor(now), series[series.length - 1]?.time ?? first.time);
  const step = stepOf(begin, end);
  // Steps fall on multiples of themselves, so that a renewed line only grows at its end.
  const line: DrawnPoint[] = [];
  let at = 0;
  for (let time = Math.floor(begin / step) * step; time <= end; time += step) {
    while ((series[at + 1]?.time ?? Number.POSITIVE_INFINITY) < time + step) at += 1;
    const [held, next] = [series[at] ?? first, series[at + 1]];
    if (held.time >= time + step) line.push({ time });
    else if (held.gapAfter && next && held.time < time)
      line.push({ time, value: centsOf(next.price), gap: true });
    else line.push({ time, value: centsOf(held.price) });
  }
  return line;
}

/** Prices seen and trades apart: what is quoted is the line, what was traded are dots on the steps of the same time. */
export function toDrawing(
  series: PriceSeries,
  now: number,
): { line: DrawnPoint[]; dots: ChartDot[]; step: number } {
  const begin = series[0]?.time ?? now;
  const step = stepOf(begin, Math.max(Math.floor(now), series.at(-1)?.time ?? now));
  const mids = series.filter(({ source }) => source === 'observed');
  const dots = new Map<number, ChartDot>();
  for (const { time, price, source } of series) {
    if (source !== 'trade') continue;
    const at = Math.floor(time / step) * step;
    dots.set(at, { time: at, value: centsOf(price) });
  }
  return { line: toLine(mids, now, begin), dots: [...dots.values()], step };
}

/** A history in pixels' terms: line and candles in cents, volume in whole contracts. */
export function drawSteps({ from, step, steps }: PriceSteps): {
  line: DrawnPoint[];
  candles: ChartCandle[];
  volume: DrawnPoint[];
} {
  const line: DrawnPoint[] = [];
  const candles: ChartCandle[] = [];
  const volume: DrawnPoint[] = [];
  for (const [k, one] of steps.entries()) {
    const time = from + k * step;
    volume.push(one?.volume ? { time, value: one.volume } : { time });
    if (!one) {
      candles.push({ time });
      line.push({ time });
      continue;
    }
    const close = centsOf(one.close);
    candles.push({
      time,
      prices: { open: centsOf(one.open), high: centsOf(one.high), low: centsOf(one.low), close },
    });
    line.push({ time, value: close });
  }
  markGaps(line);
  return { line, candles, volume };
}

/**
 * The change that may stand beside a range: none while its history is asked for, and beside lines that the service
 * has drawn only the service's. What a browser has seen by itself is a change of seconds.
 */
export function changeShown(
  picture: {
    summary: { change: MicroUsd | null; begin: number } | undefined;
    source: { by: 'service' | 'browser' } | undefined;
    loading: boolean;
  },
  isByServiceAlone: boolean,
): { change: MicroUsd; since: number; by: 'service' | 'browser' } | undefined {
  const { summary, source, loading } = picture;
  if (loading || !source || !summary || summary.change === null) return undefined;
  if (isByServiceAlone && source.by === 'browser') return undefined;
  return { change: summary.change, since: summary.begin, by: source.by };
}

/** Of a range so much makes the whole: a line begins somewhat before it, and ends before now where prices stand still. */
const WHOLE = 0.95;

/**
 * The time that a change is of: the range by its name, or all that is known where that is less, which for a browser is
 * what it has observed, be it a second. `since` and `now` in Unix seconds.
 */
export function changePeriod(
  { since, by }: { since: number; by: 'service' | 'browser' },
  now: number,
  range: ChartRange,
): string {
  const seconds = CHART_RANGES[range];
  if (seconds !== null && now - since >= seconds * WHOLE) return CHART_RANGE_LABELS[range];
  return by === 'browser' ? 'observed' : CHART_RANGE_LABELS.All;
}

/** What the viewer bought and sold of a market, in the price of one side. */
export const fillsOf = (orders: readonly Order[], marketId: MarketId, side: Side): MadeFill[] =>
  orders
    .filter((order) => order.marketId === marketId && order.filledContractsMicro > 0n && order.filledAt > 0)
    .map(({ filledAt, avgFillPriceUsd, isYes, isBuy }) => {
      const own = isYes === (side === 'yes');
      return {
        at: filledAt,
        price: own ? avgFillPriceUsd : microUsd(ONE_USD - avgFillPriceUsd),
        isBuy: isBuy === own,
      };
    });

/** What the viewer paid on average for what they hold of one side, in cents; undefined while they hold none. */
export function costOn(positions: readonly Position[], marketId: MarketId, side: Side): number | undefined {
  const held = positions.find((one) => one.marketId === marketId && one.isYes === (side === 'yes'));
  return held && held.contractsMicro > 0n ? centsOf(held.avgPriceUsd) : undefined;
}

const MIN_SPAN = 4;
const MOST_CENTS = 100;

/** What the axis spans, in cents: a quiet price stays a line in the middle of four, and no price is beyond 0 or 100. */
export function axisSpan(lowest: number, highest: number): { minValue: number; maxValue: number } {
  const span = Math.min(MOST_CENTS, Math.max(MIN_SPAN, highest - lowest));
  const middle = (lowest + highest) / 2;
  const minValue = Math.min(Math.max(0, middle - span / 2), MOST_CENTS - span);
  return { minValue, maxValue: minValue + span };
}
