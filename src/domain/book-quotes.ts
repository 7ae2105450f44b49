import { type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import { bookState, sideBook } from './book.ts';

type Pricing = NonNullable<Market['pricing']>;
/** Best prices of a market as its book has them; null where nobody is there. */
export type BookQuotes = Omit<Pricing, 'volume'>;

const opposed = (price: MicroUsd | null): MicroUsd | null =>
  price === null ? null : microUsd(ONE_USD - price);

/** The best prices of a book; undefined of none, and of one that was caught halfway through a change. */
export function quotesOf(book: Orderbook | null | undefined): BookQuotes | undefined {
  if (!book) return undefined;
  const levels = sideBook(book, 'yes');
  if (bookState(levels) === 'crossed') return undefined;
  const ask = levels.asks[0]?.price ?? null;
  const bid = levels.bids[0]?.price ?? null;
  return {
    buyYesPriceUsd: ask,
    sellYesPriceUsd: bid,
    buyNoPriceUsd: opposed(bid),
    sellNoPriceUsd: opposed(ask),
  };
}

/** The event with the prices of one market as its book has them: what stands beside a book says what it says. */
export function withBook(
  event: PredictionEvent,
  marketId: string | undefined,
  quotes: BookQuotes | undefined,
): PredictionEvent {
  if (!quotes) return event;
  const markets = event.markets.map((market) =>
    market.marketId === marketId && market.status === 'open'
      ? { ...market, pricing: { volume: market.pricing?.volume ?? null, ...quotes } }
      : market,
  );
  return { ...event, markets };
}
