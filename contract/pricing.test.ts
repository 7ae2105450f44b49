import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MICRO, type MicroContracts, type MicroUsd, microContracts, microUsd, ONE_USD } from './money.ts';
import type { BookLevel } from './prediction/orderbook.ts';
import {
  asksFromBids,
  averagePrice,
  bestFirst,
  breakEven,
  costOf,
  costOfSold,
  defaultMaxPrice,
  defaultMinPrice,
  drawPayoutOf,
  feesOf,
  integratorFee,
  MAX_PARLAY_PAYOUT,
  MAX_PRICE,
  netProceeds,
  parlayPayout,
  payoutOf,
  proceedsOf,
  saleAt,
  venueFee,
  walkBuyBudget,
  walkBuyContracts,
  walkSell,
} from './pricing.ts';

const contractsOf = (whole: bigint) => microContracts(whole * MICRO);
const price = fc.bigInt(1_000n, 999_000n).map(microUsd);
const quantity = fc.bigInt(1n, 10n ** 6n).map((lots) => microContracts(lots * 10_000n));
const level = fc.record({ price, size: quantity });
/** Distinct prices, ascending, as on the wire. */
const bids = fc
  .uniqueArray(level, { selector: (item) => item.price, maxLength: 25 })
  .map((levels) => levels.sort((a, b) => (a.price < b.price ? -1 : 1)));

describe('fees', () => {
  it('charges the documented examples', () => {
    expect(venueFee(contractsOf(100n), microUsd(250_000n))).toBe(1_320_000n);
    expect(venueFee(contractsOf(100n), microUsd(50_000n))).toBe(340_000n);
    expect(venueFee(microContracts(0n), microUsd(500_000n))).toBe(0n);
  });
  it('is a whole number of cents, never below the exact fee, never a cent above it', () => {
    fc.assert(
      fc.property(quantity, price, (contracts, p) => {
        const fee = venueFee(contracts, p);
        const exact = 7n * contracts * p * (ONE_USD - p);
        const scale = 100n * MICRO * MICRO;
        expect(fee % 10_000n).toBe(0n);
        expect(fee * scale >= exact).toBe(true);
        expect((fee - 10_000n) * scale < exact).toBe(true);
      }),
    );
  });
  it('adds the integrator share', () => {
    expect(feesOf(contractsOf(100n), microUsd(25_000_000n), 100)).toEqual({
      venue: 1_320_000n,
      protocol: 0n,
      integrator: 250_000n,
      total: 1_570_000n,
    });
  });
  it('takes a whole cent more for whatever is above a cent, however little', () => {
    // 0.07 × 0.60 × 0.391 × 0.609 USD are $0.010000998.
    expect(venueFee(microContracts(600_000n), microUsd(391_000n))).toBe(20_000n);
    const shares = [1_000_000n, 1_000_001n, 1n].map((notional) => integratorFee(microUsd(notional), 100));
    expect(shares).toEqual([10_000n, 20_000n, 10_000n]);
    expect(integratorFee(microUsd(1_000_000n), 0)).toBe(0n);
  });
});

