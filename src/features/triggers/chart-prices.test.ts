import { picoUsd } from '@contract/triggers/price.ts';
import { expect, it } from 'vitest';
import { chartPrices } from './chart-prices.ts';

const at = (time: number, price: bigint | null) => ({
  time,
  priceUsd: price === null ? null : picoUsd(price),
});
const now = (time: number, price: bigint | null) => ({ time, price: price === null ? null : picoUsd(price) });

it('draws nothing where no price is known between two that are', () => {
  const series = [at(10, null), at(20, 5n), at(30, null), at(40, null), at(50, 7n), at(60, null)];
  expect(chartPrices(series, now(65, null))).toEqual([
    { time: 20, price: 5n },
    { time: 30, price: 7n, gap: true },
    { time: 40, price: 7n, gap: true },
    { time: 50, price: 7n },
  ]);
});

it('ends at the price of now, over a gap where the last ones are not known', () => {
  expect(chartPrices([at(20, 5n), at(30.5, null)], now(35, 9n))).toEqual([
    { time: 20, price: 5n },
    { time: 30, price: 9n, gap: true },
    { time: 35, price: 9n },
  ]);
  expect(chartPrices([at(20, 5n)], now(20.9, 9n))).toEqual([{ time: 20, price: 9n }]);
});

it('is nothing where nothing was, whatever the price is now', () => {
  expect(chartPrices([], now(5, 9n))).toEqual([]);
  expect(chartPrices([at(1, null)], now(5, 9n))).toEqual([]);
});
