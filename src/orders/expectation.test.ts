import { microUsd, tokenAmount } from '@contract/money.ts';
import { createOrderBody } from '@contract/prediction/order.ts';
import { TOKEN_ACCOUNT_RENT } from '@contract/transactions/programs.ts';
import { describe, expect, it } from 'vitest';
import {
  cancelExpectation,
  claimExpectation,
  depositExpectation,
  freeParlaysExpectation,
  orderExpectation,
  parlayExpectation,
  withdrawalExpectation,
} from './expectation.ts';
import {
  buying,
  CANCEL,
  CLAIM,
  ESCROW,
  ORDER,
  OWNER,
  POSITION,
  STABLECOIN,
  STRANGER,
  selling,
  subject,
  USDC,
} from './fixtures.ts';
import { orderBody } from './request.ts';
import { orderTerms, quotedOf, saleTerms } from './terms.ts';

const purchase = orderTerms(buying(), subject, { mint: USDC, byQuantity: false });
const sale = saleTerms(selling(), subject, USDC);
if (purchase?.action !== 'buy') throw new Error('expected a purchase');

describe('terms', () => {
  it('of a sale name its position, or there are none', () => {
    expect(
      orderTerms(selling(), { ...subject, position: null }, { mint: USDC, byQuantity: false }),
    ).toBeNull();
  });
  it('keep what the form showed for the receipt', () => {
    const { average, contracts, fees, spent } = buying();
    expect(quotedOf(purchase)).toEqual({ average, contracts, fees: fees.total, total: spent });
    expect(quotedOf(sale)).toMatchObject({ total: selling().net });
  });
});

describe('the request', () => {
  it('is one the contract accepts, with the deposit or the quantity and the limit shown', () => {
    expect(createOrderBody.parse(orderBody(purchase))).toMatchObject({
      isBuy: true,
      depositAmount: 50_000_000n,
      depositMint: USDC,
      maxBuyPriceUsd: purchase.cap,
    });
    expect(orderBody(sale)).toEqual({
      ownerPubkey: OWNER,
      isBuy: false,
      isYes: true,
      marketId: subject.marketId,
      positionPubkey: POSITION,
      contractsMicro: '12000000',
      minSellPriceUsd: sale.cap.toString(),
      orderType: 'market',
      skipSigning: false,
    });
    createOrderBody.parse(orderBody(sale));
  });
});

