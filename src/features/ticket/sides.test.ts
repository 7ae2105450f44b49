import { market as marketSchema } from '@contract/prediction/market.ts';
import { expect, it } from 'vitest';
import { hasOneSide } from './sides.ts';

const NONE = { buyYesPriceUsd: null, sellYesPriceUsd: null, buyNoPriceUsd: null, sellNoPriceUsd: null };
const market = (title: string, pricing: object | null, status = 'open') =>
  marketSchema.parse({
    provider: 'provider_d',
    marketId: 'm',
    title,
    status,
    result: null,
    pricing: pricing && { ...NONE, ...pricing },
  });

it.each([
  ['a round of which YES is quoted', market('Up', { buyYesPriceUsd: 510_000 }), true],
  ['a round that is only bid for', market('Up', { sellYesPriceUsd: 490_000 }), true],
  ['a round of which nothing is quoted for a moment', market('Up', {}), true],
  ['a round whose prices did not come', market('Down', null), true],
  ['a round whose NO is quoted', market('Up', { buyNoPriceUsd: 510_000 }), false],
  ['any market of which YES alone is quoted', market('France', { buyYesPriceUsd: 510_000 }), true],
  ['a market of which nothing is quoted', market('France', {}), false],
  [
    'one near certainty, whose NO is still bid for',
    market('France', { buyYesPriceUsd: 990_000, sellNoPriceUsd: 5_000 }),
    false,
  ],
  ['a round that has ended', market('Up', { buyYesPriceUsd: 510_000 }, 'closed'), false],
  ['none', undefined, false],
])('whether nothing but YES can be traded of %s', (_, one, is) => {
  expect(hasOneSide(one)).toBe(is);
});
