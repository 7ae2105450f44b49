import {
  type MicroContracts,
  type MicroUsd,
  microContracts,
  microUsd,
  minBig,
  ONE_USD,
} from '@contract/money.ts';
import type { BookLevel } from '@contract/prediction/orderbook.ts';
import {
  asksFromBids,
  bestFirst,
  costOf,
  integratorFee,
  venueFee,
  type Walk,
  walkBuyBudget,
  walkBuyContracts,
  walkSell,
} from '@contract/pricing.ts';

/** Resting bids of both sides, ascending; money not branded yet. */
interface BidBook {
  yes: readonly { price: bigint; size: bigint }[];
  no: readonly { price: bigint; size: bigint }[];
}
const bidsOf = (book: BidBook, isYes: boolean): readonly BookLevel[] =>
  (isYes ? book.yes : book.no) as readonly BookLevel[];

/** What a buyer of this side meets: the other side's bids, seen from here, cheapest first. */
export const asksOf = (book: BidBook, isYes: boolean): BookLevel[] => asksFromBids(bidsOf(book, !isYes));
/** What a seller of this side meets, dearest first. */
export const bidsToSellTo = (book: BidBook, isYes: boolean): BookLevel[] => bestFirst(bidsOf(book, isYes));

/** A buy is meant by what it may spend, or by how much it wants. */
export type BuySize = { deposit: MicroUsd } | { contracts: MicroContracts };

export function walkBuy(asks: readonly BookLevel[], size: BuySize, limit: MicroUsd, bps: number): Walk {
  return 'deposit' in size
    ? walkBuyBudget(asks, size.deposit, limit, bps)
    : walkBuyContracts(asks, size.contracts, limit, bps);
}

/**
 * Fills a buy: never more than its deposit, fees included; a buy by quantity never more than its quantity either.
 */
export function fillBuy(
  asks: readonly BookLevel[],
  order: {
    deposit: bigint;
    contracts: bigint;
    byQuantity: boolean;
    limitPrice: bigint;
    integratorBps: number;
  },
): Walk {
  const limit = microUsd(order.limitPrice);
  const deposit = microUsd(order.deposit);
  if (!order.byQuantity) return walkBuyBudget(asks, deposit, limit, order.integratorBps);
  const walk = walkBuyContracts(asks, microContracts(order.contracts), limit, order.integratorBps);
  if (walk.notional + walk.fees.total <= deposit) return walk;
  // Rounding of many levels can reach past the deposit by some units: then one lot less is taken.
  return walkBuyBudget(asks, deposit, limit, order.integratorBps);
}

export function fillSell(
  bids: readonly BookLevel[],
  order: { contracts: bigint; limitPrice: bigint; integratorBps: number },
): Walk {
  return walkSell(bids, microContracts(order.contracts), microUsd(order.limitPrice), order.integratorBps);
}

const HALF = (ONE_USD / 2n) as MicroUsd;

/**
 * Most that `contracts` can cost at or below `limit`, fees included: what a buy by quantity puts into escrow. The
 * venue fee is greatest at half a dollar.
 */
export function depositFor(contracts: MicroContracts, limit: MicroUsd, bps: number): MicroUsd {
  const cost = costOf(contracts, limit);
  const fee = venueFee(contracts, minBig(limit, HALF)) + integratorFee(cost, bps);
  return microUsd(cost + fee);
}

/** The bids that a fill has eaten, as the book holds them: a buy eats the other side's. */
export function eatenBids(isBuy: boolean, isYes: boolean, walk: Walk) {
  const levels = walk.fills.map(({ price, contracts }) => ({
    price: isBuy ? ONE_USD - price : (price as bigint),
    size: contracts as bigint,
  }));
  return { side: isYes === isBuy ? ('no' as const) : ('yes' as const), levels };
}
