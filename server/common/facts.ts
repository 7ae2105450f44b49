import { DESK_WAITS_MS, OWNER_POLL_MS } from '@contract/route.ts';
import { type RouteId, routes } from '@contract/routes.ts';
import type { ErrorKind } from './errors.ts';

/**
 * What an operation is to the gateway. `public`: the same answer for everybody, so it may be shared. `private`: one
 * caller's own, never kept and never shared. `write`: sent once, kept and shared never.
 */
export type Kind = 'public' | 'private' | 'write';

/** Who is served first while requests are rationed; 0 before everything else. */
export type Priority = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface Policy {
  readonly kind: Kind;
  readonly priority: Priority;
  /** How long an answer is given again without asking, in milliseconds; 0 for what is not kept. */
  readonly freshMs: number;
  /** How often keeping it fresh plans to fetch it; prices of one page are kept alike, however long each may be given. */
  readonly plannedMs: number;
  /** How much longer it may be given while a newer one is fetched. */
  readonly staleMs: number;
  /** Until an answer is given up, waiting for the budget included. */
  readonly timeoutMs: number;
  /** Until a place in the budget is given up: what is left is the platform's to answer in. */
  readonly waitMs: number;
}

/** What the server alone needs to know of an operation. */
export interface Facts {
  readonly policy: Policy;
  /** It sends what is signed. */
  readonly sends?: true;
  /** Its answer depends on nothing but the address and the moment: it may be given again for that moment. */
  readonly cacheable?: true;
  /** Something is built and stored for whoever asks: it is no answer that anybody could watch. */
  readonly builds?: true;
  /** Its prices move several times a second for who trades on them: on paper it is looked at as often. */
  readonly quick?: true;
  /**
   * What is one caller's own and watched: how often a gateway looks at it, in milliseconds, as a desk would by itself.
   * What needs a sign-in is not among it: no token is ever said on the stream.
   */
  readonly ownLookMs?: number;
  /** Refusals that are its own, beside those of every operation. */
  readonly refuses?: readonly ErrorKind[];
}

const SECOND = 1_000;
/** A little shorter than a desk waits, so that it hears why. */
const READ_MS = DESK_WAITS_MS.read - SECOND;
const READ_WAIT_MS = 7 * SECOND;
const MINUTE = 60 * SECOND;

const shared = (priority: Priority, freshMs: number, staleMs: number): Policy => ({
  kind: 'public',
  priority,
  freshMs,
  plannedMs: freshMs,
  staleMs,
  timeoutMs: READ_MS,
  waitMs: READ_WAIT_MS,
});
/** What a market page shows prices from: an event's are no less looked at than a book's. */
const priced = (priority: Priority, freshMs: number, staleMs: number): Policy => ({
  ...shared(priority, freshMs, staleMs),
  plannedMs: SECOND,
});
const own = (priority: Priority): Policy => ({
  kind: 'private',
  priority,
  freshMs: 0,
  plannedMs: 0,
  staleMs: 0,
  timeoutMs: READ_MS,
  waitMs: READ_WAIT_MS,
});
/** Longer than a landing takes, shorter than a desk waits: the answer says that the outcome is not known. */
const WRITE: Policy = {
  kind: 'write',
  priority: 0,
  freshMs: 0,
  plannedMs: 0,
  staleMs: 0,
  timeoutMs: DESK_WAITS_MS.write - 2 * SECOND,
  waitMs: 12 * SECOND,
};

type WriteId = { [Id in RouteId]: (typeof routes)[Id] extends { write: true } ? Id : never }[RouteId];

/**
 * What the server knows of each operation beside its route entry, which the browser loads too. What is nobody's in
 * particular is shared, what names an owner or a caller is not; every write is treated alike. Refusals of the trigger
 * interface are documented.
 */
