import { marketId } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { OrderQuote } from '@contract/prediction/order.ts';
import { feesOf } from '@contract/pricing.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteBuy, quoteSell } from '@/domain/quote.ts';
import type { Review } from '@/tx/types.ts';
import { answerTo, at, BOOK, buying, ESCROW, STRANGER, selling, subject, USDC } from './fixtures.ts';
import { type Execution, reviewOrder } from './review-order.ts';
import { type OrderTerms, orderTerms, type PurchaseTerms, type SaleTerms, saleTerms } from './terms.ts';

const purchase = orderTerms(buying(), subject, { mint: USDC, byQuantity: false }) as PurchaseTerms;
const byQuantity: PurchaseTerms = { ...purchase, byQuantity: true };
const sale: SaleTerms = saleTerms(selling(), subject, USDC);
const OTHER = marketId.parse('MK-2');
type Case = [string, Partial<OrderQuote>, Review['verdict'], RegExp?];

const judged = (terms: OrderTerms, change: Partial<OrderQuote>, execution: Execution = 'escrow') =>
  reviewOrder(terms, answerTo(terms, change), execution);
const check =
  (terms: OrderTerms, execution: Execution = 'escrow') =>
  (_name: string, change: Partial<OrderQuote>, verdict: Review['verdict'], words?: RegExp) => {
    const names = execution === 'swap' ? { orderPubkey: null, orderAtaPubkey: null, ...change } : change;
    const review = judged(terms, names, execution);
    expect(review.verdict).toBe(verdict);
    if (words) expect(JSON.stringify(review)).toMatch(words);
  };
/** Figures of a purchase at another price that spends the same sum. */
const forSum = (price: bigint, sum: bigint = purchase.spent - purchase.fee) =>
  at((sum * 1_000_000n) / price, price);

/** What no order may do, whatever its figures are. */
const WRONG: Case[] = [
  ['of the other side', { isYes: false }, 'refuse', /something else/],
  ['in another market', { marketId: OTHER }, 'refuse', /something else/],
  ['of another wallet', { userPubkey: STRANGER }, 'refuse', /another wallet/],
  ['of another position', { positionPubkey: STRANGER }, 'refuse', /another position/],
  ['with a cost below zero', { orderCostUsd: microUsd(-1n) }, 'refuse'],
  ['with a fee below zero', { estimatedTotalFeeUsd: microUsd(-1n) }, 'refuse'],
  ['of contracts below zero', { contractsMicro: microContracts(-1n) }, 'refuse'],
];

