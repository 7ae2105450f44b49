import type { EventId } from '@contract/ids.ts';
import * as z from 'zod/mini';
import { stored, useStored } from './stored.ts';

const MAX_WATCHED = 100;
/** Why no other event can be watched: one more would push the oldest out. */
export const WATCHLIST_FULL = `${MAX_WATCHED} events are watched: stop watching one first`;

export interface WatchedEvent {
  readonly eventId: string;
  readonly title: string;
}

const watched: z.ZodMiniType<WatchedEvent[]> = z
  .array(z.object({ eventId: z.string(), title: z.string() }))
  .check(z.maxLength(MAX_WATCHED));

/** Watched events, newest first; the title is kept so that the list reads without a request. */
export const watchlist = stored<WatchedEvent[]>('evenline.watchlist', watched, []);

/** Watches the event, or stops watching it. A list that is full takes no other. */
export function toggleWatched(event: WatchedEvent): void {
  watchlist.update((list) => {
    const rest = list.filter((item) => item.eventId !== event.eventId);
    if (rest.length < list.length) return rest;
    return list.length < MAX_WATCHED ? [{ eventId: event.eventId, title: event.title }, ...rest] : list;
  });
}

export const useWatchlist = (): WatchedEvent[] => useStored(watchlist);
export const useIsWatched = (eventId: EventId): boolean =>
  useStored(watchlist).some((item) => item.eventId === eventId);
export const useWatchlistFull = (): boolean => useStored(watchlist).length >= MAX_WATCHED;