describe('walking the book', () => {
  const sizeOf = (levels: readonly BookLevel[]) => levels.reduce((sum, { size }) => sum + size, 0n);

  it('sees a NO bid at p as a YES ask at 1 − p, best first', () => {
    fc.assert(
      fc.property(bids, (levels) => {
        const asks = asksFromBids(levels);
        expect(asks.map((ask) => ONE_USD - ask.price)).toEqual(bestFirst(levels).map((bid) => bid.price));
        for (let i = 1; i < asks.length; i++)
          expect((asks[i]?.price ?? 0n) > (asks[i - 1]?.price ?? 0n)).toBe(true);
      }),
    );
  });

  it('never spends more than the budget, fees included, nor pays above the limit, nor takes more than there is', () => {
    fc.assert(
      fc.property(
        bids,
        fc.bigInt(0n, 10n ** 11n).map(microUsd),
        price,
        fc.integer({ min: 0, max: 500 }),
        (levels, budget, limit, bps) => {
          const asks = asksFromBids(levels);
          const walk = walkBuyBudget(asks, budget, limit, bps);
          expect(walk.notional + walk.fees.total <= budget || walk.contracts === 0n).toBe(true);
          expect(walk.fills.every((fill) => fill.price <= limit)).toBe(true);
          expect(walk.contracts <= sizeOf(asks)).toBe(true);
          expect(walk.contracts % 10_000n).toBe(0n);
          expect(walk.fills.reduce((sum, fill) => sum + costOf(fill.contracts, fill.price), 0n)).toBe(
            walk.notional,
          );
        },
      ),
    );
  });

  const at = (price: bigint, size: bigint): BookLevel => ({
    price: microUsd(price),
    size: microContracts(size),
  });
  const usd = (micro: bigint) => microUsd(micro);
  const asks = [at(400_000n, 10_000_000n), at(500_000n, 10_005_000n), at(600_000n, 100_000_000n)];

  it('takes the cheapest levels first, in whole lots, up to what is wanted', () => {
    expect(walkBuyContracts(asks, contractsOf(15n))).toEqual({
      fills: [
        { price: 400_000n, contracts: 10_000_000n },
        { price: 500_000n, contracts: 5_000_000n },
      ],
      contracts: 15_000_000n,
      notional: 6_500_000n,
      fees: { venue: 260_000n, protocol: 0n, integrator: 0n, total: 260_000n },
      average: 433_333n,
      worst: 500_000n,
      complete: true,
    });
    const crumbs = [at(400_000n, 9_999n), ...asks.slice(1)];
    expect(walkBuyContracts(crumbs, contractsOf(1n)).fills).toEqual([
      { price: 500_000n, contracts: 1_000_000n },
    ]);
  });

  it('leaves what is less than a lot where it is, wanted or resting', () => {
    const wanted = microContracts(10_005_000n);
    expect(walkBuyContracts(asks, wanted)).toMatchObject({ contracts: 10_000_000n, complete: true });
    const bidding = [at(600_000n, 9_999n), at(500_000n, 4_005_000n), at(400_000n, 100_000_000n)];
    expect(walkSell(bidding, wanted)).toMatchObject({
      fills: [
        { price: 500_000n, contracts: 4_000_000n },
        { price: 400_000n, contracts: 6_000_000n },
      ],
      complete: true,
    });
  });

  it('takes the level at its limit, and none past it', () => {
    const bought = walkBuyContracts(asks, contractsOf(50n), usd(500_000n));
    expect(bought).toMatchObject({ contracts: 20_000_000n, worst: 500_000n, complete: false });
    expect(walkBuyContracts(asks, contractsOf(50n), usd(499_999n)).contracts).toBe(10_000_000n);
    const spent = walkBuyBudget(asks, usd(1_000_000_000n), usd(500_000n));
    expect(spent).toMatchObject({ contracts: 20_000_000n, worst: 500_000n, complete: false });
    expect(walkBuyBudget(asks, usd(1_000_000_000n), usd(399_999n)).contracts).toBe(0n);
    const bidding = [at(600_000n, 10_000_000n), at(500_000n, 10_000_000n), at(400_000n, 10_000_000n)];
    expect(walkSell(bidding, contractsOf(15n), usd(500_000n))).toMatchObject({
      contracts: 15_000_000n,
      notional: 8_500_000n,
      worst: 500_000n,
      complete: true,
    });
    expect(walkSell(bidding, contractsOf(15n), usd(500_001n))).toMatchObject({
      contracts: 10_000_000n,
      complete: false,
    });
  });

  it('spends a budget to the unit where lots allow it', () => {
    expect(walkBuyBudget(asks, usd(6_760_000n))).toMatchObject({ contracts: 15_000_000n, complete: true });
    expect(walkBuyBudget(asks, usd(6_759_999n)).contracts).toBe(14_990_000n);
    expect(walkBuyBudget(asks, usd(0n)).contracts).toBe(0n);
    // A lot of the cheapest is $0.004, and a cent of fees.
    expect(walkBuyBudget(asks, usd(13_999n))).toMatchObject({ contracts: 0n, complete: false });
  });

  it('takes an average to the nearest unit, and half a unit up', () => {
    const three = microContracts(3_000_000n);
    const averages = [1_000_000n, 1_000_001n, 1_000_002n].map((paid) => averagePrice(usd(paid), three));
    expect(averages).toEqual([333_333n, 333_334n, 333_334n]);
    expect(averagePrice(usd(1_000_001n), contractsOf(2n))).toBe(500_001n);
  });

  it('rounds against whoever trades', () => {
    const lot = microContracts(10_000n);
    expect([costOf(lot, usd(333_333n)), proceedsOf(lot, usd(333_333n))]).toEqual([3_334n, 3_333n]);
    expect([defaultMaxPrice(usd(333_333n)), defaultMinPrice(usd(333_333n))]).toEqual([341_667n, 324_999n]);
  });

  it('leaves less than one more lot and its fee unspent', () => {
    fc.assert(
      fc.property(bids, fc.bigInt(10_000_000n, 10n ** 10n).map(microUsd), (levels, budget) => {
        const asks = asksFromBids(levels);
        const walk = walkBuyBudget(asks, budget);
        fc.pre(walk.complete);
        const more = walkBuyContracts(asks, microContracts(walk.contracts + 10_000n));
        expect(more.notional + more.fees.total > budget).toBe(true);
      }),
    );
  });

  it('sells no more than asked, never below the limit, and never owes', () => {
    fc.assert(
      fc.property(bids, quantity, price, (levels, wanted, limit) => {
        const walk = walkSell(bestFirst(levels), wanted, limit);
        expect(walk.contracts <= wanted).toBe(true);
        expect(walk.fills.every((fill) => fill.price >= limit)).toBe(true);
        expect(netProceeds(walk) >= 0n).toBe(true);
        expect(walk.complete).toBe(walk.contracts > 0n && walk.contracts === wanted);
      }),
    );
  });

  it('says of what is held what its sale would bring, which is never less than nothing', () => {
    fc.assert(
      fc.property(quantity, price, (contracts, bid) => {
        const sale = walkSell([{ price: bid, size: contracts }], contracts);
        expect(saleAt(contracts, bid)).toBe(netProceeds(sale));
      }),
    );
    expect(saleAt(microContracts(300_000n), microUsd(10_000n))).toBe(0n);
  });

  it('makes nobody rich by buying and selling back at one price', () => {
    fc.assert(
      fc.property(quantity, price, (contracts, p) => {
        expect(costOf(contracts, p) >= proceedsOf(contracts, p)).toBe(true);
      }),
    );
  });

  it('stays within the bounds of a price', () => {
    expect(defaultMaxPrice(microUsd(680_000n))).toBe(697_000n);
    expect(defaultMaxPrice(microUsd(999_000n))).toBe(MAX_PRICE);
    expect(defaultMinPrice(microUsd(680_000n))).toBe(663_000n);
    expect(defaultMinPrice(microUsd(10_100n))).toBe(10_000n);
  });
});

