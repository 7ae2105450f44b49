import { type PageRange, paginationOf } from '@contract/page.ts';
import { DEFAULT_SUGGESTED } from '@contract/prediction/event.ts';
import type { TradeWire } from '@contract/prediction/trade.ts';
import { ApiError, notFound } from '../../errors.ts';
import { type Handlers, JsonText } from '../../http/operation.ts';
import type { EventModel, MarketModel } from '../simulation/model.ts';
import { matcher, rangeOf, searchEvents, selectEvents, suggestEvents } from './listing.ts';
import { type Listed, type MarketScope, Moments } from './moments.ts';
import { orderbookJson } from './orderbook.ts';
import type { ReadsDeps } from './source.ts';
import { marketWire, tradeWire } from './wire.ts';

const TAPE_LENGTH = 20;

type ReadId =
  | 'listEvents'
  | 'searchEvents'
  | 'suggestedEvents'
  | 'getEvent'
  | 'getMarket'
  | 'getOrderbook'
  | 'listScores'
  | 'getScore'
  | 'getTradingStatus'
  | 'listTrades';

export interface Reads {
  readonly handlers: Required<Pick<Handlers, ReadId>>;
  /** Forgets what was kept for the moment: after a change that readers must see at once. */
  clear(): void;
}

/** The market data of the paper exchange: everything is computed from the universe at the moment it is asked for. */
export function createReads(deps: ReadsDeps): Reads {
  const { universe, clock } = deps;
  const now = () => clock.now();
  const moments = new Moments(universe, now, () => performance.now());

  /** A page of a list as JSON. */
  function pageJson(listed: readonly Listed[], range: PageRange, scope: MarketScope): JsonText {
    const page = listed.slice(range.start, range.end);
    const data = page.map((one) => moments.jsonOf(one, scope)).join(',');
    return new JsonText(
      `{"data":[${data}],"pagination":${JSON.stringify(paginationOf(range, listed.length))}}`,
    );
  }

  function eventOf(eventId: string, t: number): EventModel {
    const event = universe.event(eventId, t);
    if (!event) throw notFound(`there is no event ${eventId}`, 'eventId');
    return event;
  }

  function marketOf(marketId: string, t: number): { market: MarketModel; event: EventModel } {
    const market = universe.market(marketId, t);
    const event = market && universe.event(market.eventId, t);
    if (!event) throw notFound(`there is no market ${marketId}`, 'marketId');
    return { market, event };
  }

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

  const handlers: Reads['handlers'] = {
    listEvents: ({ query }) => {
      const range = rangeOf(query);
      const tagged = query.tags !== undefined || query.tag !== undefined;
      const series = (tagged || query.provider === 'provider_d') && query.filter === undefined;
      const over = query.includeClosed ? moments.closed() : series ? moments.endedRounds() : [];
      const chosen = selectEvents([...moments.active(), ...over], query, now());
      const scope = query.includeMarkets ? (query.includeAllMarkets ? 'all' : 'primary') : 'none';
      return pageJson(chosen, range, scope);
    },
    searchEvents: ({ query }) => {
      const range = rangeOf(query);
      const searched = moments.active().filter(matcher({ provider: query.provider }));
      const found = searchEvents(searched, query.query);
      return pageJson(found, range, query.includeMarkets ? 'primary' : 'none');
    },
    suggestedEvents: async ({ params, query }) => {
      const range = rangeOf(query, DEFAULT_SUGGESTED);
      const traded = await deps.tradedEvents(params.pubkey);
      const t = now();
      const events = traded.flatMap((eventId) => universe.event(eventId, t) ?? []);
      const suitable = moments.active().filter(matcher({ provider: query.provider }));
      return pageJson(suggestEvents(suitable, events), range, 'primary');
    },
    getEvent: ({ params, query }) => {
      const t = now();
      const { includeMarkets = true, includeAllMarkets = true } = query;
      const scope = includeMarkets ? (includeAllMarkets ? 'all' : 'primary') : 'none';
      return moments.wireOf(moments.momentOf(eventOf(params.eventId, t), t), scope, t);
    },
    getMarket: ({ params }) => {
      const t = now();
      const { market, event } = marketOf(params.marketId, t);
      const state = universe.state(market.marketId, t);
      return marketWire(market, state, universe.quote(market.marketId, t), universe.isLive(event, t));
    },
    getOrderbook: ({ params }) => {
      const t = now();
      const { market } = marketOf(params.marketId, t);
      if (universe.state(market.marketId, t).status !== 'open') {
        throw new ApiError(
          400,
          'invalid_request_error',
          'ORDERBOOK_BAD_STATUS',
          'the market has left trading',
        );
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
      const event = eventOf(params.eventId, t);
      const score = universe.score(event.eventId, t);
      if (!score) throw notFound(`event ${event.eventId} has no score`, 'eventId');
      return score;
    },
    getTradingStatus: () => ({ trading_active: deps.tradingActive() }),
    listTrades: () => ({ data: tape(now()) }),
  };
  return { handlers, clear: () => moments.clear() };
}
