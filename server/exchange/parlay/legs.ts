import { isRefusal, refused } from '../../common/errors.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { requireTrading } from '../core/requirements.ts';
import type { Leg } from '../engine/parlay.ts';

/**
 * The legs of a parlay with the price YES costs now. Ids may be canonical or hashed.
 * @throws ServiceError `invalid` DUPLICATE_LEG, UNKNOWN_MARKET, SAME_EVENT, LEG_NOT_OPEN, TRADING_HALTED.
 */
export function quoteLegs(
  context: ExchangeContext,
  markets: MarketDirectory,
  legMarketIds: readonly string[],
): Leg[] {
  requireTrading(context);
  const { universe, clock } = context;
  const now = clock.now();
  const ids = legMarketIds.map((id) => markets.canonical(id, now));
  if (new Set(ids).size !== ids.length) {
    throw refused('DUPLICATE_LEG', 'every leg must be another market');
  }
  const found = ids.map((id, index) => {
    const market = universe.market(id, now);
    if (!market) throw refused('UNKNOWN_MARKET', `there is no market ${legMarketIds[index]}`);
    return market;
  });
  if (new Set(found.map(({ eventId }) => eventId)).size !== found.length) {
    throw refused('SAME_EVENT', 'no two legs may be of one event');
  }
  return found.map(({ marketId, eventId }) => {
    if (!markets.isOpen(marketId, now)) throw refused('LEG_NOT_OPEN', `${marketId} is not open`);
    const price = universe.quote(marketId, now).buyYes;
    if (price === null || price <= 0n) {
      throw refused('LEG_NOT_OPEN', `nobody sells Yes of ${marketId} at the moment`);
    }
    return { marketId, eventId, price: price.toString(), state: 'open' };
  });
}

/** An item's own failure; what is wrong with the exchange itself fails the whole request. */
export function itemError(error: unknown): { status: 'error'; code: string; message: string } {
  if (!isRefusal(error)) throw error;
  return { status: 'error', code: error.code, message: error.message };
}
