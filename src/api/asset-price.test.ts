import { microUsd } from '@contract/money.ts';
import type { Token } from '@contract/tokens/token.ts';
import { expect, it } from 'vitest';
import { verifiedOf } from './asset-price.queries.ts';

const token = (symbol: string, isVerified: boolean, dollars: bigint | null) =>
  ({ symbol, isVerified, liquidity: dollars === null ? null : microUsd(dollars * 1_000_000n) }) as Token;
const asset = token('BTC', true, 10_000_000n);

it('takes the verified token of a symbol, not one that only calls itself so', () => {
  expect(verifiedOf([token('BTC', false, 20_000_000n), asset, token('BTCX', true, null)], 'BTC')).toBe(asset);
});

it('takes the most liquid of several verified ones, wherever it stands', () => {
  const launched = token('btc', true, 28_473n);
  const second = token('BTC', true, 2_000_000n);
  expect(verifiedOf([launched, second, asset], 'BTC')).toBe(asset);
  expect(verifiedOf([asset, second, launched], 'BTC')).toBe(asset);
});

it('takes none that was launched under the name of an asset, or whose liquidity is not known', () => {
  expect(verifiedOf([token('BTC', true, 28_473n), token('BTC', true, null)], 'BTC')).toBeUndefined();
});
