import {
  type MicroContracts,
  type MicroUsd,
  microContracts,
  microUsd,
  ZERO_CONTRACTS,
  ZERO_USD,
} from '@contract/money.ts';
import { averagePrice, costOf } from '@contract/pricing.ts';
import type { SideBook } from './book.ts';

/** A point of the depth chart: contracts to be had up to this price, and what they cost or bring before fees. */
export interface DepthPoint {
  price: MicroUsd;
  total: MicroContracts;
  cost: MicroUsd;
}
/** Both sides, best first, at exact prices. */
export interface Depth {
  asks: DepthPoint[];
  bids: DepthPoint[];
}

/** Cumulative depth of a book. */
export function depthOf(book: SideBook): Depth {
  const sum = (levels: SideBook['asks']): DepthPoint[] => {
    let total: bigint = ZERO_CONTRACTS;
    let cost: bigint = ZERO_USD;
    return levels.map(({ price, size }) => {
      total += size;
      cost += costOf(size, price);
      return { price, total: microContracts(total), cost: microUsd(cost) };
    });
  };
  return { asks: sum(book.asks), bids: sum(book.bids) };
}

/** What a price would take of the book. */
export interface Reach {
  side: 'bid' | 'ask';
  total: MicroContracts;
  average: MicroUsd;
}

/** All that is bid at a price or above, or asked at it or below; undefined between the best of both. */
export function reachAt({ asks, bids }: Depth, price: bigint): Reach | undefined {
  const bid = bids.findLast((point) => point.price >= price);
  const point = bid ?? asks.findLast((one) => one.price <= price);
  if (!point) return undefined;
  return {
    side: bid ? 'bid' : 'ask',
    total: point.total,
    average: averagePrice(point.cost, point.total),
  };
}

/** Round numbers from `low` to `high`, as few of the steps as leave no more than `most` of them. */
function marks(low: bigint, high: bigint, most: number, steps: (nth: number) => bigint): bigint[] {
  let nth = 0;
  while ((high - low) / steps(nth) >= BigInt(most)) nth += 1;
  const step = steps(nth);
  const found: bigint[] = [];
  for (let at = ((low + step - 1n) / step) * step; at <= high; at += step) found.push(at);
  return found;
}

/** 1, 2 and 5 times the powers of ten, from a unit on. */
const oneTwoFive =
  (unit: bigint) =>
  (nth: number): bigint =>
    unit * ([1n, 2n, 5n][nth % 3] ?? 1n) * 10n ** BigInt(Math.floor(nth / 3));

const TENTH_OF_A_CENT = 1_000n;
const CONTRACT = 1_000_000n;

/** Prices of an axis. */
export const priceMarks = (low: bigint, high: bigint, most: number): MicroUsd[] =>
  marks(low, high, most, oneTwoFive(TENTH_OF_A_CENT)).map(microUsd);

/** Contracts of an axis, above nothing. */
export const totalMarks = (high: bigint, most: number): MicroContracts[] =>
  marks(1n, high, most, oneTwoFive(CONTRACT)).map(microContracts);
