import { microContracts, microUsd } from '@contract/money.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import { describe, expect, it } from 'vitest';
import { quotesOf, withBook } from './book-quotes.ts';
import { eventOf } from './event.fixtures.ts';
import { probabilityOf } from './events.ts';

const levels = (...prices: number[]) =>
  prices.map((price) => ({ price: microUsd(BigInt(price)), size: microContracts(1_000_000n) }));
const book = (yes: number[], no: number[]) =>
  ({ yes_dollars: levels(...yes), no_dollars: levels(...no) }) as Orderbook;

describe('prices beside a book', () => {
  it('are the best ones of the book', () => {
    expect(quotesOf(book([330_000, 360_000], [500_000, 600_000]))).toEqual({
      buyYesPriceUsd: 400_000n,
      sellYesPriceUsd: 360_000n,
      buyNoPriceUsd: 640_000n,
      sellNoPriceUsd: 600_000n,
    });
  });

  it('are none where nobody is there, or the book was caught halfway', () => {
    expect(quotesOf(book([990_000], []))).toMatchObject({ buyYesPriceUsd: null, sellNoPriceUsd: null });
    expect(quotesOf(book([600_000], [600_000]))).toBeUndefined();
    expect(quotesOf(null)).toBeUndefined();
  });

  it('stand in the place of those of the list, while the market trades', () => {
    const event = eventOf([{ marketId: 'A' }, { marketId: 'B', status: 'closed' }]);
    const quotes = quotesOf(book([300_000], [600_000]));
    const chances = (id: string) => withBook(event, id, quotes).markets.map(probabilityOf);
    expect(chances('A')).toEqual([350_000n, null]);
    expect(chances('B')).toEqual([610_000n, null]);
    expect(withBook(event, 'A', undefined)).toBe(event);
    const [own] = withBook(event, 'A', quotes).markets;
    expect(own?.pricing).toEqual({ ...quotes, volume: event.markets[0]?.pricing?.volume });
    expect({ ...withBook(event, 'A', quotes), markets: [] }).toEqual({ ...event, markets: [] });
  });
});