const OWN: Readonly<Record<Exclude<RouteId, WriteId>, Facts>> &
  Readonly<Partial<Record<WriteId, Omit<Facts, 'policy'>>>> = {
  listEvents: { policy: shared(3, 3 * SECOND, 10 * MINUTE), cacheable: true },
  searchEvents: { policy: shared(5, 15 * SECOND, 10 * MINUTE), cacheable: true },
  listScores: { policy: shared(4, 3 * SECOND, 5 * MINUTE), cacheable: true },
  suggestedEvents: { policy: own(6) },
  getEvent: {
    policy: priced(3, 2 * SECOND, 10 * MINUTE),
    cacheable: true,
    quick: true,
    refuses: ['not-found'],
  },
  getScore: { policy: shared(4, 3 * SECOND, 5 * MINUTE), cacheable: true, refuses: ['not-found'] },
  getMarket: {
    policy: priced(2, 1 * SECOND, 10 * MINUTE),
    cacheable: true,
    quick: true,
    refuses: ['not-found'],
  },
  getOrderbook: {
    policy: priced(2, 1 * SECOND, 5 * MINUTE),
    cacheable: true,
    quick: true,
    refuses: ['not-found'],
  },
  getTradingStatus: { policy: shared(3, 5 * SECOND, MINUTE), cacheable: true },
  getVaultInfo: { policy: shared(6, 30 * SECOND, 10 * MINUTE), refuses: ['not-found'] },
  listTrades: { policy: shared(6, 5 * SECOND, 10 * MINUTE), cacheable: true, quick: true },
  listEventTags: { policy: shared(6, 30 * SECOND, 10 * MINUTE), cacheable: true },
  listCategories: { policy: shared(6, 30 * SECOND, 10 * MINUTE), cacheable: true },
  listClosedEvents: { policy: shared(6, 15 * SECOND, 10 * MINUTE), cacheable: true },
  listTimedEvents: { policy: shared(4, 3 * SECOND, 10 * MINUTE), cacheable: true },
  generalSuggestions: { policy: shared(6, 15 * SECOND, 10 * MINUTE), cacheable: true },
  listEventMarkets: { policy: shared(3, 2 * SECOND, 10 * MINUTE), cacheable: true, refuses: ['not-found'] },
  getEventMarket: {
    policy: shared(2, 1 * SECOND, 10 * MINUTE),
    cacheable: true,
    quick: true,
    refuses: ['not-found'],
  },
  createOrder: { refuses: ['not-found'] },
  execute: { sends: true },
  executeAlias: { sends: true },
  executeParlays: { sends: true },
  submitFreeParlays: { sends: true },
  swapExecute: { sends: true },
  triggerExecute: { sends: true },
  listOrders: { policy: own(1), ownLookMs: OWNER_POLL_MS.orders },
  orderStatus: { policy: own(1), refuses: ['not-found'] },
  getOrder: { policy: own(1), refuses: ['not-found'] },
  closeOrder: { refuses: ['not-found'] },
  listPositions: { policy: own(3), ownLookMs: OWNER_POLL_MS.positions },
  getPosition: { policy: own(3), refuses: ['not-found'] },
  closePosition: { refuses: ['not-found'] },
  claimPosition: { refuses: ['not-found'] },
  listPositionsV2: { policy: own(3), ownLookMs: OWNER_POLL_MS.positions },
  listHistory: { policy: own(6), ownLookMs: OWNER_POLL_MS.history },
  listHistoryV2: { policy: own(6), ownLookMs: OWNER_POLL_MS.history },
  listSlips: { policy: own(6), ownLookMs: OWNER_POLL_MS.positions },
  parlayStats: { policy: shared(6, 30 * SECOND, 10 * MINUTE) },
  swapOrder: { policy: own(2), builds: true },
  recentTokens: { policy: shared(5, 3 * SECOND, 5 * MINUTE), cacheable: true },
  searchTokens: { policy: shared(4, 2 * SECOND, 5 * MINUTE) },
  taggedTokens: { policy: shared(5, MINUTE, 10 * MINUTE) },
  busiestTokens: { policy: shared(5, 5 * SECOND, 5 * MINUTE) },
  tokenPrices: { policy: shared(2, 2 * SECOND, MINUTE), quick: true },
  triggerVerify: { refuses: ['unauthenticated'] },
  getVault: { policy: own(1), refuses: ['not-found'] },
  registerVault: { refuses: ['conflict'] },
  craftDeposit: { refuses: ['forbidden'] },
  createPriceOrder: { sends: true, refuses: ['forbidden'] },
  updatePriceOrder: { refuses: ['not-found'] },
  cancelPriceOrder: { refuses: ['forbidden', 'not-found'] },
  confirmCancelPriceOrder: { sends: true, refuses: ['not-found'] },
  listTriggerOrders: { policy: own(1), refuses: ['forbidden', 'not-found'] },
  triggerCancelOrder: { refuses: ['not-found'] },
  triggerCancelOrders: { refuses: ['not-found'] },
  getTriggerOrders: { policy: own(1) },
  seriesOfMarkets: { policy: shared(4, 5 * SECOND, MINUTE), cacheable: true },
  seriesOfEvent: { policy: shared(4, 5 * SECOND, MINUTE), cacheable: true, refuses: ['not-found'] },
  seriesOfAssets: { policy: shared(4, 5 * SECOND, MINUTE), cacheable: true },
  seriesOfTokens: { policy: shared(4, 5 * SECOND, MINUTE), cacheable: true },
  listMovers: { policy: shared(5, 10 * SECOND, MINUTE), cacheable: true },
};

function factsOf(id: RouteId): Facts {
  // The table has a policy of every operation that is no write.
  return { policy: WRITE, ...OWN[id] };
}

/** Every operation, once. */
export const FACTS = Object.fromEntries(
  (Object.keys(routes) as RouteId[]).map((id) => [id, factsOf(id)]),
) as Readonly<Record<RouteId, Facts>>;

/** What is known of an operation by its name; undefined of what is no route. */
const knownOf = (operation: string): Facts | undefined =>
  Object.hasOwn(routes, operation) ? FACTS[operation as RouteId] : undefined;

export const doesBuild = (operation: string): boolean => knownOf(operation)?.builds === true;
export const isQuick = (operation: string): boolean => knownOf(operation)?.quick === true;
export const ownLookMs = (operation: string): number | undefined => knownOf(operation)?.ownLookMs;

/**
 * How often a history of prices is looked at for those who watch it, in milliseconds; undefined for every other operation.
 * Only its end changes, which its readers have from what it is the history of.
 */
export const historyLookMs = (operation: string): number | undefined =>
  Object.hasOwn(routes, operation) && routes[operation as RouteId].base === 'desk'
    ? knownOf(operation)?.policy.freshMs
    : undefined;
