import { microContracts, microUsd } from '@contract/money.ts';
import { type Market, market as marketSchema } from '@contract/prediction/market.ts';
import { describe, expect, it } from 'vitest';
import type { NoQuote, TicketQuote } from '@/domain/quote.ts';
import { quoteRoundBuy, quoteRoundSell } from '@/domain/round-quote.ts';
import { swapExpectation } from './expectation.ts';
import { answerTo, at, ESCROW, ORDER, STABLECOIN, STRANGER, subject, USDC } from './fixtures.ts';
import { orderBody } from './request.ts';
import { reviewOrder } from './review-order.ts';
import { swapOutcome } from './swap-intent.ts';
import { type OrderTerms, orderTerms } from './terms.ts';

const MINT = STABLECOIN;
const market: Market = marketSchema.parse({
  provider: 'provider_d',
  marketId: subject.marketId,
  status: 'open',
  result: null,
  title: 'Up',
  outcomeMint: MINT,
  pricing: { buyYesPriceUsd: 510_000, sellYesPriceUsd: 490_000, buyNoPriceUsd: 0, sellNoPriceUsd: 0 },
});
function termsOf(quote: TicketQuote | NoQuote): OrderTerms {
  const terms =
    quote.action === 'none' ? null : orderTerms(quote, subject, { mint: USDC, byQuantity: false });
  if (!terms) throw new Error('no terms');
  return terms;
}
const buying = termsOf(quoteRoundBuy(market, microUsd(25_000_000n), 250n));
const selling = termsOf(quoteRoundSell(market, microContracts(12_340_000n), 250n));
const built = (terms: OrderTerms, contracts: bigint, cost: bigint, fee: bigint) =>
  answerTo(terms, {
    ...at(contracts, 0n, fee),
    orderCostUsd: microUsd(cost),
    orderPubkey: null,
    orderAtaPubkey: null,
  });

describe('the order of a round', () => {
  it('names the market as the side, pays in USDC and carries the limit shown', () => {
    expect(orderBody(buying)).toEqual({
      ownerPubkey: subject.owner,
      isYes: true,
      isBuy: true,
      marketId: subject.marketId,
      orderType: 'market',
      skipSigning: false,
      depositAmount: '25000000',
      depositMint: USDC,
      maxBuyPriceUsd: '530000',
    });
    expect(orderBody(selling)).toMatchObject({
      isBuy: false,
      isYes: true,
      positionPubkey: subject.position,
      contractsMicro: '12340000',
      minSellPriceUsd: '470000',
    });
  });

  const accountOf = (owner: string, mint: string) => `${owner}/${mint}`;
  const terms = { outcomeMint: MINT, usdc: USDC, takers: { cost: ORDER, fees: ESCROW }, accountOf };
  it('pays its cost and its fee, and receives its tokens at once', () => {
    const bought = built(buying, 47_000_000n, 23_970_000n, 830_000n);
    const buy = swapExpectation({ ...terms, order: buying, built: bought });
    expect(buy.pays).toEqual([
      { mint: USDC, amount: 23_970_000n, destination: `${ORDER}/${USDC}` },
      { mint: USDC, amount: 830_000n, destination: `${ESCROW}/${USDC}` },
    ]);
    const unconfigured = { ...terms, takers: { cost: null, fees: null } };
    // Whoever is to be paid: it is no sale, so that nothing of it may be burnt.
    expect(swapExpectation({ ...unconfigured, order: buying, built: bought }).pays).toEqual([
      { mint: USDC, amount: 23_970_000n, destination: null },
      { mint: USDC, amount: 830_000n, destination: null },
    ]);
    expect(buy.receives).toEqual([{ mint: MINT, amount: 47_000_000n, destination: null }]);
    expect(buy.memoIncludes).toBe('ext-1');
    const sold = built(selling, 12_340_000n, 6_046_600n, 220_000n);
    const sell = swapExpectation({ ...terms, order: selling, built: sold });
    // Only the answer says that this is the token of the outcome, which alone may be burnt.
    expect(sell.pays).toEqual([{ mint: MINT, amount: 12_340_000n, destination: null, sold: true }]);
    expect(sell.receives).toEqual([{ mint: USDC, amount: 5_826_600n, destination: null }]);
    const { owner, feePayer, maxLamports, memoIncludes } = buy;
    expect(sell).toMatchObject({ owner, feePayer, maxLamports, memoIncludes });
    expect([owner, feePayer]).toEqual([subject.owner, subject.owner]);
  });

  it('receives nothing where the fee takes all, and is never signed then', () => {
    const eaten = built(selling, 12_340_000n, 6_046_600n, 6_046_600n);
    expect(swapExpectation({ ...terms, order: selling, built: eaten }).receives).toEqual([]);
    expect(reviewOrder(selling, eaten, 'swap').verdict).toBe('refuse');
  });

  it('passes at the price shown and at one that moved by a cent', () => {
    const shown = buying.contracts as bigint;
    const at51 = built(buying, shown, (shown * 510_000n) / 1_000_000n, 100_000n);
    expect(reviewOrder(buying, at51, 'swap')).toEqual({ verdict: 'as-shown' });
    const fewer = (shown * 51n) / 52n;
    const at52 = built(buying, fewer, (fewer * 520_000n) / 1_000_000n, buying.fee);
    expect(reviewOrder(buying, at52, 'swap')).toEqual({ verdict: 'as-shown' });
    const other = { ...at51, userPubkey: STRANGER };
    expect(reviewOrder(buying, other, 'swap').verdict).toBe('refuse');
  });

  it('says what was done', () => {
    const bought = built(buying, 12_340_000n, 6_293_400n, 0n);
    expect(swapOutcome(bought, 'Up')).toBe('Bought 12.34 Up @ 51¢');
    const sold = built(selling, 12_340_000n, 6_046_600n, 0n);
    expect(swapOutcome(sold, 'Down')).toBe('Sold 12.34 Down @ 49¢');
  });
});
