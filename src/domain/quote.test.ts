import { microContracts, microUsd } from '@contract/money.ts';
import { MAX_PRICE, MIN_PRICE, walkSell } from '@contract/pricing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SideBook } from './book.ts';
import { clampPrice, contractsForPayout, partOf, quoteBuy, quoteSell } from './quote.ts';

const level = (price: bigint, contracts: bigint) => ({
  price: microUsd(price),
  size: microContracts(contracts * 1_000_000n),
});
const book: SideBook = {
  asks: [level(685_000n, 100n), level(690_000n, 200n), level(700_000n, 1_000n)],
  bids: [level(675_000n, 100n), level(670_000n, 200n)],
};
const usd = (dollars: number) => microUsd(BigInt(Math.round(dollars * 1_000_000)));

const sideBooks = fc
  .tuple(
    fc.integer({ min: 2, max: 980 }),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 5_000 })), {
      minLength: 1,
      maxLength: 12,
    }),
  )
  .map(([best, steps]): SideBook => {
    let ask = best;
    let bid = best - 1;
    const asks = [];
    const bids = [];
    for (const [gap, size] of steps) {
      if (ask < 1_000)
        asks.push({ price: microUsd(BigInt(ask) * 1_000n), size: microContracts(BigInt(size) * 10_000n) });
      if (bid > 0)
        bids.push({ price: microUsd(BigInt(bid) * 1_000n), size: microContracts(BigInt(size) * 10_000n) });
      ask += gap + 1;
      bid -= gap + 1;
    }
    return { asks, bids };
  });

