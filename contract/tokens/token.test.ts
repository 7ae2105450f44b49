import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { token, tokenPrices } from './token.ts';

const id = 'So11111111111111111111111111111111111111112';

it('figures of more digits than any amount are not known, and leave the rest of their list readable', () => {
  const [absurd, other] = z.array(token).parse([
    { id, usdPrice: 1e40, mcap: '1'.padEnd(30, '0'), fdv: -1e27, liquidity: 12.5 },
    { id, usdPrice: 0.25, mcap: 1e25 },
  ]);
  const [least, most] = [10n ** 26n, 10n ** 26n - 1n].map((mcap) => token.parse({ id, mcap: String(mcap) }));
  expect([least?.mcap, most?.mcap]).toEqual([null, (10n ** 26n - 1n) * 1_000_000n]);
  expect(absurd).toMatchObject({ usdPrice: null, mcap: null, fdv: null, liquidity: 12_500_000n });
  expect(other).toMatchObject({ usdPrice: 250_000_000_000n, mcap: 10n ** 31n });
});

it('has no decimals where those told are none that a mint can have', () => {
  const told = [0, '9', 255, 256, -1, 2.5, 1e9, null, undefined];
  const read = told.map((decimals) => token.parse({ id, decimals }).decimals);
  expect(read).toEqual([0, 9, 255, null, null, null, null, null, null]);
});

it('is read although a picture or a link of it cannot be', () => {
  const told = { id, symbol: 'SOL', icon: {}, website: ['https://a.example'], twitter: 5, usdPrice: 0.25 };
  expect(token.parse(told)).toMatchObject({ symbol: 'SOL', icon: null, website: null, twitter: null });
  expect(() => token.parse({ ...told, audit: { isSus: 'yes' } })).toThrow();
});

it('has no price where one below zero is told, as no token costs that', () => {
  const told = [-5, '-0.1', 0].map((usdPrice) => ({ id, usdPrice }));
  expect(told.map((one) => token.parse(one).usdPrice)).toEqual([null, null, 0n]);
  const price = { usdPrice: -5, decimals: 6, blockId: 1, priceChange24h: -1.5 };
  expect(tokenPrices.parse({ [id]: price })[id]).toMatchObject({ usdPrice: null, priceChange24h: -1.5 });
});

it('has no amount and no count below zero, but changes that are', () => {
  const told = {
    id,
    mcap: -5,
    liquidity: '-1000000.5',
    holderCount: -3,
    organicScore: -2,
    totalSupply: 1e30,
  };
  const stats24h = {
    buyVolume: -1,
    sellVolume: 0,
    numBuys: -1,
    numSells: 0,
    numNetBuyers: -4,
    priceChange: -2.5,
  };
  const audit = { devBalancePercentage: -1, topHoldersPercentage: 20 };
  expect(token.parse({ ...told, stats24h, audit })).toMatchObject({
    mcap: null,
    liquidity: null,
    holderCount: null,
    organicScore: null,
    totalSupply: null,
    stats24h: {
      buyVolume: null,
      sellVolume: 0n,
      numBuys: null,
      numSells: 0,
      numNetBuyers: -4,
      priceChange: -2.5,
    },
    audit: { devBalancePercentage: null, topHoldersPercentage: 20 },
  });
});

it('what is no number at all is told of', () => {
  const { error } = z.array(token).safeParse([{ id, mcap: 'much' }]);
  expect(error?.issues).toMatchObject([{ path: [0, 'mcap'] }]);
});
