import { microContracts, microUsd } from '@contract/money.ts';
import type { BookLevel } from '@contract/prediction/orderbook.ts';
import { describe, expect, it } from 'vitest';
import { asksOf, bidsToSellTo, depositFor, eatenBids, fillBuy, fillSell, walkBuy } from './order.ts';

const CONTRACT = 1_000_000n;
const level = (price: bigint, contracts: bigint) => ({ price, size: contracts * CONTRACT });
const book = {
  yes: [level(300_000n, 10n), level(400_000n, 20n)],
  no: [level(500_000n, 30n), level(550_000n, 40n)],
};
const pricesOf = (levels: readonly BookLevel[]) => levels.map(({ price }) => price);

describe('what an order meets', () => {
  it('is the other side’s bids for a buyer, its own side’s for a seller, the best first', () => {
    expect(pricesOf(asksOf(book, true))).toEqual([450_000n, 500_000n]);
    expect(pricesOf(asksOf(book, false))).toEqual([600_000n, 700_000n]);
    expect(pricesOf(bidsToSellTo(book, true))).toEqual([400_000n, 300_000n]);
    expect(pricesOf(bidsToSellTo(book, false))).toEqual([550_000n, 500_000n]);
  });

  it('loses the bids that it has filled, where they rest', () => {
    const bought = (isYes: boolean) =>
      walkBuy(asksOf(book, isYes), { contracts: microContracts(CONTRACT) }, microUsd(999_999n), 0);
    const size = CONTRACT;
    expect(eatenBids(true, true, bought(true))).toEqual({ side: 'no', levels: [{ price: 550_000n, size }] });
    expect(eatenBids(true, false, bought(false))).toEqual({
      side: 'yes',
      levels: [{ price: 400_000n, size }],
    });
    const sold = (isYes: boolean) =>
      fillSell(bidsToSellTo(book, isYes), { contracts: CONTRACT, limitPrice: 10_000n, integratorBps: 0 });
    expect(eatenBids(false, true, sold(true))).toEqual({ side: 'yes', levels: [{ price: 400_000n, size }] });
    expect(eatenBids(false, false, sold(false))).toEqual({ side: 'no', levels: [{ price: 550_000n, size }] });
  });
});

describe('a purchase', () => {
  const asks = [level(500_000n, 100n)] as unknown as BookLevel[];
  const order = (deposit: bigint, byQuantity: boolean) => ({
    deposit,
    byQuantity,
    contracts: 10n * CONTRACT,
    limitPrice: 500_000n,
    integratorBps: 0,
  });
  const filled = (deposit: bigint, byQuantity: boolean) =>
    fillBuy(asks, order(deposit, byQuantity)).contracts;

  it('is meant by what it may spend, or by how much it wants', () => {
    const limit = microUsd(999_999n);
    // Ten contracts cost $5.00 and 18¢ of fees.
    expect(walkBuy(asks, { deposit: microUsd(5_180_000n) }, limit, 0).contracts).toBe(10n * CONTRACT);
    expect(walkBuy(asks, { contracts: microContracts(7n * CONTRACT) }, limit, 0).contracts).toBe(
      7n * CONTRACT,
    );
  });

  it('by quantity takes no more than it wants and never more than its deposit, else all that it buys', () => {
    expect([filled(5_180_000n, true), filled(5_179_999n, true)]).toEqual([10_000_000n, 9_990_000n]);
    expect([filled(100_000_000n, true), filled(100_000_000n, false)]).toEqual([10_000_000n, 100_000_000n]);
  });

  it('puts into escrow the most that it can cost: the fee is greatest at half a dollar', () => {
    const hundred = microContracts(100n * CONTRACT);
    expect(depositFor(hundred, microUsd(250_000n), 0)).toBe(26_320_000n);
    expect(depositFor(hundred, microUsd(800_000n), 0)).toBe(81_750_000n);
    expect(depositFor(hundred, microUsd(800_000n), 100)).toBe(82_550_000n);
  });
});
