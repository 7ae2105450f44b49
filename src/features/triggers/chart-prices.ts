import type { PicoUsd } from '@contract/triggers/price.ts';

/** A price at an instant, Unix seconds. */
export interface ChartPrice {
  time: number;
  price: PicoUsd;
  /** Nothing is known of it: the price is the next one that is, drawn as nothing, so that no line leads over it. */
  gap?: true;
}

/** Past prices as a chart draws them, ascending, and the one of `now` at the end of them where there are any. */
export function chartPrices(
  series: readonly { time: number; priceUsd: PicoUsd | null }[],
  now: { time: number; price: PicoUsd | null },
): ChartPrice[] {
  const seen = new Map<number, PicoUsd | null>();
  for (const { time, priceUsd } of series) {
    const at = Math.floor(time);
    seen.set(at, priceUsd ?? seen.get(at) ?? null);
  }
  if (now.price !== null && [...seen.values()].some((price) => price !== null)) {
    seen.set(Math.floor(now.time), now.price);
  }
  const prices: ChartPrice[] = [];
  let next: PicoUsd | undefined;
  // Before the first known price and after the last there is no gap, but nothing.
  const known = [...seen].sort(([a], [b]) => a - b);
  const first = known.findIndex(([, price]) => price !== null);
  for (const [time, price] of known.slice(Math.max(0, first)).reverse()) {
    if (price !== null) prices.push({ time, price });
    else if (next !== undefined) prices.push({ time, price: next, gap: true });
    next = price ?? next;
  }
  return prices.reverse();
}