describe('a purchase', () => {
  const average = purchase.average as bigint;
  const { contracts, fee } = purchase;
  it.each<Case>([
    ...WRONG,
    ['that is a sale', { isBuy: false }, 'refuse', /something else/],
    ['as shown', {}, 'as-shown'],
    ['at a better price', forSum(620_000n), 'as-shown'],
    ['at a cent less', forSum(average - 10_000n), 'as-shown'],
    ['at nearly a cent more', forSum(average + 9_000n), 'as-shown'],
    ['at more than a cent more', forSum(average + 10_100n), 'ask', /price moved against you/],
    ['of 2 % fewer contracts at the price shown', at((contracts * 98n) / 100n, average), 'ask', /Fewer/],
    ['of half', at(contracts / 2n, average), 'ask', /Fewer/],
    ['of an unknown quantity', at(0n, 0n), 'ask', /does not say/],
    ['of an unknown quantity for its price', { contractsMicro: microContracts(0n) }, 'ask', /does not say/],
    ['without a fee', { estimatedTotalFeeUsd: microUsd(0n) }, 'as-shown'],
    ['with a tighter limit', { maxBuyPriceUsd: microUsd(purchase.cap - 1n) }, 'as-shown'],
    [
      'with a looser limit',
      { maxBuyPriceUsd: microUsd(purchase.cap + 1n) },
      'refuse',
      /pay up to .* past your limit/,
    ],
    ['without a limit', { maxBuyPriceUsd: null }, 'refuse', /without your limit/],
    [
      'that costs more than the deposit',
      { orderCostUsd: microUsd(purchase.deposit - fee + 1n) },
      'refuse',
      /more than the amount/,
    ],
    ['with a fee of 30¢ more', at((contracts * 99n) / 100n, average, fee + 300_000n), 'ask', /fee is higher/],
    ['with a fee that rounds up a cent more', at(contracts - 20_000n, average, fee + 10_000n), 'as-shown'],
    ['without a key of its own', { orderPubkey: null }, 'refuse', /key of its own/],
    ['without an escrow', { orderAtaPubkey: null }, 'refuse', /where the deposit goes/],
  ])('%s', check(purchase));

  it('by quantity is bounded from above too', () => {
    expect(judged(byQuantity, {}).verdict).toBe('as-shown');
    expect(judged(byQuantity, forSum(average - 10_000n)).verdict).toBe('as-shown');
    expect(judged(byQuantity, forSum(500_000n))).toMatchObject({
      verdict: 'ask',
      title: 'More would be bought than shown',
    });
  });

  it('of more contracts is an improvement only while it costs no more', () => {
    const short: PurchaseTerms = { ...purchase, deposit: microUsd(100_000_000n) };
    expect(judged(short, at(contracts * 2n, average)).verdict).toBe('ask');
    expect(judged(short, at(contracts + 50_000n, average)).verdict).toBe('as-shown');
  });

  it('is held to a position only where one is known', () => {
    const first = { ...purchase, position: null };
    expect(judged(first, { positionPubkey: STRANGER }).verdict).toBe('as-shown');
  });

  it('asks with both figures of price, contracts and fee', () => {
    const review = judged(purchase, at(60_000_000n, 800_000n, 980_000n));
    expect(review).toMatchObject({ verdict: 'ask' });
    if (review.verdict === 'ask') {
      expect(review.lines.join(' ')).toMatch(/68\.5¢ on average, fee \$1\.\d\d.*60\.00.*80\.0¢.*fee \$0\.98/);
      expect(review.lines.join(' ')).not.toContain('after it');
    }
  });

  const round: PurchaseTerms = {
    ...purchase,
    contracts: microContracts(100_000_000n),
    average: microUsd(500_000n),
    fee: microUsd(2_000_000n),
    spent: microUsd(52_000_000n),
    deposit: microUsd(52_000_000n),
  };
  // The fee shown for as many contracts, 7 % of what the price moved (a cent at least), and a cent.
  it.each([
    ['as many contracts', 100_000_000n, 500_000n, 2_080_000n],
    ['more contracts, cheaper', 120_000_000n, 400_000n, 3_250_000n],
    ['a few fewer contracts', 99_500_000n, 500_000n, 2_079_650n],
  ])('of %s may have a fee so much higher, to the unit', (_name, contracts, price, fee) => {
    const ample = { ...round, deposit: microUsd(60_000_000n) };
    expect(judged(ample, at(contracts, price, fee))).toEqual({ verdict: 'as-shown' });
    expect(judged(ample, at(contracts, price, fee + 1n))).toMatchObject({
      title: 'The fee is higher than shown',
    });
  });

  it('may take all of the deposit', () => {
    expect(judged(round, {})).toEqual({ verdict: 'as-shown' });
  });

  it('of fewer contracts for the same money asks about the price, however little that moved', () => {
    const cheap = {
      ...round,
      contracts: microContracts(500_000_000n),
      average: microUsd(100_000n),
    };
    expect(judged(cheap, at(458_000_000n, 109_000n))).toMatchObject({ title: 'The price moved against you' });
  });
});

describe('a sale', () => {
  const average = sale.average as bigint;
  const { contracts, fee } = sale;
  it.each<Case>([
    ...WRONG,
    ['that is a purchase', { isBuy: true, orderAtaPubkey: ESCROW }, 'refuse', /something else/],
    ['as shown', {}, 'as-shown'],
    ['at a better price', at(contracts, 700_000n), 'as-shown'],
    ['at exactly a cent less', at(contracts, average - 10_000n), 'as-shown'],
    ['at more than a cent less', at(contracts, average - 10_001n), 'ask', /price moved against you/],
    ['of everything: 693.30 instead of 12', at(693_300_000n, average), 'refuse', /693\.30 .*12\.00 shown/],
    ['of one unit more', at(contracts + 1n, average), 'refuse', /more than/],
    ['of one unit fewer', at(contracts - 1n, average), 'ask', /Fewer contracts than shown/],
    ['of fewer at nearly the price', at(contracts / 2n, average - 9_000n), 'ask', /Fewer contracts than/],
    ['of a part', at(contracts / 2n, average), 'ask', /Fewer/],
    ['of nothing', at(0n, 0n), 'refuse', /for nothing/],
    ['for nothing', { orderCostUsd: microUsd(0n) }, 'refuse', /for nothing/],
    ['with a tighter limit', { minSellPriceUsd: microUsd(sale.cap + 1n) }, 'as-shown'],
    [
      'with a looser limit',
      { minSellPriceUsd: microUsd(sale.cap - 1n) },
      'refuse',
      /sell down to .* past your limit/,
    ],
    ['without a limit', { minSellPriceUsd: null }, 'refuse'],
    ['with a fee within the cent', { estimatedTotalFeeUsd: microUsd(fee + 10_000n) }, 'as-shown'],
    [
      'with a fee of a dollar more',
      { estimatedTotalFeeUsd: microUsd(fee + 1_000_000n) },
      'ask',
      /fee is higher/,
    ],
    [
      'whose fee takes everything',
      { estimatedTotalFeeUsd: microUsd(sale.net + fee) },
      'refuse',
      /all that the sale brings/,
    ],
    ['whose fee takes more', { estimatedTotalFeeUsd: microUsd(90_000_000n) }, 'refuse', /all that the sale/],
  ])('%s', check(sale));

  it('names what is left after the fee, shown and now', () => {
    const review = judged(sale, at(contracts, 600_000n));
    expect(JSON.stringify(review)).toMatch(/67\.5¢.*\$7\.\d\d after it.*60\.0¢.*\$7\.01 after it/);
  });

  it('that brought nothing when it was shown still asks', () => {
    const dust: SaleTerms = { ...sale, net: microUsd(0n), fee: microUsd(9_000_000n) };
    const review = judged(dust, { orderCostUsd: microUsd(8_100_000n) });
    expect(review).toMatchObject({ verdict: 'ask', title: 'The fee takes all that the sale brings' });
  });
});

