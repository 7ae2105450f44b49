import type { EventId, MarketId } from '@contract/ids.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import { useState } from 'react';
import type { AppError } from '@/api/app-error.ts';
import { hasDrifted, keepOrder, outcomeOrder } from '@/domain/events.ts';
import { categoryOf } from '@/domain/topics.ts';
import type { EventList, ListedEvent } from './event-list.ts';
import type { EventsSearch } from './search-params.ts';

export interface FlatSource {
  /** Names what is listed: another name starts another order. */
  key: string;
  /** Undefined before the first answer. */
  events: readonly Omit<ListedEvent, 'order'>[] | undefined;
  error: AppError | null;
  retrying?: boolean;
  retry: () => void;
  intervalMs: number;
}

interface Shown {
  key: string;
  order: readonly EventId[];
  outcomes: ReadonlyMap<EventId, readonly MarketId[]>;
}

/** Whether an event passes what the address narrows the page to, by the category that its card names. */
const passes = (event: PredictionEvent, search: EventsSearch): boolean =>
  (search.category === undefined || categoryOf(event) === search.category) &&
  (search.sub === undefined || event.subcategory === search.sub) &&
  (search.tag === undefined || event.tags.includes(search.tag));

/** A list that comes whole (search, suggestions, watchlist), narrowed here, in an order that stays between polls. */
export function useFlatList(source: FlatSource, search: EventsSearch): EventList {
  const found = new Map(source.events?.map((item) => [item.event.eventId, item]));
  const current = [...found.keys()];
  const [shown, setShown] = useState<Shown>({ key: source.key, order: [], outcomes: new Map() });

  const same = shown.key === source.key;
  const order = same && shown.order.length > 0 ? keepOrder(shown.order, current) : current;
  const unchanged = order.length === shown.order.length && order.every((id, at) => id === shown.order[at]);
  let outcomes = shown.outcomes;
  if (!same || !unchanged) {
    outcomes = outcomesKept(order, found, shown.outcomes);
    setShown({ key: source.key, order, outcomes });
  }

  const items = order.flatMap((id): ListedEvent[] => {
    const item = found.get(id);
    if (!item || !passes(item.event, search)) return [];
    return [{ ...item, order: outcomes.get(id) ?? outcomeOrder(item.event) }];
  });
  return {
    key: source.key,
    items,
    status: source.events ? 'ready' : source.error ? 'failed' : 'loading',
    error: source.error,
    retrying: source.retrying === true,
    retry: source.retry,
    asOf: source.events?.length ? Math.min(...source.events.map((item) => item.asOf)) : undefined,
    intervalMs: source.intervalMs,
    drifted: hasDrifted(order, current),
    resort: () => setShown({ key: source.key, order: [], outcomes: new Map() }),
    hasMore: false,
    loadingMore: false,
    loadMore: nothing,
    onVisible: nothing,
  };
}

function nothing(): void {}

const outcomesKept = (
  order: readonly EventId[],
  found: ReadonlyMap<EventId, { event: PredictionEvent }>,
  old: ReadonlyMap<EventId, readonly MarketId[]>,
): Map<EventId, readonly MarketId[]> =>
  new Map(
    order.flatMap((id) => {
      const item = found.get(id);
      return item ? [[id, old.get(id) ?? outcomeOrder(item.event)] as const] : [];
    }),
  );
