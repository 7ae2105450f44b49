import type { RouteId } from '@contract/routes.ts';

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
  /** Its answer depends on nothing but the address and the moment: it may be given again for that moment. */
  readonly cacheable?: true;
  /** Statuses of refusals that are its own, beside those of its kind. */
  readonly refuses?: readonly number[];
}

const SECOND = 1_000;
/** A little shorter than a desk waits, so that it hears why. */
const READ_MS = 9 * SECOND;
const READ_WAIT_MS = 7 * SECOND;
const MINUTE = 60 * SECOND;

const shared = (priority: Priority, freshMs: number, staleMs: number): Policy => ({
  kind: 'public',
  priority,
  freshMs,
  staleMs,
  timeoutMs: READ_MS,
  waitMs: READ_WAIT_MS,
});
const own = (priority: Priority): Policy => ({
  kind: 'private',
  priority,
  freshMs: 0,
  staleMs: 0,
  timeoutMs: READ_MS,
  waitMs: READ_WAIT_MS,
});
/** Longer than a landing takes, shorter than a desk waits: the answer says that the outcome is not known. */
const WRITE: Policy = {
  kind: 'write',
  priority: 0,
  freshMs: 0,
  staleMs: 0,
  timeoutMs: 28 * SECOND,
  waitMs: 12 * SECOND,
};

/**
 * Every operation, once: what the server knows of it beside its route entry, which the browser loads too. What is
 * nobody's in particular is shared, what names an owner or a caller is not. Refusals of the trigger interface are
 * documented.
 */
export const FACTS: Readonly<Record<RouteId, Facts>> = {
  listEvents: { policy: shared(3, 3 * SECOND, 10 * MINUTE), cacheable: true },
  searchEvents: { policy: shared(5, 15 * SECOND, 10 * MINUTE), cacheable: true },
  listScores: { policy: shared(4, 3 * SECOND, 5 * MINUTE), cacheable: true },
  suggestedEvents: { policy: own(6) },
  getEvent: { policy: shared(3, 2 * SECOND, 10 * MINUTE), cacheable: true, refuses: [404] },
  getScore: { policy: shared(4, 3 * SECOND, 5 * MINUTE), cacheable: true, refuses: [404] },
  getMarket: { policy: shared(2, 1 * SECOND, 10 * MINUTE), cacheable: true, refuses: [404] },
  getOrderbook: { policy: shared(2, 1 * SECOND, 5 * MINUTE), cacheable: true, refuses: [404] },
  getTradingStatus: { policy: shared(3, 5 * SECOND, MINUTE), cacheable: true },
  getVaultInfo: { policy: shared(6, 30 * SECOND, 10 * MINUTE), refuses: [404] },
  listTrades: { policy: shared(6, 5 * SECOND, 10 * MINUTE), cacheable: true },
  listEventTags: { policy: shared(6, 30 * SECOND, 10 * MINUTE), cacheable: true },
  listCategories: { policy: shared(6, 30 * SECOND, 10 * MINUTE), cacheable: true },
  listClosedEvents: { policy: shared(6, 15 * SECOND, 10 * MINUTE), cacheable: true },
  listTimedEvents: { policy: shared(4, 3 * SECOND, 10 * MINUTE), cacheable: true },
  generalSuggestions: { policy: shared(6, 15 * SECOND, 10 * MINUTE), cacheable: true },
  listEventMarkets: { policy: shared(3, 2 * SECOND, 10 * MINUTE), cacheable: true, refuses: [404] },
  getEventMarket: { policy: shared(2, 1 * SECOND, 10 * MINUTE), cacheable: true, refuses: [404] },
  createOrder: { policy: WRITE, refuses: [404] },
  execute: { policy: WRITE },
  executeAlias: { policy: WRITE },
  listOrders: { policy: own(1) },
  orderStatus: { policy: own(1), refuses: [404] },
  getOrder: { policy: own(1), refuses: [404] },
  closeOrder: { policy: WRITE, refuses: [404] },
  closeAllOrders: { policy: WRITE },
  listPositions: { policy: own(3) },
  getPosition: { policy: own(3), refuses: [404] },
  closePosition: { policy: WRITE, refuses: [404] },
  closeAllPositions: { policy: WRITE },
  claimPosition: { policy: WRITE, refuses: [404] },
  listPositionsV2: { policy: own(3) },
  listHistory: { policy: own(6) },
  listHistoryV2: { policy: own(6) },
  createParlays: { policy: WRITE },
  executeParlays: { policy: WRITE },
  prepareFreeParlays: { policy: WRITE },
  submitFreeParlays: { policy: WRITE },
  listSlips: { policy: own(6) },
  parlayStats: { policy: shared(6, 30 * SECOND, 10 * MINUTE) },
  swapOrder: { policy: own(2) },
  swapExecute: { policy: WRITE },
  recentTokens: { policy: shared(5, 3 * SECOND, 5 * MINUTE), cacheable: true },
  searchTokens: { policy: shared(4, 2 * SECOND, 5 * MINUTE) },
  taggedTokens: { policy: shared(5, MINUTE, 10 * MINUTE) },
  busiestTokens: { policy: shared(5, 5 * SECOND, 5 * MINUTE) },
  tokenPrices: { policy: shared(2, 2 * SECOND, MINUTE) },
  triggerChallenge: { policy: WRITE },
  triggerVerify: { policy: WRITE, refuses: [401] },
  getVault: { policy: own(1), refuses: [404] },
  registerVault: { policy: WRITE, refuses: [409] },
  craftDeposit: { policy: WRITE, refuses: [403] },
  createPriceOrder: { policy: WRITE, refuses: [403] },
  updatePriceOrder: { policy: WRITE, refuses: [404] },
  cancelPriceOrder: { policy: WRITE, refuses: [403, 404] },
  confirmCancelPriceOrder: { policy: WRITE, refuses: [404] },
  listTriggerOrders: { policy: own(1), refuses: [403, 404] },
  triggerExecute: { policy: WRITE },
  triggerCreateOrder: { policy: WRITE },
  triggerCancelOrder: { policy: WRITE, refuses: [404] },
  triggerCancelOrders: { policy: WRITE, refuses: [404] },
  getTriggerOrders: { policy: own(1) },
};
