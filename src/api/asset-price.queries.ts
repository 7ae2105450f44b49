import type { Token } from '@contract/tokens/token.ts';
import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { call } from './client.ts';
import { OLDER_TOKENS_POLL_MS, pollEvery } from './poll.ts';
import { read } from './read.ts';

export const ASSET_PRICE_POLL_MS = OLDER_TOKENS_POLL_MS / 2;

/** The verified token of this symbol: others may call themselves so. */
const verifiedOf = (tokens: readonly Token[], symbol: string): Token | undefined =>
  tokens.find((token) => token.isVerified && token.symbol.toUpperCase() === symbol);

/** Price of the asset with this symbol (10^-12 USD); null of one that no verified token stands for. */
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
