import { ONE_USD } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { eventOf, type MarketSketch } from './event.fixtures.ts';
import { distributionOf, excludeEachOther } from './outcome-shape.ts';

const named = (...titles: string[]): Market[] =>
  eventOf(titles.map((title, k) => ({ marketId: `M${k}`, title }))).markets;
/** Quoted at one price both ways; nothing without one. */
const at = (title: string, micro: number | null): MarketSketch => ({
  marketId: title,
  title,
  pricing: {
    buyYesPriceUsd: micro,
    sellYesPriceUsd: micro,
    buyNoPriceUsd: null,
    sellNoPriceUsd: null,
    volume: 1,
  },
});

describe('outcomes that exclude each other', () => {
  test.each([
    ['Reds vs. Blues', ['Reds', 'Draw', 'Blues']],
    ['Solana price on Friday?', ['Below $130.00', '$130.00 – $140.00', 'Above $140.00']],
    ['Fed decision in December?', ['Cut of 25 bps', 'No change', 'Increase']],
    ['Winner of the book prize?', ['Ann', 'Bo', 'Cy']],
  ])('%s', (title, titles) => {
    expect(excludeEachOther(title, named(...titles))).toBe(true);
  });

  test.each([
    ['What will be said in the address?', ['Inflation', 'Rain', 'Peace']],
    ['Bitcoin above ___ on Friday?', ['Above $86,000', 'Above $88,000']],
    ['Model released?', ['Before November 19, 2026', 'Before December 14, 2026']],
    ['What will Bitcoin hit in May?', ['$100,000 – $110,000', '$110,000 – $120,000']],
    ['Winner?', ['Ann']],
  ])('not: %s', (title, titles) => {
    expect(excludeEachOther(title, named(...titles))).toBe(false);
  });
});

describe('a ladder', () => {
  const title = 'Bitcoin above ___ on Friday?';
  it('implies a distribution by the differences of neighbours, a contradiction as it is', () => {
    const { markets } = eventOf([
      at('Above $88,000', 500_000),
      at('Above $86,000', 740_000),
      at('Above $90,000', 520_000),
    ]);
    expect(distributionOf(title, markets)?.map(({ name, chance }) => [name, chance])).toEqual([
      ['below $86,000', 260_000n],
      ['$86,000 – $88,000', 240_000n],
      ['$88,000 – $90,000', -20_000n],
      ['above $90,000', 520_000n],
    ]);
  });

  it('knows nothing of what stands beside a strike that nobody quotes', () => {
    const { markets } = eventOf([at('Above $86,000', null), at('Above $88,000', 500_000)]);
    expect(distributionOf(title, markets)?.map(({ chance }) => chance)).toEqual([null, null, 500_000n]);
  });

  it('is read downwards as well, and not where it asks for what is touched or between', () => {
    const { markets } = eventOf([at('Below 3%', 200_000), at('Below 4%', 700_000)]);
    expect(distributionOf('Inflation?', markets)?.map(({ chance }) => chance)).toEqual([
      200_000n,
      500_000n,
      300_000n,
    ]);
    expect(distributionOf('What will Bitcoin hit?', named('Above $1,000', 'Above $2,000'))).toBeUndefined();
    expect(distributionOf('Price?', named('$1 – $2', 'Above $2'))).toBeUndefined();
    expect(distributionOf('Who?', named('Ann', 'Bo'))).toBeUndefined();
  });

  it('sums up to one, whatever is quoted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 2, maxLength: 12 }),
        (prices) => {
          const { markets } = eventOf(prices.map((price, k) => at(`Above $${(k + 1) * 100}`, price)));
          const buckets = distributionOf(title, markets) ?? [];
          expect(buckets).toHaveLength(prices.length + 1);
          expect(buckets.reduce((sum, { chance }) => sum + (chance ?? 0n), 0n)).toBe(ONE_USD);
        },
      ),
    );
  });
});
