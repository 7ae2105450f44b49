import {
  floorToLot,
  MICRO,
  type MicroContracts,
  type MicroUsd,
  maxBig,
  microContracts,
  microUsd,
  minBig,
  ONE_USD,
  ZERO_USD,
} from '@contract/money.ts';
import {
  breakEven,
  DEFAULT_SLIPPAGE_BPS,
  defaultMaxPrice,
  defaultMinPrice,
  type Fees,
  MAX_PRICE,
  MIN_PRICE,
  netProceeds,
  payoutOf,
  type Walk,
  walkBuyBudget,
  walkBuyContracts,
  walkSell,
} from '@contract/pricing.ts';
import { bookState, type SideBook } from './book.ts';

/** What the user asks for: money to spend, or a quantity (also given as the payout it should bring). */
export type BuyAmount = { by: 'money'; deposit: MicroUsd } | { by: 'contracts'; contracts: MicroContracts };

interface Common {
  walk: Walk;
  contracts: MicroContracts;
  fees: Fees;
  average: MicroUsd;
  worst: MicroUsd;
  /** How far the average is from the best price, in micro-USD a contract; never negative. */
  impact: MicroUsd;
  /** Filled part of what was asked, in basis points; 10000 when the book holds all of it. */
  filledBps: bigint;
  /** The book was caught halfway through a change: its prices may be gone. */
  crossed: boolean;
}
export interface BuyQuote extends Common {
  action: 'buy';
  /** What leaves the wallet: exactly this. */
  deposit: MicroUsd;
  /** Spent by the fill, fees included; the rest comes back. */
  spent: MicroUsd;
  returned: MicroUsd;
  /** Highest price the order may pay. */
  cap: MicroUsd;
  breakEven: MicroUsd;
  /** Paid out when the side wins, and the gain over what was spent. */
  payout: MicroUsd;
  gain: MicroUsd;
}
export interface SellQuote extends Common {
  action: 'sell';
  /** Lowest price the order may take. */
  cap: MicroUsd;
  /** Received after fees. */
  net: MicroUsd;
}
export type TicketQuote = BuyQuote | SellQuote;

/**
 * Why there is no quote: nothing rests on the other side at all, only beyond the user's own limit, or only below the
 * least price that an order may name.
 */
export type NoQuote = { action: 'none'; reason: 'no-liquidity' | 'beyond-cap' | 'below-least' | 'too-small' };

export interface QuoteOptions {
  /** The user's own limit; the default is the worst level ± slippage. */
  cap?: MicroUsd | undefined;
  slippageBps?: bigint | undefined;
}

const share = (part: bigint, whole: bigint): bigint => (part * 10_000n) / whole;
const none = (reason: NoQuote['reason']): NoQuote => ({ action: 'none', reason });

const TENTH_CENT = 1_000n;
/** Whole tenths of a cent, so that the limit shown is the limit sent; never tighter than the book needs. */
export const snapDown = (price: bigint, worst: MicroUsd): bigint =>
  maxBig<bigint>(worst, price - (price % TENTH_CENT));
export const snapUp = (price: bigint, worst: MicroUsd): bigint =>
  minBig<bigint>(worst, price + ((TENTH_CENT - (price % TENTH_CENT)) % TENTH_CENT));

/** Keeps a limit inside what a request may carry. */
export const clampPrice = (price: bigint): MicroUsd =>
  microUsd(price < MIN_PRICE ? MIN_PRICE : price > MAX_PRICE ? MAX_PRICE : price);

/**
 * Walks the asks for a purchase. A quantity is turned into the deposit that buys it at the book shown, fees
 * included, because a buy is always built from a deposit.
 */
export function quoteBuy(book: SideBook, amount: BuyAmount, options: QuoteOptions = {}): BuyQuote | NoQuote {
  const [best] = book.asks;
  if (!best) return none('no-liquidity');
  const limit = options.cap ?? MAX_PRICE;
  if (best.price > limit) return none('beyond-cap');
  const walk =
    amount.by === 'money'
      ? walkBuyBudget(book.asks, amount.deposit, limit)
      : walkBuyContracts(book.asks, amount.contracts, limit);
  const { average, worst } = walk;
  if (average === null || worst === null) return none('too-small');
  const spent = microUsd(walk.notional + walk.fees.total);
  const deposit = amount.by === 'money' ? amount.deposit : spent;
  const payout = payoutOf(walk.contracts);
  const filledBps = walk.complete
    ? 10_000n
    : amount.by === 'money'
      ? share(spent, amount.deposit)
      : share(walk.contracts, floorToLot(amount.contracts));
  return {
    action: 'buy',
    walk,
    contracts: walk.contracts,
    fees: walk.fees,
    average,
    worst,
    impact: microUsd(maxBig(0n, average - best.price)),
    filledBps,
    crossed: bookState(book) === 'crossed',
    deposit,
    spent,
    returned: microUsd(deposit - spent),
    cap:
      options.cap ??
      clampPrice(snapDown(defaultMaxPrice(worst, options.slippageBps ?? DEFAULT_SLIPPAGE_BPS), worst)),
    breakEven: breakEven(spent, walk.contracts) ?? ZERO_USD,
    payout,
    gain: microUsd(payout - spent),
  };
}

/**
 * Walks the bids for a sale of `contracts`, not below the user's limit. Without one not below the least price that an
 * order may name either: the order would not reach what rests there.
 */
export function quoteSell(
  book: SideBook,
  contracts: MicroContracts,
  options: QuoteOptions = {},
): SellQuote | NoQuote {
  const [best] = book.bids;
  if (!best) return none('no-liquidity');
  const limit = options.cap ?? MIN_PRICE;
  if (best.price < limit) return none(options.cap === undefined ? 'below-least' : 'beyond-cap');
  const walk = walkSell(book.bids, contracts, limit);
  const { average, worst } = walk;
  if (average === null || worst === null) return none('too-small');
  return {
    action: 'sell',
    walk,
    contracts: walk.contracts,
    fees: walk.fees,
    average,
    worst,
    impact: microUsd(maxBig(0n, best.price - average)),
    filledBps: share(walk.contracts, floorToLot(contracts)),
    crossed: bookState(book) === 'crossed',
    cap:
      options.cap ??
      clampPrice(snapUp(defaultMinPrice(worst, options.slippageBps ?? DEFAULT_SLIPPAGE_BPS), worst)),
    net: netProceeds(walk),
  };
}

/** Contracts that pay `payout` when they win, up to the next lot of 0.01: "type the payout". */
export function contractsForPayout(payout: MicroUsd): MicroContracts {
  const exact = (payout * MICRO) / ONE_USD;
  const lot = floorToLot(exact);
  return lot === exact ? lot : microContracts(lot + 10_000n);
}

/** `bps` of a holding, in whole lots; all of it at 10000. */
export const partOf = (held: MicroContracts, bps: bigint): MicroContracts =>
  bps >= 10_000n ? held : floorToLot((held * bps) / 10_000n);
