import { type MicroUsd, microUsd } from '@contract/money.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import { proceedsOf } from '@contract/pricing.ts';
import { type BookState, bookState, midPrice, sideBook } from './book.ts';

/** How far from the mid an order may rest to be counted: 5 cents. */
const REACH = 50_000n;

/** Dollars that rest near the mid; a book without a mid tells by its state why it has none, no book by null. */
export type Liquidity = MicroUsd | Exclude<BookState, 'two-sided'> | null;

/**
 * What has been laid down for both sides within reach of the mid: bids for Yes and bids for No, each at the price it is
 * paid at, below which it is rounded.
 */
export function liquidityOf(book: Orderbook | null): Liquidity {
  if (!book) return null;
  const state = bookState(sideBook(book, 'yes'));
  if (state !== 'two-sided') return state;
  let sum = 0n;
  for (const side of ['yes', 'no'] as const) {
    const levels = sideBook(book, side);
    const mid = midPrice(levels) ?? 0n;
    for (const { price, size } of levels.bids) if (price >= mid - REACH) sum += proceedsOf(size, price);
  }
  return microUsd(sum);
}
