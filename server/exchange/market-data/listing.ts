import { compareBig } from '@contract/money.ts';
import { DEFAULT_PAGE, type PageRange, pageRange } from '@contract/page.ts';
import type { EventFilter, EventSort, EventsQuery } from '@contract/prediction/event.ts';
import { invalidParam } from '../../common/errors.ts';
import type { Listed } from './event-snapshots.ts';
import { relevance, wordsOf } from './search.ts';

const DAY = 86_400;
/** How long an event counts as new. */
const NEW_FOR = 2 * DAY;
const TRENDING = 100;

type Compare = (a: Listed, b: Listed) => number;

/** Events without a begin come last in either direction. */
function byBegin(direction: 1 | -1): Compare {
  return ({ event: { beginAt: a } }, { event: { beginAt: b } }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (a - b) * direction;
  };
}
const byId: Compare = (a, b) => (a.event.eventId < b.event.eventId ? -1 : 1);

const SORTS: Record<EventSort, (direction: 1 | -1) => Compare> = {
  volume24hr: (direction) => (a, b) => compareBig(a.volume24hr, b.volume24hr) * direction,
  volume: (direction) => (a, b) => compareBig(a.volumeUsd, b.volumeUsd) * direction,
  beginAt: byBegin,
};
const DEFAULT_DIRECTION: Record<EventSort, 'asc' | 'desc'> = {
  volume24hr: 'desc',
  volume: 'desc',
  beginAt: 'asc',
};

/** Share of the whole volume that came within a day, in thousandths: what is hot now rather than large for long. */
const heat = ({ volumeUsd, volume24hr }: Listed): bigint =>
  volumeUsd === 0n ? 0n : (volume24hr * 1_000n) / volumeUsd;

function trending(events: readonly Listed[]): readonly Listed[] {
  const ranked = [...events].sort(
    (a, b) => compareBig(b.volume24hr * heat(b), a.volume24hr * heat(a)) || byId(a, b),
  );
  return ranked.slice(0, TRENDING);
}

const FILTERS: Record<EventFilter, (events: readonly Listed[], t: number) => readonly Listed[]> = {
  new: (events, t) => events.filter(({ event }) => event.openTime > t - NEW_FOR && event.openTime <= t),
  live: (events) => events.filter(({ isLive }) => isLive),
  upcoming: (events, t) => events.filter(({ event }) => event.beginAt !== null && event.beginAt > t),
  trending,
};
/** The order a filter implies where none is asked for. */
const FILTER_ORDER: Partial<Record<EventFilter, Compare>> = {
  new: (a, b) => b.event.openTime - a.event.openTime,
  upcoming: byBegin(1),
};

/** The words of a comma-separated list in lower case. */
function wordsIn(list: string | undefined): Set<string> {
  const words = new Set(list?.split(',').map((word) => word.trim().toLowerCase()));
  words.delete('');
  return words;
}

type Which = Pick<EventsQuery, 'category' | 'subcategory' | 'subcategories' | 'tag' | 'tags' | 'provider'>;

/** Events that answer every field given. */
export function matcher(query: Partial<Which>): (listed: Listed) => boolean {
  const { category, provider } = query;
  const subcategory = query.subcategory?.toLowerCase();
  const subcategories = wordsIn(query.subcategories);
  const tag = query.tag?.toLowerCase();
  const tags = wordsIn(query.tags);
  return ({ event }) => {
    const own = event.subcategory.toLowerCase();
    const words = event.tags.map((one) => one.toLowerCase());
    return (
      (category === undefined || category === 'all' || event.category === category) &&
      (subcategory === undefined || own === subcategory) &&
      (subcategories.size === 0 || subcategories.has(own)) &&
      (provider === undefined || event.provider === provider) &&
      (tag === undefined || words.includes(tag)) &&
      (tags.size === 0 || words.some((one) => tags.has(one)))
    );
  };
}

/** The listed events a query asks for, in its order. `t` is simulated Unix seconds. */
export function selectEvents(events: readonly Listed[], query: EventsQuery, t: number): readonly Listed[] {
  const matching = events.filter(matcher(query));
  const filtered = query.filter ? FILTERS[query.filter](matching, t) : matching;
  const asked = query.sortBy !== undefined || query.sortDirection !== undefined;
  if (query.filter === 'trending' && !asked) return filtered;
  const sort = query.sortBy ?? 'volume24hr';
  const direction = (query.sortDirection ?? DEFAULT_DIRECTION[sort]) === 'asc' ? 1 : -1;
  const implied = query.filter && !asked ? FILTER_ORDER[query.filter] : undefined;
  const compare = implied ?? SORTS[sort](direction);
  return [...filtered].sort((a, b) => compare(a, b) || byId(a, b));
}

/** @throws ServiceError `invalid` when `end` is before `start`. */
export function rangeOf(query: Parameters<typeof pageRange>[0], length = DEFAULT_PAGE): PageRange {
  const range = pageRange(query, length);
  if (!range) throw invalidParam('end', 'end must not be before start');
  return range;
}

/** The events that hold every word asked for, best first. */
export function searchEvents(events: readonly Listed[], text: string): readonly Listed[] {
  const terms = [...new Set(wordsOf(text))];
  if (terms.length === 0) return [];
  return events
    .map((listed) => ({ listed, score: relevance(listed.event, terms) }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score || compareBig(b.listed.volume24hr, a.listed.volume24hr) || byId(a.listed, b.listed),
    )
    .map(({ listed }) => listed);
}

/** Events like those a wallet trades, the busiest first; what is busiest of all where it has not traded. */
export function suggestEvents(
  events: readonly Listed[],
  traded: readonly { category: string; subcategory: string }[],
): readonly Listed[] {
  const weights = new Map<string, number>();
  for (const { category, subcategory } of traded) {
    weights.set(category, (weights.get(category) ?? 0) + 1);
    weights.set(`${category}/${subcategory}`, (weights.get(`${category}/${subcategory}`) ?? 0) + 2);
  }
  const weightOf = ({ event: { category, subcategory } }: Listed): number =>
    (weights.get(category) ?? 0) + (weights.get(`${category}/${subcategory}`) ?? 0);
  return trending(events.filter((listed) => weights.size === 0 || weightOf(listed) > 0))
    .map((listed) => ({ listed, weight: weightOf(listed) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ listed }) => listed);
}
