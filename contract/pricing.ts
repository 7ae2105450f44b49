import {
  ceilToCent,
  divCeil,
  divFloor,
  floorToLot,
  MICRO,
  type MicroContracts,
  type MicroUsd,
  maxBig,
  microUsd,
  minBig,
  ONE_USD,
  ZERO_CONTRACTS,
  ZERO_USD,
} from './money.ts';
import type { BookLevel } from './prediction/orderbook.ts';

/** Bounds of a price in a request, in micro-USD. */
export const MIN_PRICE = 10_000n as MicroUsd;
export const MAX_PRICE = 999_999n as MicroUsd;
/** The smallest order, in micro-USD. */
export const MIN_ORDER = 5_000_000n as MicroUsd;
/** Added to the worst level of a quote when the caller names no price, in basis points. */
export const DEFAULT_SLIPPAGE_BPS = 250n;
const BPS = 10_000n;

/** What `contracts` cost at `price`, rounded up: nobody pays less than the levels ask. */
export const costOf = (contracts: MicroContracts, price: MicroUsd): MicroUsd =>
  microUsd(divCeil(contracts * price, MICRO));
/** What `contracts` bring at `price`, rounded down. */
export const proceedsOf = (contracts: MicroContracts, price: MicroUsd): MicroUsd =>
  microUsd(divFloor(contracts * price, MICRO));

/**
 * Venue fee of a fill: 0.07 × C × p × (1 − p), up to the whole cent; 100 contracts at $0.25 pay $1.32.
 * Charged on buys and sells, never on claims.
 */
export function venueFee(contracts: MicroContracts, price: MicroUsd): MicroUsd {
  if (contracts <= 0n) return ZERO_USD;
  return ceilToCent(divCeil(7n * contracts * price * (ONE_USD - price), 100n * MICRO * MICRO));
}

/** Share of the integrator, of the notional, up to the whole cent. */
export function integratorFee(notional: MicroUsd, bps: number): MicroUsd {
  return bps === 0 ? ZERO_USD : ceilToCent(divCeil(notional * BigInt(bps), BPS));
}

export interface Fees {
  venue: MicroUsd;
  protocol: MicroUsd;
  integrator: MicroUsd;
  total: MicroUsd;
}
/** Fees of a whole order at its average price. The protocol fee is 0. */
export function feesOf(contracts: MicroContracts, notional: MicroUsd, integratorBps = 0): Fees {
  if (contracts <= 0n) return { venue: ZERO_USD, protocol: ZERO_USD, integrator: ZERO_USD, total: ZERO_USD };
  const venue = venueFee(contracts, averagePrice(notional, contracts));
  const integrator = integratorFee(notional, integratorBps);
  return { venue, protocol: ZERO_USD, integrator, total: microUsd(venue + integrator) };
}

/** Average price per contract, rounded half up to the micro-USD; `contracts` > 0. */
export const averagePrice = (notional: MicroUsd, contracts: MicroContracts): MicroUsd =>
  microUsd(divFloor(notional * MICRO * 2n + contracts, contracts * 2n));

/** What `contracts` pay when they win. */
export const payoutOf = (contracts: MicroContracts): MicroUsd =>
  microUsd(divFloor(contracts * ONE_USD, MICRO));
/** What `contracts` pay on a draw: half, rounded down. */
export const drawPayoutOf = (contracts: MicroContracts): MicroUsd => microUsd(payoutOf(contracts) / 2n);

/** Bids of one side seen from the other: a NO bid at p is a YES ask at 1 − p. Ascending in, best (cheapest) first out. */
export function asksFromBids(oppositeBids: readonly BookLevel[]): BookLevel[] {
  const asks: BookLevel[] = [];
  for (let i = oppositeBids.length - 1; i >= 0; i--) {
    const level = oppositeBids[i];
    if (level) asks.push({ price: microUsd(ONE_USD - level.price), size: level.size });
  }
  return asks;
}
/** Bids with the best (highest) first. */
export const bestFirst = (bids: readonly BookLevel[]): BookLevel[] => bids.slice().reverse();

export interface Fill {
  price: MicroUsd;
  contracts: MicroContracts;
}
export interface Walk {
  fills: Fill[];
  contracts: MicroContracts;
  /** Sum over levels: cost rounded up when buying, proceeds rounded down when selling. */
  notional: MicroUsd;
  fees: Fees;
  average: MicroUsd | null;
  worst: MicroUsd | null;
  /** The asked amount or quantity was reached before levels or the limit ran out. */
  complete: boolean;
}
const EMPTY_WALK: Walk = {
  fills: [],
  contracts: ZERO_CONTRACTS,
  notional: ZERO_USD,
  fees: { venue: ZERO_USD, protocol: ZERO_USD, integrator: ZERO_USD, total: ZERO_USD },
  average: null,
  worst: null,
  complete: false,
};

function finish(fills: Fill[], notional: MicroUsd, integratorBps: number, complete: boolean): Walk {
  let contracts = 0n;
  for (const fill of fills) contracts += fill.contracts;
  const total = contracts as MicroContracts;
  if (total === 0n) return { ...EMPTY_WALK, complete: false };
  return {
    fills,
    contracts: total,
    notional,
    fees: feesOf(total, notional, integratorBps),
    average: averagePrice(notional, total),
    worst: fills[fills.length - 1]?.price ?? null,
    complete,
  };
}

/**
 * Walks asks (best first) for `wanted` contracts, in lots of 0.01, not paying more than `limit`.
 */
