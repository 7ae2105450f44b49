import { DEFAULT_SUGGESTED } from '@contract/prediction/event.ts';
import type { Handlers } from '../../common/operation.ts';
import { createDiscovery, type DiscoveryId } from './discovery.ts';
import { EventSnapshots } from './event-snapshots.ts';
import { matcher, rangeOf, searchEvents, selectEvents, suggestEvents } from './listing.ts';
import { createMarketLookup } from './market-lookup.ts';
import type { MarketSource } from './source.ts';

type ListId = DiscoveryId | 'listEvents' | 'searchEvents' | 'suggestedEvents' | 'getEvent';

export interface ListsDeps {
  readonly universe: MarketSource;
  readonly clock: { now(): number };
  /** Events a wallet holds or held positions in, to suggest others by. */
  readonly tradedEvents: (owner: string) => Promise<readonly string[]>;
  /** Milliseconds that only grow. */
  readonly monotoneMs?: () => number;
}

export interface Lists {
  readonly handlers: Required<Pick<Handlers, ListId>>;
  /** Forgets what was kept for the moment: after a change that readers must see at once. */
  clear(): void;
}

/** What there is to trade: lists, searches and events whole, computed from the universe at the moment they are asked for. */
export function createLists(deps: ListsDeps): Lists {
  const { universe, clock, tradedEvents, monotoneMs = () => performance.now() } = deps;
  const now = () => clock.now();
  const snapshots = new EventSnapshots(universe, now, monotoneMs);
  const lookup = createMarketLookup(universe);

  const handlers: Lists['handlers'] = {
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
      const traded = await tradedEvents(params.pubkey);
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
  };
  return { handlers, clear: () => snapshots.clear() };
}