describe('buying', () => {
  it('spends at most the deposit, keeps to the cap and adds up', () => {
    fc.assert(
      fc.property(sideBooks, fc.bigInt({ min: 1n, max: 5_000_000_000n }), (side, deposit) => {
        const quote = quoteBuy(side, { by: 'money', deposit: microUsd(deposit) });
        if (quote.action !== 'buy') return;
        expect(quote.spent <= deposit).toBe(true);
        expect(quote.spent + quote.returned).toBe(deposit);
        expect(quote.spent).toBe(quote.walk.notional + quote.fees.total);
        expect(quote.cap >= quote.worst || quote.cap === MAX_PRICE).toBe(true);
        expect(quote.average <= quote.worst).toBe(true);
        expect(quote.impact >= 0n).toBe(true);
        expect(quote.gain).toBe(quote.payout - quote.spent);
        expect(quote.filledBps >= 0n && quote.filledBps <= 10_000n).toBe(true);
      }),
    );
  });

  it('buys by deposit exactly what the deposit of a quantity was computed for, or more', () => {
    fc.assert(
      fc.property(sideBooks, fc.bigInt({ min: 10_000n, max: 500_000_000n }), (side, contracts) => {
        const byQuantity = quoteBuy(side, { by: 'contracts', contracts: microContracts(contracts) });
        if (byQuantity.action !== 'buy') return;
        expect(byQuantity.returned).toBe(0n);
        const byMoney = quoteBuy(side, { by: 'money', deposit: byQuantity.deposit });
        if (byMoney.action !== 'buy') throw new Error('a deposit that was computed from the book buys');
        expect(byMoney.contracts >= byQuantity.contracts).toBe(true);
      }),
    );
  });

  it('says how much of the order the book holds under the cap', () => {
    const quote = quoteBuy(book, { by: 'money', deposit: usd(1_000) }, { cap: microUsd(690_000n) });
    expect(quote).toMatchObject({ action: 'buy', contracts: 300_000_000n, worst: 690_000n, cap: 690_000n });
    if (quote.action === 'buy') expect(quote.filledBps < 2_200n).toBe(true);
  });

  it('has a default cap of the worst level + 250 bps', () => {
    expect(quoteBuy(book, { by: 'money', deposit: usd(10) })).toMatchObject({ cap: 702_000n });
    expect(quoteBuy(book, { by: 'money', deposit: usd(10) }, { slippageBps: 0n })).toMatchObject({
      cap: 685_000n,
    });
  });

  it('has no default cap that a request may not carry', () => {
    const asks = [level(5_000n, 10_000n)];
    expect(quoteBuy({ asks, bids: [] }, { by: 'money', deposit: usd(10) })).toMatchObject({
      worst: 5_000n,
      cap: MIN_PRICE,
    });
    const dear = { asks: [level(995_000n, 100n)], bids: [] };
    expect(quoteBuy(dear, { by: 'money', deposit: usd(10) })).toMatchObject({ cap: 999_000n });
  });

  it('breaks even at what a contract costs with its fee', () => {
    const quote = quoteBuy(book, { by: 'contracts', contracts: microContracts(100_000_000n) });
    expect(quote).toMatchObject({ spent: 70_020_000n, breakEven: 700_200n, payout: 100_000_000n });
  });

  it.each([
    [false, 685_000n],
    [true, 675_000n],
    [true, 674_000n],
  ])('is crossed (%s) where somebody bids 67.5¢ and the best ask is %d', (crossed, ask) => {
    const side = { ...book, asks: [level(ask, 1_000n)] };
    expect(quoteBuy(side, { by: 'money', deposit: usd(10) })).toMatchObject({ crossed });
    expect(quoteSell(side, microContracts(1_000_000n))).toMatchObject({ crossed });
  });

  it('is whole where the book holds all of it, and says what its depth costs', () => {
    expect(quoteBuy(book, { by: 'money', deposit: usd(100) })).toMatchObject({ filledBps: 10_000n });
    expect(quoteBuy(book, { by: 'contracts', contracts: microContracts(200_000_000n) })).toMatchObject({
      filledBps: 10_000n,
      average: 687_500n,
      worst: 690_000n,
      impact: 2_500n,
    });
    expect(quoteBuy(book, { by: 'contracts', contracts: microContracts(2_600_000_000n) })).toMatchObject({
      filledBps: 5_000n,
    });
  });

  it('reaches a level at the cap, and a cap is never tighter than the level it needs', () => {
    const cap = microUsd(685_000n);
    expect(quoteBuy(book, { by: 'money', deposit: usd(10) }, { cap })).toMatchObject({ action: 'buy', cap });
    const odd = { asks: [level(685_500n, 100n)], bids: [] };
    expect(quoteBuy(odd, { by: 'money', deposit: usd(10) }, { slippageBps: 0n })).toMatchObject({
      cap: 685_500n,
    });
  });

  it.each([
    ['no-liquidity', { asks: [], bids: [] }, usd(10), undefined],
    ['beyond-cap', book, usd(10), microUsd(684_999n)],
    ['too-small', book, 5_000n, undefined],
  ] as const)('gives no quote: %s', (reason, side, deposit, cap) => {
    expect(quoteBuy(side, { by: 'money', deposit: microUsd(deposit) }, { cap })).toEqual({
      action: 'none',
      reason,
    });
  });
});

