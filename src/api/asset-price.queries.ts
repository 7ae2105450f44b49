import type { Token } from '@contract/tokens/token.ts';
import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { OLDER_TOKENS_POLL_MS, pollEvery } from './poll.ts';
import { read } from './read.ts';

export const ASSET_PRICE_POLL_MS = OLDER_TOKENS_POLL_MS / 2;

/** Micro-USD: what prices of events are about has more in its pools, what was launched under its name has less. */
const LEAST_LIQUIDITY = 1_000_000_000_000n;

/** The token that stands for an asset: of the verified ones of its symbol the most liquid, if it is liquid enough. */
export function verifiedOf(tokens: readonly Token[], symbol: string): Token | undefined {
  let best: { token: Token; liquidity: bigint } | undefined;
  for (const token of tokens) {
    const liquidity = token.liquidity ?? 0n;
    if (!token.isVerified || token.symbol.toUpperCase() !== symbol || liquidity < LEAST_LIQUIDITY) continue;
    if (best === undefined || liquidity > best.liquidity) best = { token, liquidity };
  }
  return best?.token;
}

/** Price of the asset with this symbol (10^-12 USD); null of one that no token stands for. */
const assetPriceQuery = (symbol?: string) =>
  queryOptions({
    queryKey: ['tokens', 'asset', symbol] as const,
    queryFn: symbol
      ? read(
          async (options) =>
            verifiedOf(await call('searchTokens', { query: { query: symbol } }, options), symbol)?.usdPrice ??
            null,
        )
      : skipToken,
    refetchInterval: pollEvery(ASSET_PRICE_POLL_MS),
  });
export const useAssetPrice = (symbol?: string) => useQuery(assetPriceQuery(symbol));

/** The same of several assets, in their order. */
export const useAssetPrices = (symbols: readonly string[]) =>
  useQueries({ queries: symbols.map((symbol) => assetPriceQuery(symbol)) });
