import type { Market } from '@contract/prediction/market.ts';

/** Rounds come as two markets with one side each: the NO of such a market is never quoted. */
export function isOneSided(market: Market | undefined): boolean {
  const pricing = market?.pricing;
  if (!pricing || market.status !== 'open') return false;
  const quoted = pricing.buyYesPriceUsd !== null || pricing.sellYesPriceUsd !== null;
  return quoted && pricing.buyNoPriceUsd === null && pricing.sellNoPriceUsd === null;
}
