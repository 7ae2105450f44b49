import { type Pubkey, pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { type Market, market as marketSchema } from '@contract/prediction/market.ts';
import { type OrderQuote, orderQuote } from '@contract/prediction/order.ts';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import type { TicketQuote } from '@/domain/quote.ts';
import { quoteRoundBuy, quoteRoundSell } from '@/domain/round-quote.ts';
import {
  type RoundSubject,
  reviewSwap,
  roundOrderBody,
  swapExpectation,
  swapOutcome,
} from './round-intent.ts';
import { noticeOf } from './round-words.ts';

const key = (letter: string): Pubkey => pubkey.parse(letter.repeat(32));
const OWNER = key('a');
const USDC = key('b');
const MINT = key('c');
const POSITION = key('d');

const market: Market = marketSchema.parse({
  provider: 'provider_d',
  marketId: 'R-UP',
  status: 'open',
  result: null,
  title: 'Up',
  outcomeMint: MINT,
  pricing: { buyYesPriceUsd: 510_000, sellYesPriceUsd: 490_000, buyNoPriceUsd: 0, sellNoPriceUsd: 0 },
});
const subject: RoundSubject = {
  owner: OWNER,
  market,
  side: 'up',
  usdc: USDC,
  takers: { cost: key('e'), fees: key('f') },
  positionPubkey: POSITION,
};
function quoted(quote: TicketQuote | { action: 'none' }): TicketQuote {
  if (quote.action === 'none') throw new Error('no quote');
  return quote;
}
const buying = quoted(quoteRoundBuy(market, microUsd(25_000_000n), 250n));
const selling = quoted(quoteRoundSell(market, microContracts(12_340_000n), 250n));

const contracts = (micro: bigint) => ({
  contracts: (micro / 1_000_000n).toString(),
  contractsMicro: micro.toString(),
  contractsDecimal: '0',
});
const built = (isBuy: boolean, micro: bigint, cost: bigint, fee: bigint, more: object = {}): OrderQuote =>
  orderQuote.parse({
    orderPubkey: null,
    orderAtaPubkey: null,
    userPubkey: OWNER,
    marketId: 'R-UP',
    marketIdHash: '',
    positionPubkey: POSITION,
    isBuy,
    isYes: true,
    ...contracts(micro),
    newContracts: '0',
    newContractsMicro: '0',
    newContractsDecimal: '0',
    maxBuyPriceUsd: null,
    minSellPriceUsd: null,
    externalOrderId: 'ext-1',
    orderCostUsd: cost.toString(),
    newAvgPriceUsd: '0',
    newSizeUsd: '0',
    newPayoutUsd: '0',
    payoutUsd: '0',
    estimatedProtocolFeeUsd: '0',
    estimatedVenueFeeUsd: fee.toString(),
    estimatedIntegratorFeeUsd: '0',
    estimatedTotalFeeUsd: fee.toString(),
    ...more,
  });

describe('the order of a round', () => {
  it('names the market as the side, pays in USDC and carries the limit shown', () => {
    expect(roundOrderBody(buying, subject)).toEqual({
      ownerPubkey: OWNER,
      isYes: true,
      isBuy: true,
      marketId: 'R-UP',
      orderType: 'market',
      skipSigning: false,
      depositAmount: '25000000',
      depositMint: USDC,
      maxBuyPriceUsd: '530000',
    });
    expect(roundOrderBody(selling, subject)).toMatchObject({
      isBuy: false,
      isYes: true,
      positionPubkey: POSITION,
      contractsMicro: '12340000',
      minSellPriceUsd: '470000',
    });
  });

  it('pays its cost and its fee, and receives its tokens at once', () => {
    const accountOf = (owner: string, mint: string) => `${owner.slice(0, 1)}/${mint.slice(0, 1)}`;
    const buy = swapExpectation(subject, MINT, built(true, 47_000_000n, 23_970_000n, 830_000n), accountOf);
    expect(buy.pays).toEqual([
      { mint: USDC, amount: 23_970_000n, destination: 'e/b' },
      { mint: USDC, amount: 830_000n, destination: 'f/b' },
    ]);
    expect(buy.receives).toEqual([{ mint: MINT, amount: 47_000_000n, destination: null }]);
    expect(buy.memoIncludes).toBe('ext-1');
    const sell = swapExpectation(subject, MINT, built(false, 12_340_000n, 6_046_600n, 220_000n), accountOf);
    expect(sell.pays).toEqual([{ mint: MINT, amount: 12_340_000n, destination: null }]);
    expect(sell.receives).toEqual([{ mint: USDC, amount: 5_826_600n, destination: null }]);
  });

  it('receives nothing where the fee takes all, and never less', () => {
    const sell = swapExpectation(subject, MINT, built(false, 10_000n, 100n, 10_000n), () => '');
    expect(sell.receives).toEqual([]);
  });

  it('says what was done', () => {
    expect(swapOutcome(built(true, 12_340_000n, 6_293_400n, 0n), 'up')).toBe('Bought 12.34 Up @ 51¢');
    expect(swapOutcome(built(false, 12_340_000n, 6_046_600n, 0n), 'down')).toBe('Sold 12.34 Down @ 49¢');
  });
});

describe('the review of a swap', () => {
  const shown = buying.contracts as bigint;
  const cost = (price: bigint) => (shown * price) / 1_000_000n;
  const cases: [string, OrderQuote, string, RegExp | null][] = [
    ['the price shown', built(true, shown, cost(510_000n), 100_000n), 'as-shown', null],
    ['a better price', built(true, shown, cost(480_000n), 100_000n), 'as-shown', null],
    ['a worse one within a cent', built(true, shown, cost(515_000n), 100_000n), 'as-shown', null],
    [
      'a worse one',
      built(true, (shown * 98n) / 100n, (cost(525_000n) * 98n) / 100n, 100_000n),
      'ask',
      /against/,
    ],
    ['fewer contracts', built(true, shown / 2n, cost(510_000n) / 2n, 100_000n), 'ask', /against/],
    ['a price past the limit', built(true, shown / 2n, cost(531_000n) / 2n, 0n), 'refuse', /past your limit/],
    ['more money', built(true, shown, 25_000_001n, 0n), 'refuse', /more than the amount/],
    ['nothing', built(true, 0n, 0n, 0n), 'refuse', /for nothing/],
    ['a sale', built(false, shown, cost(510_000n), 0n), 'refuse', /something else/],
    [
      'another market',
      built(true, shown, cost(510_000n), 0n, { marketId: 'R-DOWN' }),
      'refuse',
      /something else/,
    ],
    [
      'another wallet',
      built(true, shown, cost(510_000n), 0n, { userPubkey: MINT }),
      'refuse',
      /another wallet/,
    ],
  ];
  it.each(cases)('of %s', (_name, answer, verdict, words) => {
    const review = reviewSwap(buying, subject, answer);
    expect(review.verdict).toBe(verdict);
    if (words) expect(JSON.stringify(review)).toMatch(words);
  });

  it('never sells more than shown, nor below the limit', () => {
    const more = built(false, 12_350_000n, 6_051_500n, 0n);
    expect(reviewSwap(selling, subject, more)).toMatchObject({ verdict: 'refuse' });
    const lower = built(false, 12_340_000n, 5_676_400n, 0n);
    expect(reviewSwap(selling, subject, lower)).toMatchObject({ verdict: 'refuse' });
    const same = built(false, 12_340_000n, 6_046_600n, 0n);
    expect(reviewSwap(selling, subject, same)).toEqual({ verdict: 'as-shown' });
  });
});

describe('a refusal in words', () => {
  it.each([
    ['MARKET_NOT_TRADABLE', /no more orders.*Choose the next round/],
    ['NO_ROUTE', /Nobody quotes.*No order was placed/],
    ['MAX_ORDER_SIZE', /too large/],
  ])('of %s', (code, words) => {
    const notice = noticeOf(new AppError('refused', 'raw text', { code }));
    expect(notice.text).toMatch(words);
    expect(notice.detail).toBe(`raw text · ${code}`);
  });
  it('of a code it does not know keeps the sentence of the service', () => {
    expect(noticeOf(new AppError('server', 'It broke')).text).toBe(
      'It broke. No order was placed and no money moved.',
    );
  });
});
