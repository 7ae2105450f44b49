import type { Side } from '@contract/ids.ts';
import { formatCents, microUsd, ONE_USD } from '@contract/money.ts';
import type { PriceSeries } from '@/domain/price-series.ts';

/** A point of the drawn line: Unix seconds, and the price in cents as pixels need it. */
export interface ChartPoint {
  time: number;
  value: number;
}

const CENTS = 10_000;

/** A series of YES prices as one side sees it. */
export const onSide = (series: PriceSeries, side: Side): PriceSeries =>
  side === 'yes' ? series : series.map((point) => ({ ...point, price: microUsd(ONE_USD - point.price) }));

/** Points of a line: more would not be seen. */
const MOST_POINTS = 300;

/**
 * The series as a line from its first point to `now`, at even steps of time, each with the price that held then:
 * the chart places points by their order, so uneven steps would bend time.
 */
export function toLine(series: PriceSeries, now: number, most = MOST_POINTS): ChartPoint[] {
  const [first] = series;
  if (!first) return [];
  const end = Math.max(Math.floor(now), series[series.length - 1]?.time ?? first.time);
  const step = Math.max(1, Math.ceil((end - first.time) / most));
  // Steps fall on multiples of themselves, so that a renewed line only grows at its end.
  const start = Math.floor(first.time / step) * step;
  const line: ChartPoint[] = [];
  let at = 0;
  for (let time = start; time <= end; time += step) {
    while ((series[at + 1]?.time ?? Number.POSITIVE_INFINITY) < time + step) at += 1;
    line.push({ time, value: Number(series[at]?.price ?? first.price) / CENTS });
  }
  return line;
}

/** A label of the price axis, back from pixels to the price it stands for; none where there are no prices. */
export function axisText(value: number): string {
  const price = BigInt(Math.round(value * CENTS));
  return price < 0n || price > ONE_USD ? '' : formatCents(microUsd(price));
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

/** At most `most` points, evenly chosen, first and last kept: a table that can be read out. */
export function sampled(series: PriceSeries, most: number): PriceSeries {
  if (series.length <= most) return series;
  const step = (series.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => series[Math.round(i * step)]).flatMap((point) => point ?? []);
}
