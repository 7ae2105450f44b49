/** One side of a conversion: its price in units of 10^-12 USD a whole token, and its decimals. */
export interface Priced {
  price: bigint;
  decimals: number;
}

const BPS = 10_000n;
const PICO = 1_000_000_000_000n;
/** Slices that an order goes in at most, about: with each of them all that is told of it is written again. */
const MAX_SLICES = 100n;
/** What is left below this many whole USD goes with the last slice. */
const DUST_USD = 1n;
/** A trade of twice the depth would move the price by all of it. */
const IMPACT_DIVISOR = 2n;

/** Computed once: a round converts the amount of every open order. */
const UNITS = Array.from({ length: 256 }, (_, decimals) => 10n ** BigInt(decimals));
const unit = (decimals: number): bigint => UNITS[decimals] ?? 10n ** BigInt(decimals);

/** Raw units of `to` that `amount` raw units of `from` are worth, rounded down. */
export const convert = (amount: bigint, from: Priced, to: Priced): bigint =>
  (amount * from.price * unit(to.decimals)) / (to.price * unit(from.decimals));

/** Value in units of 10^-12 USD, rounded down. */
export const worthOf = (amount: bigint, { price, decimals }: Priced): bigint =>
  (amount * price) / unit(decimals);

/** Whether an amount is worth at least so many whole USD. */
export const isWorth = (amount: bigint, priced: Priced, usd: bigint): boolean =>
  amount * priced.price >= usd * PICO * unit(priced.decimals);

/** Basis points by which a trade moves the price, rounded down; depth in whole USD, null for a bottomless market. */
export function impactBps(amount: bigint, from: Priced, depthUsd: bigint | null): bigint {
  if (depthUsd === null) return 0n;
  const impact = (worthOf(amount, from) * BPS) / (IMPACT_DIVISOR * depthUsd * PICO);
  return impact > BPS ? BPS : impact;
}

/** Times that a market of this depth fills up while it takes a hundredth of an order: turns that one slice lasts. */
export function turnsOf(initial: bigint, from: Priced, depthUsd: bigint, slippageBps: number): bigint {
  const aTurn = ((BigInt(slippageBps) + 1n) * IMPACT_DIVISOR * depthUsd * PICO) / BPS;
  return 1n + worthOf(initial, from) / (aTurn * MAX_SLICES);
}

export interface Slice {
  input: bigint;
  output: bigint;
}

/**
 * The largest part of `remaining` whose price impact stays within the slippage, and what it brings: the market price
 * less the impact. What is left waits for the market to fill up again.
 */
export function sliceOf(
  remaining: bigint,
  from: Priced,
  to: Priced,
  depthUsd: bigint | null,
  slippageBps: number,
): Slice {
  let input = remaining;
  if (depthUsd !== null && impactBps(remaining, from, depthUsd) > BigInt(slippageBps)) {
    // Below the value at which the impact would reach the next whole point.
    const value = ((BigInt(slippageBps) + 1n) * IMPACT_DIVISOR * depthUsd * PICO) / BPS - 1n;
    const most = (value * unit(from.decimals)) / from.price;
    input = most > 0n && most < remaining && isWorth(remaining - most, from, DUST_USD) ? most : remaining;
  }
  const impact = impactBps(input, from, depthUsd);
  const taken = impact > BigInt(slippageBps) ? BigInt(slippageBps) : impact;
  return { input, output: (convert(input, from, to) * (BPS - taken)) / BPS };
}
