import { useEffect, useMemo, useState } from 'react';
import { LIST_POLL_MS } from '@/api/poll.ts';
import { hasDrifted } from '@/domain/events.ts';
import { serverNow } from '@/lib/clock.ts';
import type { EventList } from './event-list.ts';
import { type Moves, rank } from './rank.ts';
import { type EventsSearch, pageSizeOf, toFilters } from './search-params.ts';
import { useBrowseList } from './use-browse-list.ts';

/** Most events that are loaded to be ranked. */
const MOST = 1_000;
/** A page is a hundred events, and what is on the screen may stand on several. */
const INTERVAL_MS = 4 * LIST_POLL_MS;
/** Places at the head of the list that count as its order. */
const HEAD = 24;

export interface RankedList extends EventList {
  /** Whether there are more events than were ranked. */
  partly: boolean;
}

/**
 * A list in an order that the service does not know: it is loaded to its end, then ranked. The order holds until
 * `resort`. `moves`: what it goes by, undefined where it goes by the end of events; null while they are on their way.
 */
export function useRankedList(search: EventsSearch, moves: Moves | undefined | null): RankedList {
  const whole = useBrowseList(toFilters(search), pageSizeOf(search), INTERVAL_MS);
  const { hasMore, loadingMore, items } = whole;
  const wantsMore = hasMore && items.length < MOST && whole.error === null;
  useEffect(() => {
    if (wantsMore && !loadingMore) whole.loadMore();
  });
  const isReady = moves !== null && whole.status === 'ready' && !wantsMore;

  const [turn, setTurn] = useState(0);
  const ids = items.map(({ event }) => event.eventId).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: that order holds while moves and prices change, until other events come or `resort`
  const places = useMemo(
    () => (isReady ? rank(items, moves, serverNow() / 1_000) : []),
    [ids, isReady, turn],
  );
  const current = useMemo(
    () => (isReady ? rank(items, moves, serverNow() / 1_000) : []),
    [items, moves, isReady],
  );
  const ranked = useMemo(
    () =>
      places.flatMap((place) => {
        const item = items[place];
        return item ? [{ ...item, moved: moves?.get(item.event.eventId) }] : [];
      }),
    [items, places, moves],
  );
  return {
    ...whole,
    items: ranked,
    status: whole.status === 'ready' && !isReady ? 'loading' : whole.status,
    drifted: hasDrifted(places.slice(0, HEAD), current.slice(0, HEAD)),
    resort: () => setTurn((count) => count + 1),
    hasMore: false,
    loadingMore: false,
    partly: isReady && hasMore,
    onVisible: (first, last) => {
      const shown = places.slice(first, last + 1);
      if (shown.length > 0) whole.onVisible(Math.min(...shown), Math.max(...shown));
    },
  };
}