describe('selling', () => {
  it('never sells more than asked, and brings the proceeds less the fees', () => {
    fc.assert(
      fc.property(sideBooks, fc.bigInt({ min: 10_000n, max: 500_000_000n }), (side, contracts) => {
        const quote = quoteSell(side, microContracts(contracts));
        if (quote.action !== 'sell') return;
        expect(quote.contracts <= contracts).toBe(true);
        expect(quote.net <= quote.walk.notional).toBe(true);
        expect(quote.impact >= 0n).toBe(true);
      }),
    );
  });

  it('is whole where the book holds all of it, and says what its depth costs', () => {
    expect(quoteSell(book, microContracts(150_000_000n))).toMatchObject({
      filledBps: 10_000n,
      average: 673_333n,
      worst: 670_000n,
      impact: 1_667n,
    });
  });

  it('has a default cap of the worst level − 250 bps, up to a tenth of a cent and never above the level', () => {
    const wanted = microContracts(10_000_000n);
    expect(quoteSell(book, wanted)).toMatchObject({ cap: 659_000n });
    expect(quoteSell(book, wanted, { slippageBps: 0n })).toMatchObject({ cap: 675_000n });
    const odd = { asks: [], bids: [level(674_500n, 100n)] };
    expect(quoteSell(odd, wanted, { slippageBps: 0n })).toMatchObject({ cap: 674_500n });
  });

  it('is said only of what an order with its cap can sell', () => {
    const slippage = fc.bigInt({ min: 0n, max: 10_000n });
    const caps = fc.option(fc.bigInt({ min: MIN_PRICE, max: MAX_PRICE }), { nil: undefined });
    fc.assert(
      fc.property(
        sideBooks,
        fc.bigInt({ min: 10_000n, max: 500_000_000n }),
        slippage,
        caps,
        (side, contracts, slippageBps, cap) => {
          const own = cap === undefined ? undefined : microUsd(cap);
          const quote = quoteSell(side, microContracts(contracts), { cap: own, slippageBps });
          const sellable = side.bids.some(({ price }) => price >= (own ?? MIN_PRICE));
          expect(quote.action === 'sell').toBe(sellable);
          if (quote.action !== 'sell') return;
          expect(quote.cap >= MIN_PRICE && quote.cap <= quote.worst).toBe(true);
          // As the service fills it.
          expect(walkSell(side.bids, microContracts(contracts), quote.cap)).toEqual(quote.walk);
        },
      ),
    );
  });

  it('is none where bids are below the least price of an order, and only of the rest where some are', () => {
    const low: SideBook = { asks: [], bids: [level(4_000n, 100n)] };
    const wanted = microContracts(100_000_000n);
    expect(quoteSell(low, wanted)).toEqual({ action: 'none', reason: 'below-least' });
    expect(quoteSell(low, wanted, { cap: MIN_PRICE })).toEqual({ action: 'none', reason: 'beyond-cap' });
    expect(quoteSell({ asks: [], bids: [level(12_000n, 10n), ...low.bids] }, wanted)).toMatchObject({
      contracts: 10_000_000n,
      filledBps: 1_000n,
      worst: 12_000n,
      cap: 12_000n,
    });
    expect(quoteSell({ asks: [], bids: [level(10_000n, 100n)] }, wanted)).toMatchObject({
      contracts: 100_000_000n,
      cap: MIN_PRICE,
    });
  });

  it('is none of less than a lot, and none where nobody buys', () => {
    expect(quoteSell(book, microContracts(9_999n))).toEqual({ action: 'none', reason: 'too-small' });
    expect(quoteSell({ ...book, bids: [] }, microContracts(1_000_000n))).toEqual({
      action: 'none',
      reason: 'no-liquidity',
    });
  });

  it('keeps above the floor of the user', () => {
    expect(quoteSell(book, microContracts(150_000_000n), { cap: microUsd(675_000n) })).toMatchObject({
      contracts: 100_000_000n,
      filledBps: 6_666n,
      worst: 675_000n,
    });
    expect(quoteSell(book, microContracts(1_000_000n), { cap: microUsd(676_000n) })).toEqual({
      action: 'none',
      reason: 'beyond-cap',
    });
  });
});

describe('amounts', () => {
  it('turns a payout into whole lots, never too few', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10_000_000_000n }), (payout) => {
        const contracts = contractsForPayout(microUsd(payout));
        expect(contracts % 10_000n).toBe(0n);
        expect(contracts >= payout && contracts - payout < 10_000n).toBe(true);
      }),
    );
  });

  it('turns a payout of whole lots into as many', () => {
    expect(contractsForPayout(usd(12.34))).toBe(12_340_000n);
    expect(contractsForPayout(microUsd(12_340_001n))).toBe(12_350_000n);
  });

  it('takes part of a holding in lots, and all of it exactly', () => {
    expect(partOf(microContracts(10_015_000n), 10_000n)).toBe(10_015_000n);
    expect(partOf(microContracts(10_015_000n), 2_500n)).toBe(2_500_000n);
    expect(partOf(microContracts(1_000_000n), 5_000n)).toBe(500_000n);
    expect(partOf(microContracts(100_000_000_000n), 9_999n)).toBe(99_990_000_000n);
  });

  it('keeps a price inside what a request carries', () => {
    expect(clampPrice(0n)).toBe(MIN_PRICE);
    expect(clampPrice(1_000_000n)).toBe(MAX_PRICE);
    expect(clampPrice(500_000n)).toBe(500_000n);
  });
});
