import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type EventsPage, eventKeys } from '@/api/events.queries.ts';
import { leadingOutcome, outcomesOf, probabilityOf, titleOf } from '@/domain/events.ts';
import { beginVisit, type NotedClaims, type NotedMarket, noteVisit, openedMarkets } from '@/state/visit.ts';
import { watchlist } from '@/state/watchlist.ts';

const NOTE_MS = 20_000;

export interface Seen {
  event: PredictionEvent;
  at: number;
}

/** The newest answer about each event that this tab has: nothing is asked for. */
function eventsInHand(client: QueryClient): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  const add = (event: PredictionEvent, at: number): void => {
    if ((seen.get(event.eventId)?.at ?? 0) < at) seen.set(event.eventId, { event, at });
  };
  const cache = client.getQueryCache();
  for (const { state } of cache.findAll({ queryKey: [...eventKeys.all, 'page'] })) {
    const page = state.data as EventsPage | undefined;
    for (const event of page?.data ?? []) add(event, state.dataUpdatedAt);
  }
  for (const { state } of cache.findAll({ queryKey: [...eventKeys.all, 'one'] })) {
    const event = state.data as PredictionEvent | undefined;
    if (event) add(event, state.dataUpdatedAt);
  }
  return seen;
}

/** A market of an event as it stands; empty where the event does not have it. */
export function noted(
  { event, at }: Seen,
  marketId: string | undefined,
  why: NotedMarket['why'],
): NotedMarket[] {
  const market = event.markets.find((one) => one.marketId === marketId);
  if (!market) return [];
  const price = probabilityOf(market);
  return [
    {
      eventId: event.eventId,
      marketId: market.marketId,
      eventTitle: titleOf(event),
      label: market.team?.name || market.title,
      price: price === null ? null : String(price),
      open: market.status === 'open' && market.result === null,
      at,
      why,
    },
  ];
}

/** What a wallet holds, read by what comes with a wallet; nothing until then. */
export interface Held {
  markets: readonly NotedMarket[];
  /** Undefined while none have been read. */
  claims: NotedClaims | undefined;
}
type HeldReader = (client: QueryClient, seen: ReadonlyMap<string, Seen>) => Held;
let readHeld: HeldReader = () => ({ markets: [], claims: undefined });
export const readHeldBy = (reader: HeldReader): void => {
  readHeld = reader;
};

/** Notes how what is held, watched and was opened stands now, from the answers this tab has. */
function note(client: QueryClient): void {
  const seen = eventsInHand(client);
  const markets = new Map<string, NotedMarket>();
  const add = (list: readonly NotedMarket[]): void => {
    for (const one of list) if (!markets.has(one.marketId)) markets.set(one.marketId, one);
  };
  const held = readHeld(client, seen);
  add(held.markets);
  for (const { eventId } of watchlist.get()) {
    const known = seen.get(eventId);
    if (known) add(noted(known, leadingOutcome(outcomesOf(known.event))?.marketId, 'watched'));
  }
  for (const { eventId, marketId } of openedMarkets.get()) {
    const known = seen.get(eventId);
    if (known) add(noted(known, marketId, 'opened'));
  }
  noteVisit([...markets.values()], held.claims, Date.now());
}

/**
 * Notes the visit from time to time while the tab is shown, and when it is hidden or left; begins another when it is
 * shown again after a pause; returns what stops it.
 */
export function recordVisit(client: QueryClient): () => void {
  const now = () => note(client);
  // A tab that is closed in the background was left when it was hidden: closing it is no visit.
  const whileShown = () => {
    if (document.visibilityState === 'visible') now();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') now();
    else beginVisit(Date.now());
  };
  const timer = setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    // A computer that sleeps need not hide the tab.
    beginVisit(Date.now());
    now();
  }, NOTE_MS);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', whileShown);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', whileShown);
  };
}
