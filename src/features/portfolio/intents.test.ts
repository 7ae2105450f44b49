import type { MarketId, Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd, tokenAmount } from '@contract/money.ts';
import type { CloseOrderAnswer, OrderQuote } from '@contract/prediction/order.ts';
import type { ClaimAnswer } from '@contract/prediction/position.ts';
import { describe, expect, it } from 'vitest';
import { quoteSell, type SellQuote } from '@/domain/quote.ts';
import { cancelExpectation, claimExpectation, sellExpectation } from '@/tx/expectations.ts';
import type { BuiltTx, Reviewed } from '@/tx/types.ts';
import { reviewCancel } from './cancel-intent.ts';
import { claimMint, reviewClaim } from './claim-intent.ts';
import { closeBody, reviewClose } from './close-intent.ts';
import { firstAsShown } from './reviewed.ts';
import { anOrder, aPosition, MARKET, ORDER, OWNER, POSITION, STABLECOIN, USDC } from './test-data.ts';

const STRANGER = 'Config1111111111111111111111111111111111111' as Pubkey;

function shownQuote(): SellQuote {
  const bids = [{ price: microUsd(675_000n), size: microContracts(500_000_000n) }];
  const quote = quoteSell({ asks: [], bids }, microContracts(60_250_000n), { slippageBps: 250n });
  if (quote.action !== 'sell') throw new Error('expected a quote');
  return quote;
}
const quote = shownQuote();
const held = aPosition();
const mints = { usdc: USDC, stablecoin: STABLECOIN };

const built = (changes: Partial<OrderQuote> = {}): OrderQuote => ({
  orderPubkey: ORDER,
  orderAtaPubkey: null,
  userPubkey: OWNER,
  marketId: MARKET,
  marketIdHash: 'h',
  positionPubkey: POSITION,
  isBuy: false,
  isYes: true,
  contracts: 60n,
  contractsMicro: quote.contracts,
  contractsDecimal: '60.25',
  newContracts: 60n,
  newContractsMicro: microContracts(60_250_000n),
  newContractsDecimal: '60.25',
  maxBuyPriceUsd: null,
  minSellPriceUsd: quote.cap,
  externalOrderId: null,
  orderCostUsd: quote.walk.notional,
  newAvgPriceUsd: microUsd(592_000n),
  newSizeUsd: microUsd(35_668_000n),
  newPayoutUsd: microUsd(60_250_000n),
  payoutUsd: quote.net,
  estimatedProtocolFeeUsd: microUsd(0n),
  estimatedVenueFeeUsd: quote.fees.venue,
  estimatedIntegratorFeeUsd: microUsd(0n),
  estimatedTotalFeeUsd: quote.fees.total,
  ...changes,
});

describe('closing', () => {
  it('asks for exactly what is shown', () => {
    expect(closeBody(quote, held, OWNER)).toEqual({
      ownerPubkey: OWNER,
      isBuy: false,
      isYes: true,
      marketId: MARKET,
      positionPubkey: POSITION,
      contractsMicro: '60250000',
      minSellPriceUsd: quote.cap.toString(),
      orderType: 'market',
      skipSigning: false,
    });
  });

  const average = (price: bigint) => microUsd((quote.contracts * price) / 1_000_000n);
  const cases: [string, Partial<OrderQuote>, 'as-shown' | 'ask' | 'refuse'][] = [
    ['the same', {}, 'as-shown'],
    ['a tighter limit', { minSellPriceUsd: microUsd(quote.cap + 1n) }, 'as-shown'],
    ['a looser limit', { minSellPriceUsd: microUsd(quote.cap - 1n) }, 'refuse'],
    ['no limit', { minSellPriceUsd: null }, 'refuse'],
    ['a better price', { orderCostUsd: average(700_000n) }, 'as-shown'],
    ['exactly 1¢ worse', { orderCostUsd: average(665_000n) }, 'as-shown'],
    ['more than 1¢ worse', { orderCostUsd: average(664_000n) }, 'ask'],
    ['far fewer contracts', { contractsMicro: microContracts(30_000_000n) }, 'ask'],
    ['more contracts', { contractsMicro: microContracts(quote.contracts + 10_000n) }, 'refuse'],
    ['a purchase', { isBuy: true }, 'refuse'],
    ['the other side', { isYes: false }, 'refuse'],
    ['another market', { marketId: 'market-2' as MarketId }, 'refuse'],
    ['another position', { positionPubkey: STRANGER }, 'refuse'],
    ['another wallet', { userPubkey: STRANGER }, 'refuse'],
  ];
  it.each(cases)('%s', (_, changes, verdict) => {
    expect(reviewClose(quote, held, OWNER, built(changes)).verdict).toBe(verdict);
  });

  it('says both prices when it asks', () => {
    const review = reviewClose(quote, held, OWNER, built({ orderCostUsd: average(600_000n) }));
    expect(review).toMatchObject({ verdict: 'ask', title: 'The price moved against you' });
    if (review.verdict !== 'ask') throw new Error('expected a question');
    expect(review.lines.join(' ')).toContain('67.5¢');
    expect(review.lines.join(' ')).toContain('60.0¢');
  });

  it('moves nothing when it lands', () => {
    expect(sellExpectation(OWNER, ORDER)).toMatchObject({ pays: [], receives: [], memoIncludes: ORDER });
  });
});

