import type { TradeWire } from '@contract/prediction/trade.ts';
import { notFound, ServiceError } from '../../common/errors.ts';
import { type Handlers, JsonText } from '../../common/operation.ts';
import { createMarketLookup } from './market-lookup.ts';
import { orderbookJson } from './orderbook.ts';
import type { ReadsDeps } from './source.ts';
import { tradeWire } from './wire.ts';

const TAPE_LENGTH = 20;

type ReadId =
  | 'getMarket'
  | 'getEventMarket'
  | 'getOrderbook'
  | 'listScores'
  | 'getScore'
  | 'getTradingStatus'
  | 'listTrades';

/** What is known of one market, of games and of trades: computed from the universe at the moment it is asked for. */
export function createReads(deps: ReadsDeps): Required<Pick<Handlers, ReadId>> {
  const { universe, clock } = deps;
  const now = () => clock.now();
  const lookup = createMarketLookup(universe);

  function tape(t: number): TradeWire[] {
    const own = deps.recentTrades(TAPE_LENGTH);
    const simulated = universe.trades(t, TAPE_LENGTH).flatMap((trade) => {
      const market = universe.market(trade.marketId, t);
      const event = market && universe.event(market.eventId, t);
      return event ? [tradeWire(trade, market, event)] : [];
    });
    return [...own, ...simulated]
      .sort((a, b) => Number(b.timestamp) - Number(a.timestamp))
      .slice(0, TAPE_LENGTH);
  }

  return {
    getMarket: ({ params }) => {
      const t = now();
      const { market, event } = lookup.market(params.marketId, t);
      return lookup.wireOf(market, event, t);
    },
    getEventMarket: ({ params }) => {
      const t = now();
      const event = lookup.event(params.eventId, t);
      const market = event.markets.find(({ marketId }) => marketId === params.marketId);
      if (!market) {
        throw notFound(`there is no market ${params.marketId} in event ${params.eventId}`, 'marketId');
      }
      return lookup.wireOf(market, event, t);
    },
    getOrderbook: ({ params }) => {
      const t = now();
      const { market } = lookup.market(params.marketId, t);
      if (universe.state(market.marketId, t).status !== 'open') {
        throw new ServiceError('invalid', 'ORDERBOOK_BAD_STATUS', 'the market has left trading');
      }
      // Rounds are swapped at a quote: there is no ladder to rest in.
      if (market.outcome) return new JsonText('null');
      return new JsonText(orderbookJson(universe.book(market.marketId, t)));
    },
    listScores: ({ query }) => {
      const t = now();
      const data = [...new Set(query.eventIds)].flatMap((eventId) => universe.score(eventId, t) ?? []);
      return { data };
    },
    getScore: ({ params }) => {
      const t = now();
      const event = lookup.event(params.eventId, t);
      const score = universe.score(event.eventId, t);
      if (!score) throw notFound(`event ${event.eventId} has no score`, 'eventId');
      return score;
    },
    getTradingStatus: () => ({ trading_active: deps.tradingActive() }),
    listTrades: () => ({ data: tape(now()) }),
  };
}
