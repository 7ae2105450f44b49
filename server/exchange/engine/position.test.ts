import { microContracts, microUsd } from '@contract/money.ts';
import { feesOf } from '@contract/pricing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyBuy,
  applyClaim,
  applySell,
  applySettlement,
  EMPTY_MONEY,
  entryPrice,
  type FilledQuantity,
  isClaimable,
  type PositionMoney,
  payoutFor,
  saleMoney,
} from './position.ts';

const empty = (isYes = true): PositionMoney => ({ ...EMPTY_MONEY, isYes });
function fill(contracts: bigint, price: bigint, bps = 0): FilledQuantity {
  const notional = (contracts * price) / 1_000_000n;
  return { contracts, notional, fees: feesOf(microContracts(contracts), microUsd(notional), bps) };
}

describe('a position', () => {
  it('costs what was paid, fees included, and shows its entry price without them', () => {
    const position = applyBuy(empty(), fill(100_000_000n, 250_000n));
    expect(position).toMatchObject({ totalCost: 26_320_000n, feesPaid: 1_320_000n, contracts: 100_000_000n });
    expect(entryPrice(position.entryNotional, position.contracts)).toBe(250_000n);
  });

  it('realises net proceeds less average cost', () => {
    const bought = applyBuy(empty(), fill(100_000_000n, 250_000n));
    const sale = fill(50_000_000n, 400_000n);
    // 20.00 − 0.84 fee − 13.16 cost.
    expect(saleMoney(bought, sale)).toMatchObject({
      net: 19_160_000n,
      costSold: 13_160_000n,
      realized: 6_000_000n,
    });
    const rest = applySell(bought, sale, 0n);
    expect(rest).toMatchObject({ status: 'open', realized: 6_000_000n, totalCost: 13_160_000n });
    const none = applySell(rest, sale, 0n);
    expect(none).toMatchObject({ status: 'sold', contracts: 0n, totalCost: 0n, entryNotional: 0n });
  });

  it('keeps count of what was bought, sold, paid in fees and reserved', () => {
    const once = applyBuy(empty(), fill(10_000_000n, 500_000n, 100));
    const twice = applyBuy(once, fill(30_000_000n, 400_000n, 100));
    expect(twice).toMatchObject({
      contracts: 40_000_000n,
      boughtContracts: 40_000_000n,
      boughtNotional: 17_000_000n,
      integratorFees: 170_000n,
      feesPaid: 860_000n,
    });
    const reserved = { ...twice, locked: 25_000_000n };
    // Of an order for 20 only 15 were bought from it: all 20 are free again.
    const sold = applySell(reserved, fill(15_000_000n, 600_000n, 100), 20_000_000n);
    expect(sold).toMatchObject({
      locked: 5_000_000n,
      contracts: 25_000_000n,
      soldContracts: 15_000_000n,
      soldNotional: 9_000_000n,
      integratorFees: 260_000n,
      feesPaid: 860_000n + 260_000n + 90_000n,
    });
    expect(applySell(sold, fill(15_000_000n, 600_000n, 100), 0n).soldNotional).toBe(18_000_000n);
  });

  it('charges no integrator more than the whole fee of a sale', () => {
    const bought = applyBuy(empty(), fill(10_000_000n, 500_000n));
    expect(applySell(bought, fill(10_000_000n, 20_000n, 20_000), 0n)).toMatchObject({
      integratorFees: 200_000n,
      feesPaid: bought.feesPaid + 200_000n,
    });
  });

  it('never lets fees take more than a sale brings', () => {
    const bought = applyBuy(empty(), fill(10_000_000n, 500_000n));
    const { net, fee } = saleMoney(bought, fill(10_000_000n, 20_000n, 10_000));
    expect([net, fee]).toEqual([0n, 200_000n]);
  });

  it('has an entry price that is rounded down, and none where nothing is held', () => {
    expect(entryPrice(0n, 0n)).toBe(0n);
    expect(entryPrice(1_000_000n, 3_000_000n)).toBe(333_333n);
    expect(entryPrice(2_000_000n, 3_000_000n)).toBe(666_666n);
  });

  it.each([
    ['yes', 10_000_000n, 'won', 'claimed'],
    ['no', 0n, 'lost', 'lost'],
    ['draw', 5_000_000n, 'won', 'claimed'],
    ['cancelled', 5_180_000n, 'refundable', 'refunded'],
  ] as const)('settles %s', (outcome, payout, status, final) => {
    const position = applyBuy(empty(), fill(10_000_000n, 500_000n));
    expect(payoutFor(position, outcome)).toBe(payout);
    const settled = applySettlement(position, outcome);
    expect(settled).toMatchObject({ status, payout, contracts: position.contracts });
    expect(isClaimable(settled)).toBe(status !== 'lost');
    const ended = status === 'lost' ? settled : applyClaim(settled);
    expect(ended).toMatchObject({
      status: final,
      contracts: position.contracts,
      realized: payout - position.totalCost,
    });
    expect(isClaimable(ended)).toBe(false);
  });

  it('adds up over any life: realised PnL is the cash that moved, once all is sold', () => {
    const trade = fc.record({
      lots: fc.bigInt({ min: 1n, max: 100_000n }),
      price: fc.bigInt({ min: 1n, max: 999n }).map((price) => price * 1_000n),
      bps: fc.constantFrom(0, 25, 10_000),
      buys: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 40 }), (trades) => {
        let position = empty();
        let cash = 0n;
        const sell = (contracts: bigint, price: bigint, bps: number): void => {
          const sale = fill(contracts, price, bps);
          cash += saleMoney(position, sale).net;
          position = applySell(position, sale, 0n);
        };
        for (const { lots, price, bps, buys } of trades) {
          const contracts = lots * 10_000n;
          if (buys) {
            const bought = fill(contracts, price, bps);
            cash -= bought.notional + bought.fees.total;
            position = applyBuy(position, bought);
          } else if (position.contracts > 0n) {
            sell(contracts < position.contracts ? contracts : position.contracts, price, bps);
          }
          expect(cash).toBe(position.realized - position.totalCost);
          expect(position.totalCost >= 0n && position.entryNotional >= 0n).toBe(true);
        }
        if (position.contracts > 0n) sell(position.contracts, 500_000n, 0);
        expect([position.contracts, position.totalCost]).toEqual([0n, 0n]);
        expect(cash).toBe(position.realized);
      }),
    );
  });
});
