import { expect, it } from 'vitest';
import { orderbook } from './orderbook.ts';

const book = (price: string) => ({ yes: [], no: [], yes_dollars: [[price, 5]], no_dollars: [] });

it.each([
  ['0.4150', 415_000n],
  ['0.4150009', 415_000n],
  ['1', 1_000_000n],
])('reads the price %s', (text, price) => {
  expect(orderbook.parse(book(text)).yes_dollars).toEqual([{ price, size: 5_000_000n }]);
});

it.each(['.41', '41¢', '4e-1', '', '0,41'])(
  'takes a price that it cannot read for none, and not for zero: %s',
  (text) => {
    const { error } = orderbook.safeParse(book(text));
    expect(error?.issues[0]?.path).toEqual(['yes_dollars', 0]);
  },
);
