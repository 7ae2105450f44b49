import { DEFAULT_SUGGESTED } from '@contract/prediction/event.ts';
import type { TradeWire } from '@contract/prediction/trade.ts';
import { notFound, ServiceError } from '../../common/errors.ts';
import { type Handlers, JsonText } from '../../common/operation.ts';
import { createDiscovery, type DiscoveryId } from './discovery.ts';
import { EventSnapshots } from './event-snapshots.ts';
import { matcher, rangeOf, searchEvents, selectEvents, suggestEvents } from './listing.ts';
import { createMarketLookup } from './market-lookup.ts';
import { orderbookJson } from './orderbook.ts';
import type { ReadsDeps } from './source.ts';
import { tradeWire } from './wire.ts';

const TAPE_LENGTH = 20;

type ReadId =
  | DiscoveryId
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
  const snapshots = new EventSnapshots(universe, now, () => performance.now());
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

  const handlers: Reads['handlers'] = {
    ...createDiscovery({ universe, snapshots, lookup, now }),
    listEvents: ({ query }) => {
      const range = rangeOf(query);
      const tagged = query.tags !== undefined || query.tag !== undefined;
      const series = (tagged || query.provider === 'provider_d') && query.filter === undefined;
      const over = query.includeClosed ? snapshots.closed() : series ? snapshots.endedRounds() : [];
      const chosen = selectEvents([...snapshots.active(), ...over], query, now());
      const scope = query.includeMarkets ? (query.includeAllMarkets ? 'all' : 'primary') : 'none';
      return snapshots.pageJson(chosen, range, scope);
    },
    searchEvents: ({ query }) => {
      const range = rangeOf(query);
      const searched = snapshots.active().filter(matcher({ provider: query.provider }));
      const found = searchEvents(searched, query.query);
      return snapshots.pageJson(found, range, query.includeMarkets ? 'primary' : 'none');
    },
    suggestedEvents: async ({ params, query }) => {
      const range = rangeOf(query, DEFAULT_SUGGESTED);
      const traded = await deps.tradedEvents(params.pubkey);
      const t = now();
      const events = traded.flatMap((eventId) => universe.event(eventId, t) ?? []);
      const suitable = snapshots.active().filter(matcher({ provider: query.provider }));
      return snapshots.pageJson(suggestEvents(suitable, events), range, 'primary');
    },
    getEvent: ({ params, query }) => {
      const t = now();
      const { includeMarkets = true, includeAllMarkets = true } = query;
      const scope = includeMarkets ? (includeAllMarkets ? 'all' : 'primary') : 'none';
      return snapshots.wireOf(snapshots.snapshotOf(lookup.event(params.eventId, t), t), scope, t);
    },
    getMarket: ({ params }) => {
      const t = now();
      const { market, event } = lookup.market(params.marketId, t);
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
  return { handlers, clear: () => snapshots.clear() };
}
