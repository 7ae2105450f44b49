import { formatCents, type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';
import type { PositionFill } from '@/domain/position-line.ts';
import type { PriceSteps } from '@/domain/price-steps.ts';

/** A point of a drawn line: Unix seconds, and the price in cents as pixels need it; none before it is known. */
export interface DrawnPoint {
  time: number;
  value?: number;
  /** Nothing is known of it: the value is the next one that is, drawn as nothing, so that no step leads to it. */
  gap?: true;
}
export interface DrawnFill {
  time: number;
  value: number;
  isBuy: boolean;
}

/** What the chart of a position draws, all in the price of its own side. */
export interface DrawnPosition {
  line: readonly DrawnPoint[];
  fills: readonly DrawnFill[];
  /** Average price paid, before fees, and the bid at which nothing is won or lost; in cents. */
  entry: number | undefined;
  breakEven: number | undefined;
  isYes: boolean;
}

const CENTS = 10_000;
export const centsOf = (price: MicroUsd): number => Number(price) / CENTS;

/** A label of the price axis; none where there are no prices. */
export function centsText(value: number): string {
  const price = BigInt(Math.round(value * CENTS));
  return price < 0n || price > ONE_USD ? '' : formatCents(microUsd(price));
}

/** Prices as a line that ends with the price of now, where there is one. */
export function lineOf(
  { from, step, steps }: PriceSteps,
  now: number,
  present: MicroUsd | null,
): DrawnPoint[] {
  const line = steps.map((one, k): DrawnPoint => {
    const time = from + k * step;
    return one ? { time, value: centsOf(one.close) } : { time };
  });
  const end = from + Math.floor((now - from) / step) * step;
  if (present !== null && end >= from) {
    for (let time = from + line.length * step; time < end; time += step) line.push({ time });
    line[Math.floor((end - from) / step)] = { time: end, value: centsOf(present) };
  }
  const first = line.findIndex(({ value }) => value !== undefined);
  let next: number | undefined;
  for (let k = line.length - 1; k > first && first >= 0; k -= 1) {
    const point = line[k];
    if (point?.value !== undefined) next = point.value;
    else if (point && next !== undefined) line[k] = { time: point.time, value: next, gap: true };
  }
  return line;
}

/** Fills on the steps of a line; those before it are left out. */
export const fillsOn = (
  fills: readonly PositionFill[],
  { from, step }: Pick<PriceSteps, 'from' | 'step'>,
): DrawnFill[] =>
  fills
    .filter(({ at }) => at >= from)
    .map(({ at, price, isBuy }) => ({
      time: from + Math.floor((at - from) / step) * step,
      value: centsOf(price),
      isBuy,
    }));
