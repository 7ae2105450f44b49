import type { MicroUsd } from '@contract/money.ts';
import { centsOf, type DrawnFill, type DrawnPoint, markGaps } from '@/domain/drawn-line.ts';
import type { PriceSteps } from '@/domain/price-steps.ts';

/** What the chart of a position draws, all in the price of its own side. */
export interface DrawnPosition {
  line: readonly DrawnPoint[];
  fills: readonly DrawnFill[];
  /** Average price paid, before fees, and the bid at which nothing is won or lost; in cents. */
  entry: number | undefined;
  breakEven: number | undefined;
  isYes: boolean;
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
  markGaps(line);
  return line;
}
