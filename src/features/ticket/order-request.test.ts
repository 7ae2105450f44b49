import { marketId, pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { createOrderBody, type OrderQuote } from '@contract/prediction/order.ts';
import { describe, expect, it } from 'vitest';
import { quoteBuy, quoteSell } from '@/domain/quote.ts';
import { orderBody, orderExpectation, reviewOrder } from './order-request.ts';
import { BOOK } from './ticket.fixtures.ts';

const OWNER = pubkey.parse('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T');
const USDC = pubkey.parse('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const subject = {
  owner: OWNER,
  marketId: marketId.parse('MK-1'),
  side: 'yes',
  usdc: USDC,
  positionPubkey: OWNER,
} as const;

const buy = quoteBuy(BOOK, { by: 'money', deposit: microUsd(50_000_000n) });
const sell = quoteSell(BOOK, microContracts(40_000_000n));
if (buy.action !== 'buy' || sell.action !== 'sell') throw new Error('the book of the tests has both sides');

/** The service's answer to a quote, as shown. */
const answer = (quote: typeof buy | typeof sell, change: Partial<OrderQuote> = {}): OrderQuote => ({
  orderPubkey: OWNER,
  orderAtaPubkey: USDC,
  userPubkey: OWNER,
  marketId: subject.marketId,
  marketIdHash: '',
  positionPubkey: OWNER,
  isBuy: quote.action === 'buy',
  isYes: true,
  contracts: 0n,
  contractsMicro: quote.contracts,
  contractsDecimal: '',
  newContracts: 0n,
  newContractsMicro: microContracts(0n),
  newContractsDecimal: '',
  maxBuyPriceUsd: quote.action === 'buy' ? quote.cap : null,
  minSellPriceUsd: quote.action === 'sell' ? quote.cap : null,
  externalOrderId: null,
  orderCostUsd: quote.walk.notional,
  newAvgPriceUsd: microUsd(0n),
  newSizeUsd: microUsd(0n),
  newPayoutUsd: microUsd(0n),
  payoutUsd: microUsd(0n),
  estimatedProtocolFeeUsd: microUsd(0n),
  estimatedVenueFeeUsd: quote.fees.venue,
  estimatedIntegratorFeeUsd: microUsd(0n),
  estimatedTotalFeeUsd: quote.fees.total,
  ...change,
});
const at = (contracts: bigint, price: bigint): Partial<OrderQuote> => ({
  contractsMicro: microContracts(contracts),
  orderCostUsd: microUsd((contracts * price) / 1_000_000n),
});

describe('request', () => {
  it('is one the contract accepts, with the deposit and the limit shown', () => {
    expect(createOrderBody.parse(orderBody(buy, subject))).toMatchObject({
      isBuy: true,
      depositAmount: 50_000_000n,
      maxBuyPriceUsd: buy.cap,
    });
    expect(createOrderBody.parse(orderBody(sell, subject))).toMatchObject({
      isBuy: false,
      contractsMicro: 40_000_000n,
      minSellPriceUsd: sell.cap,
      positionPubkey: OWNER,
    });
  });

  it('expects the deposit to go into the escrow of the answer, and a sale to pay nothing', () => {
    expect(orderExpectation(buy, subject, answer(buy)).pays).toEqual([
      { mint: USDC, amount: 50_000_000n, destination: USDC },
    ]);
    expect(orderExpectation(sell, subject, answer(sell)).pays).toEqual([]);
  });
});

describe('what was built against what was shown', () => {
  const cases = [
    ['as-shown', buy, {}],
    ['as-shown', sell, {}],
    ['as-shown', buy, at(80_000_000n, 620_000n)],
    ['as-shown', sell, at(40_000_000n, 800_000n)],
    ['as-shown', buy, { maxBuyPriceUsd: microUsd(buy.cap - 1n) }],
    ['ask', buy, at(buy.contracts, buy.average + 10_001n)],
    ['as-shown', buy, at(buy.contracts, buy.average + 9_000n)],
    ['ask', buy, at((buy.contracts * 98n) / 100n, buy.average)],
    ['ask', sell, at(sell.contracts, sell.average - 11_000n)],
    ['ask', sell, at(30_000_000n, sell.average)],
    ['refuse', buy, { maxBuyPriceUsd: microUsd(buy.cap + 1n) }],
    ['refuse', buy, { maxBuyPriceUsd: null }],
    ['refuse', sell, { minSellPriceUsd: microUsd(sell.cap - 1n) }],
    ['refuse', buy, { isYes: false }],
    ['refuse', buy, { isBuy: false }],
    ['refuse', buy, { marketId: marketId.parse('MK-2') }],
    ['refuse', buy, { userPubkey: USDC }],
  ] as const;

  it.each(cases)('%s', (verdict, quote, change) => {
    expect(reviewOrder(quote, subject, answer(quote, change)).verdict).toBe(verdict);
  });

  it('asks with both numbers', () => {
    const review = reviewOrder(buy, subject, answer(buy, at(60_000_000n, 800_000n)));
    expect(review).toMatchObject({ verdict: 'ask' });
    if (review.verdict === 'ask') expect(review.lines.join(' ')).toMatch(/68\.5¢.*60\.00.*80\.0¢/);
  });
});
