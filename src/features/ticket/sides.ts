import type { Market } from '@contract/prediction/market.ts';
import { isOneSided, sideQuote } from '@/domain/events.ts';

/**
 * Whether nothing but YES can be traded: rounds come as two markets with one side each, and the NO of such a market is
 * never quoted. It stays so while nothing of it is quoted.
 */
export function hasOneSide(market: Market | undefined): boolean {
  if (market?.status !== 'open') return false;
  const [yes, no] = [sideQuote(market, 'yes'), sideQuote(market, 'no')];
  if (no.buy !== null || no.sell !== null) return false;
  return yes.buy !== null || yes.sell !== null || isOneSided(market);
}
