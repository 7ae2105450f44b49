import { type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';
import type { Trade } from '@contract/prediction/trade.ts';

/**
 * Prices of one market as this tab has seen them: the end of a history, or all there is where the service keeps none,
 * which the chart then says, and since when.
 */
export interface PricePoint {
  /** Unix seconds, whole. */
  time: number;
  /** Price of YES, micro-USD. */
  price: MicroUsd;
  source: 'trade' | 'observed';
  /** Nobody looked from here to the next point: what the price was meanwhile is not known. */
  gapAfter?: true;
}
/** Ascending by time, one point a second. */
export type PriceSeries = readonly PricePoint[];

export const CHART_RANGES = {
  '1H': 3_600,
  '6H': 21_600,
  '1D': 86_400,
  '1W': 604_800,
  '1M': 2_592_000,
  All: null,
} as const;
export type ChartRange = keyof typeof CHART_RANGES;
/** As they are written on every chart. */
export const CHART_RANGE_LABELS: Record<ChartRange, string> = {
  '1H': '1 h',
  '6H': '6 h',
  '1D': '1 d',
  '1W': '1 w',
  '1M': '30 d',
  All: 'All',
};

/** Points kept a market: a day of quiet watching, or an hour and a half at one a second. */
const MAX_POINTS = 5_400;

/** Price of YES of a trade: a trade of NO at p is one of YES at 1 − p. */
const yesPriceOf = (trade: Trade): MicroUsd =>
  trade.side === 'no' ? microUsd(ONE_USD - trade.priceUsd) : trade.priceUsd;

/** The trades of one market as points, oldest first; prices outside (0, 1) are not prices. */
export function pointsOfTrades(trades: readonly Trade[], marketId: string): PricePoint[] {
  return trades
    .filter((trade) => trade.marketId === marketId)
    .map((trade): PricePoint => ({ time: trade.timestamp, price: yesPriceOf(trade), source: 'trade' }))
    .filter(({ price }) => price > 0n && price < ONE_USD)
    .sort((a, b) => a.time - b.time);
}

/** Of two points in one second the trade wins, then the newer one. */
const better = (old: PricePoint | undefined, next: PricePoint): PricePoint =>
  old && old.source === 'trade' && next.source !== 'trade' ? old : next;

const same = (a: PricePoint | undefined, b: PricePoint): boolean =>
  a !== undefined && a.price === b.price && a.source === b.source;

/** Seconds without a look that are still one line: prices are asked for every few, or more seldom on a small budget. */
export const UNSEEN_SECONDS = 60;

/** The series as it was when it was last looked at, broken off there. `seen`: Unix seconds of that look. */
export function breakAfter(series: PriceSeries, seen: number): PriceSeries {
  const last = series.at(-1);
  if (!last) return series;
  const end = { ...last, gapAfter: true as const };
  return last.time >= seen
    ? [...series.slice(0, -1), end]
    : [...series, { ...end, time: seen, source: 'observed' }];
}

/** Halves the older half of a series, keeping its first point. */
function thin(points: PricePoint[], most: number): PricePoint[] {
  if (points.length <= most) return points;
  const middle = Math.floor(points.length / 2);
  return points.filter(({ gapAfter }, i) => i === 0 || i >= middle || i % 2 === 0 || gapAfter);
}

/**
 * Adds points to a series; the very same series comes back when they bring nothing new. An observed price equal
 * to the last one only moves the end of the line, so it is not stored again.
 */
export function addPoints(
  series: PriceSeries,
  points: readonly PricePoint[],
  most = MAX_POINTS,
): PriceSeries {
  if (points.length === 0) return series;
  const last = series[series.length - 1];
  const stands = ({ source, price }: PricePoint) =>
    source === 'observed' && last?.price === price && !last.gapAfter;
  const news = points.filter((point) => !stands(point));
  if (news.length === 0) return series;
  const bySecond = new Map<number, PricePoint>();
  for (const point of series) bySecond.set(point.time, point);
  let changed = false;
  for (const point of news) {
    const old = bySecond.get(point.time);
    const kept = better(old, point);
    if (kept === old || same(old, kept)) continue;
    bySecond.set(point.time, kept);
    changed = true;
  }
  if (!changed) return series;
  const merged = [...bySecond.values()].sort((a, b) => a.time - b.time);
  return thin(merged, most);
}

/** The part of a series inside a range that ends now, led by the price that held when it began. */
export function inRange(series: PriceSeries, range: ChartRange, now: number): PriceSeries {
  const seconds = CHART_RANGES[range];
  if (seconds === null) return series;
  const from = Math.floor(now - seconds);
  const first = series.findIndex((point) => point.time >= from);
  const held = first === -1 ? series[series.length - 1] : series[first - 1];
  const inside = first === -1 ? [] : series.slice(first);
  return held ? [{ ...held, time: from }, ...inside] : inside;
}

export interface SeriesSummary {
  first: PricePoint;
  last: PricePoint;
  low: MicroUsd;
  high: MicroUsd;
  /** Last minus first, micro-USD; null of one price alone. */
  change: MicroUsd | null;
}
/** First, last, lowest and highest price; undefined for an empty series. */
export function summarise(series: PriceSeries): SeriesSummary | undefined {
  const [first] = series;
  const last = series[series.length - 1];
  if (!first || !last) return undefined;
  let low = first.price;
  let high = first.price;
  for (const { price } of series) {
    if (price < low) low = price;
    if (price > high) high = price;
  }
  return { first, last, low, high, change: first === last ? null : microUsd(last.price - first.price) };
}
