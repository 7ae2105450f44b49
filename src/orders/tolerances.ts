import { CENT } from '@contract/money.ts';

/**
 * How far an answer may be from what was shown before the user is asked; shares in basis points. Limits, deposits,
 * payouts of claims, owners, markets, sides and positions have no tolerance: there is no honest reason to differ.
 */
export const TOLERANCES = {
  /** Worse average price of a contract, in micro-USD: a book moves by a cent between two looks at it. */
  price: CENT,
  /**
   * Contracts of a purchase, both ways: a sum of money buys 2 to 3 % more or fewer once the price has moved by the cent
   * above. A sale has none: it sells what was shown, to the unit.
   */
  quantityBps: 300n,
  /** Money spent, both ways: whole lots leave a rest of up to two cents, which is under 1 % of the smallest order. */
  spendBps: 100n,
  /** Fee, in micro-USD: the venue rounds each up to the whole cent. */
  feeRounding: CENT,
  /** Fee: the venue takes 7 % of price × (1 − price), so that it moves by 7 % of what the price moves, at most. */
  feeShareBps: 700n,
  /** Payout of a parlay, both ways: five prices, each within its tick. */
  payoutBps: 100n,
} as const;

const BPS = 10_000n;

/** Whether `now` is below `shown` by more than the share. */
export const isBelow = (now: bigint, shown: bigint, bps: bigint): boolean => now * BPS < shown * (BPS - bps);
/** Whether `now` is above `shown` by more than the share. */
export const isAbove = (now: bigint, shown: bigint, bps: bigint): boolean => now * BPS > shown * (BPS + bps);
/** A share of an amount, rounded down. */
export const shareOf = (amount: bigint, bps: bigint): bigint => (amount * bps) / BPS;
