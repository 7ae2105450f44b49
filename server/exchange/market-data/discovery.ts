import { paginationOf } from '@contract/page.ts';
import { DEFAULT_SUGGESTIONS } from '@contract/prediction/discovery.ts';
import { CATEGORIES, type Category } from '@contract/prediction/event.ts';
import { type Handlers, JsonText } from '../../common/operation.ts';
import type { EventSnapshots, Listed } from './event-snapshots.ts';
import { matcher, rangeOf, suggestEvents } from './listing.ts';
import type { MarketLookup } from './market-lookup.ts';
import type { MarketSource } from './source.ts';
import { iso } from './wire.ts';

const DAY = 86_400;
/** How long a timed event stays listed after its end. */
const TIMED_FOR = 5 * 3_600;

export type DiscoveryId =
  | 'listEventTags'
  | 'listCategories'
  | 'listClosedEvents'
  | 'listTimedEvents'
  | 'generalSuggestions'
  | 'listEventMarkets';

/** A name to show for one that is made to be compared: "world-cup" reads "World Cup". */
const labelOf = (name: string): string =>
  name
    .split(/[-_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** How often each name comes, the most frequent first. */
function counted(names: readonly string[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

interface DiscoveryDeps {
  readonly universe: MarketSource;
  readonly snapshots: EventSnapshots;
  readonly lookup: MarketLookup;
  /** Simulated Unix seconds. */
  readonly now: () => number;
}

/** What events there are, by other ways than the list and the search. */
export function createDiscovery({
  universe,
  snapshots,
  lookup,
  now,
}: DiscoveryDeps): Required<Pick<Handlers, DiscoveryId>> {
  /** When the latest market of an event to leave trading did; undefined while all are open. */
  function lastClose({ event }: Listed, t: number): number | undefined {
    const closed = event.markets.flatMap(({ marketId, endTime }) => {
      const { status, resolveAt } = universe.state(marketId, t);
      return status === 'open' ? [] : [resolveAt ?? endTime];
    });
    return closed.length === 0 ? undefined : Math.max(...closed);
  }

  const categoryOf = (name: Category, events: readonly Listed[]) => {
    const own = events.filter(({ event }) => event.category === name);
    const names = own.flatMap(({ event }) => (event.subcategory === '' ? [] : [event.subcategory]));
    return {
      category: name,
      eventCount: own.length,
      subcategories: counted(names).map(([subcategory, eventCount]) => ({
        subcategory,
        label: labelOf(subcategory),
        eventCount,
        filterSubcategories: [subcategory],
      })),
    };
  };

  return {
    listEventTags: ({ query }) => {
      const tags = snapshots
        .active()
        .filter(matcher(query))
        .flatMap(({ event }) => [...new Set(event.tags)]);
      return {
        data: counted(tags).map(([tag, eventCount]) => ({ label: labelOf(tag), tag, eventCount })),
      };
    },
    listCategories: ({ query }) => {
      const events = [...snapshots.active(), ...(query.includeClosed ? snapshots.closed() : [])];
      const suitable = events.filter(matcher({ provider: query.provider }));
      return {
        data: CATEGORIES.map((name) => categoryOf(name, suitable)).filter(({ eventCount }) => eventCount > 0),
      };
    },
    listClosedEvents: ({ query }) => {
      const range = rangeOf(query);
      const t = snapshots.at();
      const since = query.since ?? t - DAY;
      const closed = [...snapshots.active(), ...snapshots.closed()]
        .filter(matcher({ provider: query.provider }))
        .flatMap((listed) => {
          const at = lastClose(listed, t);
          return at === undefined || at < since ? [] : [{ listed, at }];
        })
        .sort((a, b) => b.at - a.at || (a.listed.event.eventId < b.listed.event.eventId ? -1 : 1));
      const page = closed.slice(range.start, range.end);
      const data = page.map(({ listed }) => snapshots.jsonOf(listed, 'all')).join(',');
      const pagination = JSON.stringify(paginationOf(range, closed.length));
      return new JsonText(`{"data":[${data}],"pagination":${pagination},"timestamp":"${iso(t)}"}`);
    },
    listTimedEvents: ({ query }) => {
      const t = snapshots.at();
      const found = [...snapshots.active(), ...snapshots.closed()]
        .filter(matcher({ ...query, category: 'crypto' }))
        .filter(({ event }) => event.closeTime >= t - TIMED_FOR)
        .sort((a, b) => a.event.closeTime - b.event.closeTime);
      return new JsonText(`{"data":[${found.map((listed) => snapshots.jsonOf(listed, 'all')).join(',')}]}`);
    },
    generalSuggestions: ({ query }) => {
      const range = rangeOf(query, DEFAULT_SUGGESTIONS);
      const { excludedEventId, category, provider } = query;
      const suitable = snapshots
        .active()
        .filter(matcher({ category, provider }))
        .filter(({ event }) => event.eventId !== excludedEventId);
      const chosen = suggestEvents(suitable, []);
      return snapshots.pageJson(chosen, range, 'primary');
    },
    listEventMarkets: ({ params, query }) => {
      const range = rangeOf(query);
      const t = now();
      const event = lookup.event(params.eventId, t);
      const page = event.markets.slice(range.start, range.end);
      return {
        data: page.map((market) => lookup.wireOf(market, event, t)),
        pagination: paginationOf(range, event.markets.length),
      };
    },
  };
}
