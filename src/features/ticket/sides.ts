import type { Side } from '@contract/ids.ts';
import type { Market } from '@contract/prediction/market.ts';

/** Rounds come as two markets with one side each: the NO of such a market is never quoted. */
export function isOneSided(market: Market | undefined): boolean {
  const pricing = market?.pricing;
  if (!pricing || market.status !== 'open') return false;
  const quoted = pricing.buyYesPriceUsd !== null || pricing.sellYesPriceUsd !== null;
  return quoted && pricing.buyNoPriceUsd === null && pricing.sellNoPriceUsd === null;
}

/** "If France wins": what a contract of the side is paid for. */
export function winPhrase(market: Market | undefined, outcome: string, side: Side): string {
  if (market && isOneSided(market)) return `If ${outcome} wins`;
  // A team stands behind spreads and podiums too, and those are not about winning.
  const type = market?.sportsMarketType ?? null;
  if (type === 'moneyline' || (type === null && market?.team))
    return side === 'yes' ? `If ${outcome} wins` : `If ${outcome} does not win`;
  return side === 'yes' ? 'If Yes wins' : 'If No wins';
}

/** "Yes" and "No", or the outcome's own name where there is only one side to take. */
export function sideLabel(market: Market | undefined, side: Side): string {
  if (side === 'yes' && market && isOneSided(market) && market.title !== '') return market.title;
  return side === 'yes' ? 'Yes' : 'No';
}
