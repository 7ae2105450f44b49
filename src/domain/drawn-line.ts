import { formatCents, type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';

/** A point of a drawn line: Unix seconds, and the price in cents as pixels need it; none before it is known. */
export interface DrawnPoint {
  time: number;
  value?: number;
  /** Nothing is known of it: the value is the next one that is, drawn as nothing, so that no step leads to it. */
  gap?: true;
}
/** A fill of the viewer's; `at`: Unix seconds. */
export interface MadeFill {
  at: number;
  price: MicroUsd;
  isBuy: boolean;
}
/** The same as it is drawn, at its price. */
export interface DrawnFill {
  time: number;
  value: number;
  isBuy: boolean;
}

const CENTS = 10_000;
export const centsOf = (price: MicroUsd): number => Number(price) / CENTS;

/** A label of the price axis, back from pixels to the price it stands for; none where there are no prices. */
export function centsText(value: number): string {
  const price = BigInt(Math.round(value * CENTS));
  return price < 0n || price > ONE_USD ? '' : formatCents(microUsd(price));
}

/** Marks the gaps of a line. Before the first known price and after the last there is none, but nothing. */
export function markGaps(line: DrawnPoint[]): void {
  const first = line.findIndex(({ value }) => value !== undefined);
  let next: number | undefined;
  for (let k = line.length - 1; k > first; k -= 1) {
    const point = line[k];
    if (point?.value !== undefined) next = point.value;
    else if (point && next !== undefined) line[k] = { time: point.time, value: next, gap: true };
  }
}

/** Fills on the steps of a line, in their order; those before it are left out. A step begins at a multiple of its length. */
export const fillsOn = (
  fills: readonly MadeFill[],
  { from, step }: { from: number; step: number },
): DrawnFill[] =>
  fills
    .filter(({ at }) => at >= from)
    .map(({ at, price, isBuy }) => ({ time: Math.floor(at / step) * step, value: centsOf(price), isBuy }))
    .sort((a, b) => a.time - b.time);

/** Points of which the steps on both sides are not known: each is seen only where it is marked by itself. */
export function loneOnes(line: readonly DrawnPoint[]): { time: number; value: number }[] {
  const isKnown = (at: number): boolean => line[at]?.value !== undefined && !line[at]?.gap;
  return line.flatMap(({ time, value }, at) =>
    value !== undefined && isKnown(at) && !isKnown(at - 1) && !isKnown(at + 1) ? [{ time, value }] : [],
  );
}
