import { expect, it } from 'vitest';
import { orderbook } from './orderbook.ts';

const book = (price: string, size: unknown = 5) => ({
  yes: [],
  no: [],
  yes_dollars: [[price, size]],
  no_dollars: [],
});

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

it.each([
  [12.34, 12_340_000n],
  ['12.3400009', 12_340_000n],
  [0.1 + 0.2, 300_000n],
  [1e-7, 0n],
  [0, 0n],
])('reads the quantity %s', (size, contracts) => {
  expect(orderbook.parse(book('0.41', size)).yes_dollars).toEqual([{ price: 410_000n, size: contracts }]);
});

it.each(['', 'many', '1,000', '.5', '1e3', 1e21])(
  'takes a quantity that it cannot read for none, and not for zero: %s',
  (size) => {
    const { error } = orderbook.safeParse(book('0.41', size));
    expect(error?.issues[0]?.path).toEqual(['yes_dollars', 0]);
  },
);