describe('the expectation', () => {
  it('of a purchase is its deposit into the escrow, and of a sale no payment', () => {
    const names = { orderPubkey: ORDER, escrow: ESCROW };
    expect(orderExpectation({ ...purchase, ...names })).toMatchObject({
      pays: [{ mint: USDC, amount: 50_000_000n, destination: ESCROW }],
      receives: [],
      memoIncludes: ORDER,
    });
    expect(orderExpectation({ ...sale, ...names })).toMatchObject({
      pays: [],
      receives: [],
      memoIncludes: ORDER,
    });
  });

  it('of a claim brings exactly the payout, takes nothing, and may cost no more than opening an account', () => {
    const expectation = claimExpectation({ ...CLAIM, paidIn: USDC, pays: microUsd(120_500_000n) });
    expect(expectation.pays).toEqual([]);
    expect(expectation.receives).toEqual([{ mint: USDC, amount: 120_500_000n, destination: null }]);
    expect(expectation.maxLamports).toBeLessThan(2_200_000n);
  });

  it('of a cancellation brings back exactly what the escrow holds', () => {
    const of = (escrowed: bigint | null) => cancelExpectation({ ...CANCEL, paidIn: USDC, escrowed }).receives;
    expect(of(6_500_000n)).toEqual([{ mint: USDC, amount: 6_500_000n, destination: null }]);
    expect(of(0n)).toEqual([]);
    expect(of(null)).toEqual([]);
    const all = cancelExpectation({ ...CANCEL, paidIn: USDC, escrowed: null });
    expect(all).toMatchObject({ owner: OWNER, feePayer: OWNER, pays: [], memoIncludes: null });
    expect(all.maxLamports).toBeLessThan(2_200_000n);
  });

  it('lets each cost its fees, and the rent of the accounts that it may open, beside what is sent on purpose', () => {
    const [rent, fees] = [TOKEN_ACCOUNT_RENT, 60_000n];
    const stake = microUsd(10_000_000n);
    const names = { orderPubkey: ORDER, escrow: ESCROW };
    // Its escrow and two accounts of its owner may be opened, and no third.
    for (const terms of [purchase, sale]) {
      const { maxLamports } = orderExpectation({ ...terms, ...names });
      expect(maxLamports).toBe(6_000_000n);
      expect(maxLamports).toBeLessThan(3n * rent);
    }
    expect(claimExpectation({ ...CLAIM, paidIn: USDC, pays: stake }).maxLamports).toBe(rent + fees);
    expect(cancelExpectation({ ...CANCEL, paidIn: USDC, escrowed: null }).maxLamports).toBe(rent + fees);
    const parlay = { owner: OWNER, mint: USDC, stake, legMarketIds: [], offered: stake };
    const paid = { ...parlay, parlayId: 'PY-1', destination: ESCROW, sponsor: null };
    expect(parlayExpectation(paid).maxLamports).toBe(rent + fees);
    const back = (...mints: (typeof USDC)[]) =>
      withdrawalExpectation({
        owner: OWNER,
        order: 'o',
        assets: mints.map((mint) => ({ mint, amount: tokenAmount(5n) })),
        native: ESCROW,
      }).maxLamports;
    expect([back(ESCROW), back(USDC, ESCROW), back(USDC, STABLECOIN)]).toEqual([
      fees,
      rent + fees,
      2n * rent + fees,
    ]);
    const deposit = (isNative: boolean) =>
      depositExpectation({
        owner: OWNER,
        mint: isNative ? ESCROW : USDC,
        decimals: 6,
        amount: tokenAmount(7_000_000n),
        isNative,
        vault: STRANGER,
        destination: STRANGER,
        request: null,
      }).maxLamports;
    expect([deposit(false), deposit(true)]).toEqual([rent + fees, 7_000_000n + fees]);
  });

  it('of parlays pays the stake, or one fee each', () => {
    const stake = microUsd(10_000_000n);
    const shown = { owner: OWNER, mint: USDC, stake, legMarketIds: [], offered: stake };
    const paid = {
      ...shown,
      parlayId: 'PY-1',
      destination: ESCROW,
      sponsor: STRANGER,
    };
    expect(parlayExpectation(paid)).toMatchObject({
      sponsor: STRANGER,
      pays: [{ mint: USDC, amount: 10_000_000n, destination: ESCROW }],
      memoIncludes: 'PY-1',
    });
    expect(parlayExpectation({ ...paid, sponsor: null })).not.toHaveProperty('sponsor');
    const parlay = { legMarketIds: [], offered: stake };
    const free = {
      owner: OWNER,
      parlays: [parlay, parlay],
      fee: 1_000_000n,
      recipient: STRANGER,
    };
    expect(freeParlaysExpectation(free)).toMatchObject({
      pays: [],
      entryFees: { count: 2, each: 1_000_000n, to: STRANGER },
      memoIncludes: null,
      maxLamports: 2_060_000n,
    });
  });

  it('of a withdrawal brings tokens and SOL, each to the unit', () => {
    const asset = (mint: typeof USDC, amount: bigint) => ({ mint, amount: tokenAmount(amount) });
    const of = withdrawalExpectation({
      owner: OWNER,
      order: 'o',
      assets: [asset(USDC, 5n), asset(STABLECOIN, 7n)],
      native: STABLECOIN,
    });
    expect(of).toMatchObject({
      receives: [{ mint: USDC, amount: 5n, destination: null }],
      receivesLamports: 7n,
      memoIncludes: 'o',
    });
    const plain = { owner: OWNER, order: 'o', assets: [asset(USDC, 5n)], native: STABLECOIN };
    expect(withdrawalExpectation(plain)).not.toHaveProperty('receivesLamports');
  });
});
