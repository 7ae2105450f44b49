import type { HistoryDeps } from './market-data/history.ts';
import { ASSET_SPECS } from './simulation/asset-specs.ts';
import type { Feeds } from './simulation/feeds/feeds.ts';
import type { TokenMarket } from './tokens/tokens.ts';
import type { PriceSource } from './triggers/prices.ts';

const DAY = 86_400;
/** Feeds have no beginning: so much of them is told. */
const TOLD = 365 * DAY;
const PICO_A_MICRO = 1_000_000n;

const alwaysThere = (t: number): number => Math.floor((t - TOLD) / DAY) * DAY;

/** What of the exchange has a price over time, beside markets. */
export function historyPrices({
  feeds,
  prices,
  tokens,
}: {
  feeds: Feeds;
  prices: PriceSource;
  tokens: TokenMarket;
}): Pick<HistoryDeps, 'asset' | 'token'> {
  const keys = new Map(ASSET_SPECS.map(({ symbol, key }) => [symbol, key]));
  return {
    asset(symbol, t) {
      const key = keys.get(symbol.toUpperCase());
      if (key === undefined) return undefined;
      const feed = feeds.of(key);
      return { since: alwaysThere(t), priceAt: (at) => feed.price(at) * PICO_A_MICRO };
    },
    token(mint, t) {
      if (prices.token(mint, t) === undefined) return undefined;
      const created = tokens.listed([mint], t)[0]?.firstPool?.createdAt;
      const since = typeof created === 'string' ? Math.ceil(Date.parse(created) / 1_000) : alwaysThere(t);
      return { since, priceAt: (at) => prices.priceAt(mint, at) };
    },
  };
}
