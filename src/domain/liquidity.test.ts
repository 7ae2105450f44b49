import { microContracts, microUsd } from '@contract/money.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import { expect, it } from 'vitest';
import { liquidityOf } from './liquidity.ts';

const levels = (...all: [cents: number, contracts: number][]) =>
  all.map(([cents, contracts]) => ({
    price: microUsd(BigInt(cents) * 10_000n),
    size: microContracts(BigInt(contracts) * 1_000_000n),
  }));
const book = (yes: [number, number][], no: [number, number][]): Orderbook => ({
  yes: [],
  no: [],
  yes_dollars: levels(...yes),
  no_dollars: levels(...no),
});

it('counts what rests within five cents of the mid, on both sides, at its own price', () => {
  // Mid of Yes 60, of No 40: 54 and 34 are six cents away, 55 and 35 five.
  const near = book(
    [
      [54, 1_000],
      [55, 100],
      [59, 10],
    ],
    [
      [34, 1_000],
      [35, 100],
      [39, 10],
    ],
  );
  expect(liquidityOf(near)).toBe(55_000_000n + 5_900_000n + 35_000_000n + 3_900_000n);
  // Each level is rounded down: 0.000001 contracts at half a dollar bring nothing.
  const dust = { ...near, yes_dollars: [{ price: microUsd(590_000n), size: microContracts(1n) }] };
  expect(
    liquidityOf({ ...dust, no_dollars: [{ price: microUsd(390_000n), size: microContracts(1n) }] }),
  ).toBe(0n);
});

it('is none where the mid is unknown, and says why', () => {
  expect(liquidityOf(null)).toBeNull();
  expect(liquidityOf(book([], []))).toBe('empty');
  expect(liquidityOf(book([[60, 1]], []))).toBe('only-bids');
  expect(liquidityOf(book([], [[40, 1]]))).toBe('only-asks');
  expect(liquidityOf(book([[60, 1]], [[41, 1]]))).toBe('crossed');
});
