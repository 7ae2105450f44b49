import * as z from 'zod/mini';
import { keptInstant, stored, useStored } from './stored.ts';
import { watchlist } from './watchlist.ts';

/** A market as it stood when it was last looked at. */
export interface NotedMarket {
  readonly eventId: string;
  readonly marketId: string;
  readonly eventTitle: string;
  /** "France". */
  readonly label: string;
  /** Price of YES, micro-USD as digits; null when nobody quoted. */
  readonly price: string | null;
  readonly open: boolean;
  /** Local Unix ms of the answer it comes from. */
  readonly at: number;
  readonly why: 'held' | 'watched' | 'opened';
}

/** What a visit left behind. */
export interface Visit {
  /** Local Unix ms of its last moment. */
  readonly at: number;
  readonly markets: readonly NotedMarket[];
  /** Positions whose payout could be claimed. */
  readonly claimable: readonly string[];
  /** Local Unix ms of the answer these come from; a visit noted by an older version does not say. */
  readonly claimableAt?: number | undefined;
  /** Whose positions those are: of another wallet's nothing was noted. */
  readonly claimableOf?: string | undefined;
}

/** A pause this long ends a visit: a reload does not. */
const AWAY_MS = 10 * 60_000;
/** Markets of a visit that are kept, and the events they belong to: each is asked for by itself afterwards. */
const MAX_MARKETS = 40;
const MAX_EVENTS = 16;
const MAX_OPENED = 12;

const visit: z.ZodMiniType<Visit> = z.object({
  at: keptInstant,
  markets: z.array(
    z.object({
      eventId: z.string(),
      marketId: z.string(),
      eventTitle: z.string(),
      label: z.string(),
      price: z.nullable(z.string().check(z.regex(/^\d{1,7}$/))),
      open: z.boolean(),
      at: keptInstant,
      why: z.enum(['held', 'watched', 'opened']),
    }),
  ),
  claimable: z.array(z.string()),
  claimableAt: z.optional(keptInstant),
  claimableOf: z.optional(z.string()),
});
const NOTHING: Visit = { at: 0, markets: [], claimable: [] };

/** The visit that is under way, noted from time to time by every tab. */
export const thisVisit = stored<Visit>('evenline.visit', visit, NOTHING);
/** The one before, until it is dismissed. */
export const lastVisit = stored<Visit | null>('evenline.left', z.nullable(visit), null);

const opened: z.ZodMiniType<{ eventId: string; marketId: string }[]> = z.array(
  z.object({ eventId: z.string(), marketId: z.string() }),
);
/** Markets whose page was opened, the latest first. */
export const openedMarkets = stored<{ eventId: string; marketId: string }[]>('evenline.opened', opened, []);

/** Notes that the page of a market was opened. */
export function noteOpened(eventId: string, marketId: string): void {
  const [latest] = openedMarkets.get();
  if (latest?.marketId === marketId && latest.eventId === eventId) return;
  openedMarkets.update((list) =>
    [{ eventId, marketId }, ...list.filter((one) => one.marketId !== marketId)].slice(0, MAX_OPENED),
  );
}

const WEIGHT: Record<NotedMarket['why'], number> = { held: 0, watched: 1, opened: 2 };

/** As many as are kept: what is held before what is watched before what was opened, the newest first. */
export function boundVisit(markets: readonly NotedMarket[]): NotedMarket[] {
  const events = new Set<string>();
  return markets
    .toSorted((a, b) => WEIGHT[a.why] - WEIGHT[b.why] || b.at - a.at)
    .filter(({ eventId }) => events.has(eventId) || (events.size < MAX_EVENTS && events.add(eventId)))
    .slice(0, MAX_MARKETS);
}

/** Positions of a wallet that can be claimed, and the local Unix ms of the answer they come from. */
export interface NotedClaims {
  readonly owner: string;
  readonly positions: readonly string[];
  readonly at: number;
}

/**
 * Notes what this tab knows. What was noted before stays unless this is from a newer answer: another tab may have seen
 * more. What is held or watched no longer goes. `claims`: undefined while none have been read; with them `markets` has
 * all that is held.
 */
export function noteVisit(
  markets: readonly NotedMarket[],
  claims: NotedClaims | undefined,
  now: number,
): void {
  const old = thisVisit.get();
  // What is of the future was noted by a clock that has been set back since.
  const isStanding = (at: number, again: number): boolean => at > again && at <= now;
  const isNew = claims !== undefined && !isStanding(old.claimableAt ?? 0, claims.at);
  const watched = new Set(watchlist.get().map(({ eventId }) => eventId));
  const newest = new Map(markets.map((one) => [one.marketId, one]));
  for (const one of old.markets) {
    const again = newest.get(one.marketId);
    const isOver = one.why === 'held' ? isNew : one.why === 'watched' && !watched.has(one.eventId);
    if (again ? isStanding(one.at, again.at) : !isOver) newest.set(one.marketId, one);
  }
  thisVisit.set({
    at: now,
    markets: boundVisit([...newest.values()]),
    claimable: isNew ? claims.positions : old.claimable,
    claimableAt: isNew ? claims.at : old.claimableAt,
    claimableOf: isNew ? claims.owner : old.claimableOf,
  });
}

/** Called when the desk is opened or shown again: after a pause, what was left becomes what to compare with. */
export function beginVisit(now: number): void {
  const old = thisVisit.get();
  if (old.at > 0 && now - old.at >= AWAY_MS && old.markets.length > 0) lastVisit.set(old);
  if (old.at > 0) thisVisit.set({ ...old, at: now });
}

/** The last visit while there is something to compare with; null once dismissed. */
export const useLastVisit = (): Visit | null => useStored(lastVisit);
export const dismissLastVisit = (): void => {
  lastVisit.set(null);
};
