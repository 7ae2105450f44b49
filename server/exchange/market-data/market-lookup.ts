import type { MarketWithEventWire } from '@contract/prediction/market.ts';
import { notFound } from '../../common/errors.ts';
import type { EventModel, MarketModel } from '../simulation/model.ts';
import type { MarketSource } from './source.ts';
import { marketWire } from './wire.ts';

/** Events and markets by their ids, listed or not. */
export interface MarketLookup {
  /** @throws ServiceError `not-found`. */
  event(eventId: string, t: number): EventModel;
  /** @throws ServiceError `not-found`. */
  market(marketId: string, t: number): { market: MarketModel; event: EventModel };
  /** A market on its own at an instant. */
  wireOf(market: MarketModel, event: EventModel, t: number): MarketWithEventWire;
}

export const createMarketLookup = (universe: MarketSource): MarketLookup => ({
  event(eventId, t) {
    const event = universe.event(eventId, t);
    if (!event) throw notFound(`there is no event ${eventId}`, 'eventId');
    return event;
  },
  market(marketId, t) {
    const market = universe.market(marketId, t);
    const event = market && universe.event(market.eventId, t);
    if (!event) throw notFound(`there is no market ${marketId}`, 'marketId');
    return { market, event };
  },
  wireOf: (market, event, t) =>
    marketWire(
      market,
      universe.state(market.marketId, t),
      universe.quote(market.marketId, t),
      universe.isLive(event, t),
    ),
});