describe('a swap', () => {
  const average = purchase.average as bigint;
  it.each<Case>([
    ...WRONG,
    ['as shown', {}, 'as-shown'],
    ['at a better price', forSum(620_000n), 'as-shown'],
    ['within a cent', forSum(average + 9_000n), 'as-shown'],
    ['at a worse price', forSum(average + 11_000n), 'ask', /moved against/],
    ['of half', at(purchase.contracts / 2n, average), 'ask'],
    ['past the limit', at(1_000_000n, purchase.cap + 1_000n), 'refuse', /past your limit/],
    ['for more money', { orderCostUsd: purchase.deposit }, 'refuse', /more than the amount/],
    ['for nothing', at(0n, 0n), 'refuse', /for nothing/],
    ['that is an order to wait for', { orderPubkey: STRANGER }, 'refuse', /no swap/],
  ])('that buys, %s', check(purchase, 'swap'));

  it.each<Case>([
    ['as shown', {}, 'as-shown'],
    ['of more', at(sale.contracts + 10_000n, sale.average), 'refuse', /more than/],
    ['of fewer', at(sale.contracts - 10_000n, sale.average), 'ask', /Fewer/],
    ['below the limit', at(sale.contracts, sale.cap - 1_000n), 'refuse', /past your limit/],
    [
      'whose fee takes everything',
      { estimatedTotalFeeUsd: microUsd(9_000_000n) },
      'refuse',
      /all that the sale/,
    ],
  ])('that sells, %s', check(sale, 'swap'));
});

describe('whatever is answered', () => {
  const figure = fc.bigInt(0n, 200_000_000n);
  it('passes no purchase that takes more, and no sale of more, of less, or for much less', () => {
    fc.assert(
      fc.property(figure, figure, fc.bigInt(0n, 20_000_000n), (contracts, cost, fee) => {
        const change = { ...at(contracts, 0n, fee), orderCostUsd: microUsd(cost) };
        if (judged(purchase, change).verdict === 'as-shown') {
          expect(cost + fee).toBeLessThanOrEqual(purchase.deposit);
          expect(contracts * 100n).toBeGreaterThanOrEqual(purchase.contracts * 97n);
        }
        if (judged(sale, change).verdict === 'as-shown') {
          expect(contracts).toBe(sale.contracts);
          expect(cost - fee).toBeGreaterThanOrEqual(sale.net - (sale.contracts * 12n) / 1_000n - 10_000n);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('passes what an honest service builds at a book that has moved by a tick', () => {
    const dollars = fc.bigInt(5n, 2_000n);
    fc.assert(
      fc.property(dollars, fc.bigInt(-5_000n, 5_000n), fc.bigInt(300_000n, 900_000n), (sum, move, price) => {
        const side = (by: bigint) => [{ price: microUsd(price + by), size: microContracts(10n ** 12n) }];
        const bookAt = (by: bigint) => ({ asks: side(by), bids: side(by) });
        const amount = { by: 'money', deposit: microUsd(sum * 1_000_000n) } as const;
        const [shown, now] = [quoteBuy(bookAt(0n), amount), quoteBuy(bookAt(move), amount)];
        if (shown.action === 'none' || now.action === 'none') return;
        const terms = orderTerms(shown, subject, { mint: USDC, byQuantity: false });
        if (!terms) throw new Error('a purchase has terms');
        const answer = answerTo(terms, {
          contractsMicro: now.contracts,
          orderCostUsd: now.walk.notional,
          estimatedTotalFeeUsd: now.fees.total,
        });
        expect(reviewOrder(terms, answer, 'escrow')).toEqual({ verdict: 'as-shown' });
      }),
    );
  });

  it('passes an honest sale at a book that has moved by a tick', () => {
    fc.assert(
      fc.property(fc.bigInt(50n, 400n), fc.bigInt(-10_000n, 10_000n), (lots, move) => {
        const shown = quoteSell(BOOK, selling(lots * 10_000n).contracts);
        if (shown.action === 'none') return;
        const terms = saleTerms(shown, subject, USDC);
        const cost = microUsd(shown.walk.notional + (move * shown.contracts) / 1_000_000n);
        const fee = feesOf(shown.contracts, cost).total;
        const change = { orderCostUsd: cost, estimatedTotalFeeUsd: fee };
        expect(judged(terms, change)).toEqual({ verdict: 'as-shown' });
      }),
    );
  });
});