describe('payouts and profit', () => {
  it('pays a draw no more than half to both sides', () => {
    fc.assert(
      fc.property(quantity, (contracts) => {
        expect(drawPayoutOf(contracts) * 2n <= payoutOf(contracts)).toBe(true);
      }),
    );
  });
  it('pays a dollar a contract, and half of it on a draw', () => {
    const odd = microContracts(120_500_001n);
    expect([payoutOf(odd), drawPayoutOf(odd)]).toEqual([120_500_001n, 60_250_000n]);
  });
  it('takes a share of what was held at average cost, rounded down', () => {
    const [cost, held] = [microUsd(10n), microContracts(30_000n)];
    expect(costOfSold(cost, held, microContracts(10_000n))).toBe(3n);
    expect(costOfSold(cost, microContracts(0n), microContracts(0n))).toBe(0n);
  });
  it('breaks even at the price that brings the cost back, rounded up', () => {
    expect(breakEven(microUsd(1_000_000n), contractsOf(3n))).toBe(333_334n);
    expect(breakEven(microUsd(1_000_000n), contractsOf(0n))).toBeNull();
  });
  it('splits a cost basis without losing or making a unit', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 12n).map(microUsd),
        quantity,
        fc.array(quantity, { maxLength: 8 }),
        (cost, held, sales) => {
          let left: MicroContracts = held;
          let basis: MicroUsd = cost;
          let realised = 0n;
          for (const sale of [...sales, held]) {
            const sold = (sale < left ? sale : left) as MicroContracts;
            const part = costOfSold(basis, left, sold);
            realised += part;
            basis = microUsd(basis - part);
            left = microContracts(left - sold);
          }
          expect(left).toBe(0n);
          expect(realised).toBe(cost);
          expect(basis).toBe(0n);
        },
      ),
    );
  });
  it('multiplies a parlay, keeps the margin, rounds down, and stops at the cap', () => {
    const half = microUsd(500_000n);
    expect(parlayPayout(microUsd(10_000_000n), [half, half, half, half, half])).toBe(304_000_000n);
    expect(parlayPayout(microUsd(10_000_000n), Array(5).fill(microUsd(10_000n)))).toBe(MAX_PARLAY_PAYOUT);
    expect(parlayPayout(microUsd(10_000_000n), [microUsd(300_000n)])).toBe(31_666_666n);
  });
});