describe('claiming', () => {
  const shown = { pubkey: POSITION, ownerPubkey: OWNER, payoutUsd: microUsd(120_500_000n) };
  const answer = (changes: Partial<ClaimAnswer['position']> = {}): ClaimAnswer['position'] => ({
    positionPubkey: POSITION,
    marketPubkey: 'm',
    userPubkey: OWNER,
    ownerPubkey: OWNER,
    isYes: true,
    contracts: 120n,
    contractsMicro: microContracts(120_500_000n),
    contractsDecimal: '120.5',
    payoutAmountUsd: microUsd(120_500_000n),
    ...changes,
  });
  it.each([
    ['the same', {}, 'as-shown'],
    ['more', { payoutAmountUsd: microUsd(120_500_001n) }, 'as-shown'],
    ['one unit less', { payoutAmountUsd: microUsd(120_499_999n) }, 'refuse'],
    ['another position', { positionPubkey: STRANGER }, 'refuse'],
    ['another wallet', { ownerPubkey: STRANGER }, 'refuse'],
    ['the stablecoin', { settlementMint: STABLECOIN }, 'as-shown'],
    ['an unknown token', { settlementMint: STRANGER }, 'refuse'],
  ] as const)('%s', (_, changes, verdict) => {
    expect(reviewClaim(shown, answer(changes), mints).verdict).toBe(verdict);
  });
  it('refuses another token than the position is held in', () => {
    const shownToo = { ...shown, settlementMint: STABLECOIN };
    expect(reviewClaim(shownToo, answer({ settlementMint: USDC }), mints).verdict).toBe('refuse');
    expect(reviewClaim(shownToo, answer({ settlementMint: STABLECOIN }), mints).verdict).toBe('as-shown');
  });
  it('expects the token that the service names, of the claim or of the position, else USDC', () => {
    const position = { settlementMint: STABLECOIN };
    expect(claimMint(position, answer(), mints)).toBe(STABLECOIN);
    expect(claimMint({}, answer({ settlementMint: STABLECOIN }), mints)).toBe(STABLECOIN);
    expect(claimMint({}, answer({ settlementMint: null }), mints)).toBe(USDC);
  });
  it('brings exactly the payout, takes nothing, and may cost no more than opening an account', () => {
    const expectation = claimExpectation(OWNER, USDC, microUsd(120_500_000n));
    expect(expectation.pays).toEqual([]);
    expect(expectation.receives).toEqual([{ mint: USDC, amount: 120_500_000n, destination: null }]);
    expect(expectation.maxLamports).toBeLessThan(2_200_000n);
  });
});

describe('cancelling', () => {
  const answer = (
    changes: Partial<CloseOrderAnswer['accounts']> & { orderPubkey?: Pubkey } = {},
  ): Pick<CloseOrderAnswer, 'orderPubkey' | 'accounts'> => {
    const { orderPubkey = ORDER, ...accounts } = changes;
    const account = {
      owner: OWNER,
      authority: STRANGER,
      vault: STRANGER,
      marketId: MARKET,
      position: POSITION,
      order: ORDER,
      orderAta: STRANGER,
      ownerTokenAccount: STRANGER,
      settlementMint: USDC,
    };
    return { orderPubkey, accounts: { ...account, ...accounts } };
  };
  const deposit = tokenAmount(6_500_000n);
  it.each([
    ['as shown', anOrder(), answer(), deposit, 'as-shown'],
    ['in the stablecoin', anOrder(), answer({ settlementMint: STABLECOIN }), deposit, 'as-shown'],
    ['in an unknown token', anOrder(), answer({ settlementMint: STRANGER }), deposit, 'refuse'],
    ['of another order', anOrder(), answer({ orderPubkey: STRANGER }), deposit, 'refuse'],
    ['to another wallet', anOrder(), answer({ owner: STRANGER }), deposit, 'refuse'],
    ['of an empty escrow', anOrder(), answer(), tokenAmount(0n), 'refuse'],
    ['of a sale, which has no escrow', anOrder({ isBuy: false }), answer(), tokenAmount(0n), 'as-shown'],
  ] as const)('%s', (_, order, given, escrowed, verdict) => {
    expect(reviewCancel(order, OWNER, mints, given, escrowed).verdict).toBe(verdict);
  });
  it('brings back exactly what the escrow holds', () => {
    expect(cancelExpectation(OWNER, USDC, deposit).receives).toEqual([
      { mint: USDC, amount: 6_500_000n, destination: null },
    ]);
    expect(cancelExpectation(OWNER, USDC, tokenAmount(0n)).receives).toEqual([]);
  });
});

describe('what was built with others', () => {
  const aBuild = (lastValidBlockHeight: number): BuiltTx => ({
    transaction: '',
    lastValidBlockHeight,
    requiredSigners: [],
    expectation: sellExpectation(OWNER, null),
    orderPubkey: null,
  });
  const judge = (height: number): Reviewed => ({
    built: aBuild(height),
    review: height === 1 ? { verdict: 'as-shown' } : { verdict: 'refuse', message: 'worse' },
  });
  it('is taken where it is as shown, and each answer is judged by itself', async () => {
    const taken = await firstAsShown(
      async () => 1,
      async () => 2,
      judge,
    );
    expect([taken.built.lastValidBlockHeight, taken.review.verdict]).toEqual([1, 'as-shown']);
    const own = await firstAsShown(
      async () => 2,
      async () => 3,
      judge,
    );
    expect([own.built.lastValidBlockHeight, own.review.verdict]).toEqual([3, 'refuse']);
    const none = await firstAsShown(
      async () => null,
      async () => 1,
      judge,
    );
    expect(none.built.lastValidBlockHeight).toBe(1);
  });
});