export function walkBuyContracts(
  asks: readonly BookLevel[],
  wanted: MicroContracts,
  limit: MicroUsd = MAX_PRICE,
  integratorBps = 0,
): Walk {
  const fills: Fill[] = [];
  let left = floorToLot(wanted) as bigint;
  let notional = 0n;
  for (const ask of asks) {
    if (left === 0n || ask.price > limit) break;
    const contracts = floorToLot(minBig(left, ask.size));
    if (contracts === 0n) continue;
    fills.push({ price: ask.price, contracts });
    notional += costOf(contracts, ask.price);
    left -= contracts;
  }
  return finish(fills, microUsd(notional), integratorBps, left === 0n);
}

/**
 * Walks asks (best first) spending at most `budget`, fees included, not paying more than `limit`. The largest
 * number of lots whose cost and fees fit is found, so that the unspent rest is less than one lot and its fee.
 */
export function walkBuyBudget(
  asks: readonly BookLevel[],
  budget: MicroUsd,
  limit: MicroUsd = MAX_PRICE,
  integratorBps = 0,
): Walk {
  let most = 0n;
  for (const ask of asks) {
    if (ask.price > limit) break;
    most += floorToLot(ask.size);
  }
  if (most === 0n || budget <= 0n) return EMPTY_WALK;
  const fits = (lots: bigint): boolean => {
    const walk = walkBuyContracts(asks, (lots * 10_000n) as MicroContracts, limit, integratorBps);
    return walk.notional + walk.fees.total <= budget;
  };
  let low = 0n;
  let high = most / 10_000n;
  if (!fits(high)) {
    // Fees are not quite monotone in the quantity (the average price moves), so the result is checked, and the
    // search keeps the invariant that `low` fits.
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (fits(middle)) low = middle;
      else high = middle;
    }
  } else {
    low = high;
  }
  const walk = walkBuyContracts(asks, (low * 10_000n) as MicroContracts, limit, integratorBps);
  return { ...walk, complete: walk.contracts > 0n && low * 10_000n < most };
}

/** Walks bids (best first) selling `wanted` contracts, in lots of 0.01, not below `limit`. */
export function walkSell(
  bids: readonly BookLevel[],
  wanted: MicroContracts,
  limit: MicroUsd = 0n as MicroUsd,
  integratorBps = 0,
): Walk {
  const fills: Fill[] = [];
  let left = floorToLot(wanted) as bigint;
  let notional = 0n;
  for (const bid of bids) {
    if (left === 0n || bid.price < limit) break;
    const contracts = floorToLot(minBig(left, bid.size));
    if (contracts === 0n) continue;
    fills.push({ price: bid.price, contracts });
    notional += proceedsOf(contracts, bid.price);
    left -= contracts;
  }
  return finish(fills, microUsd(notional), integratorBps, left === 0n);
}

/** What a sale brings after fees; never below zero: fees are capped by the proceeds. */
export const netProceeds = (walk: Walk): MicroUsd => microUsd(maxBig(0n, walk.notional - walk.fees.total));

/** What `contracts` bring when all are sold at `bid`, after the fee of the venue: what a position is worth now. */
export const saleAt = (contracts: MicroContracts, bid: MicroUsd): MicroUsd =>
  microUsd(maxBig(0n, proceedsOf(contracts, bid) - venueFee(contracts, bid)));

/** Highest price a buy may pay when the caller names none: worst level of its quote + 250 bps, at most 999999. */
export const defaultMaxPrice = (worst: MicroUsd, slippageBps = DEFAULT_SLIPPAGE_BPS): MicroUsd =>
  microUsd(minBig(MAX_PRICE, divCeil(worst * (BPS + slippageBps), BPS)));
/** Lowest price a sale may take when the caller names none: worst level of its quote − 250 bps, at least 10000. */
export const defaultMinPrice = (worst: MicroUsd, slippageBps = DEFAULT_SLIPPAGE_BPS): MicroUsd =>
  microUsd(maxBig(MIN_PRICE, divFloor(worst * (BPS - slippageBps), BPS)));

/** Cost basis of `sold` out of `held` contracts that cost `cost` in all, by average cost, rounded down. */
export function costOfSold(cost: MicroUsd, held: MicroContracts, sold: MicroContracts): MicroUsd {
  if (held === 0n) return ZERO_USD;
  return sold === held ? cost : microUsd(divFloor(cost * sold, held));
}

/** Realised PnL of a sale: net proceeds − cost of what was sold. */
export const realisedPnl = (net: MicroUsd, costOfWhatWasSold: MicroUsd): MicroUsd =>
  microUsd(net - costOfWhatWasSold);

/** Price at which a position neither wins nor loses when it is sold without fees: cost ÷ contracts, rounded up. */
export const breakEven = (totalCost: MicroUsd, contracts: MicroContracts): MicroUsd | null =>
  contracts === 0n ? null : microUsd(divCeil(totalCost * MICRO, contracts));

/** What the house keeps of a parlay's fair payout, in tenths of a percent; more where the payout is the most that is paid. */
export const PARLAY_MARGIN_PERMILLE = 50n;
/** The most a parlay pays, in micro-USD. */
export const MAX_PARLAY_PAYOUT = 10_000_000_000n as MicroUsd;
export const MAX_FREE_PARLAY_PAYOUT = 100_000_000n as MicroUsd;
/** Payout of a parlay: stake × Π(1 / leg price) × 0.95, rounded down, at most `most`. Prices in micro-USD, > 0. */
export function parlayPayout(
  stake: MicroUsd,
  legPrices: readonly MicroUsd[],
  most: MicroUsd = MAX_PARLAY_PAYOUT,
): MicroUsd {
  let numerator = stake * (1_000n - PARLAY_MARGIN_PERMILLE);
  let denominator = 1_000n;
  for (const price of legPrices) {
    numerator *= MICRO;
    denominator *= price;
  }
  return microUsd(minBig(most, divFloor(numerator, denominator)));
}
