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

/** Every operation: what is nobody's in particular is shared, what names an owner or a caller is not. */
export const POLICIES: Readonly<Record<RouteId, Policy>> = {
  listEvents: shared(3, 3 * SECOND, 10 * MINUTE),
  searchEvents: shared(5, 15 * SECOND, 10 * MINUTE),
  listScores: shared(4, 3 * SECOND, 5 * MINUTE),
  suggestedEvents: own(6),
  getEvent: shared(3, 2 * SECOND, 10 * MINUTE),
  getScore: shared(4, 3 * SECOND, 5 * MINUTE),
  getMarket: shared(2, 1 * SECOND, 10 * MINUTE),
  getOrderbook: shared(2, 1 * SECOND, 5 * MINUTE),
  getTradingStatus: shared(3, 5 * SECOND, MINUTE),
  getVaultInfo: shared(6, 30 * SECOND, 10 * MINUTE),
  listTrades: shared(6, 5 * SECOND, 10 * MINUTE),
  listEventTags: shared(6, 30 * SECOND, 10 * MINUTE),
  listCategories: shared(6, 30 * SECOND, 10 * MINUTE),
  listClosedEvents: shared(6, 15 * SECOND, 10 * MINUTE),
  listTimedEvents: shared(4, 3 * SECOND, 10 * MINUTE),
  generalSuggestions: shared(6, 15 * SECOND, 10 * MINUTE),
  listEventMarkets: shared(3, 2 * SECOND, 10 * MINUTE),
  getEventMarket: shared(2, 1 * SECOND, 10 * MINUTE),
  createOrder: WRITE,
  execute: WRITE,
  executeAlias: WRITE,
  listOrders: own(1),
  orderStatus: own(1),
  getOrder: own(1),
  closeOrder: WRITE,
  closeAllOrders: WRITE,
  listPositions: own(3),
  getPosition: own(3),
  closePosition: WRITE,
  closeAllPositions: WRITE,
  claimPosition: WRITE,
  listPositionsV2: own(3),
  listHistory: own(6),
  listHistoryV2: own(6),
  createParlays: WRITE,
  executeParlays: WRITE,
  prepareFreeParlays: WRITE,
  submitFreeParlays: WRITE,
  listSlips: own(6),
  parlayStats: shared(6, 30 * SECOND, 10 * MINUTE),
  swapOrder: own(2),
  swapExecute: WRITE,
  recentTokens: shared(5, 3 * SECOND, 5 * MINUTE),
  searchTokens: shared(4, 2 * SECOND, 5 * MINUTE),
  taggedTokens: shared(5, MINUTE, 10 * MINUTE),
  busiestTokens: shared(5, 5 * SECOND, 5 * MINUTE),
  tokenPrices: shared(2, 2 * SECOND, MINUTE),
  triggerChallenge: WRITE,
  triggerVerify: WRITE,
  getVault: own(1),
  registerVault: WRITE,
  craftDeposit: WRITE,
  createPriceOrder: WRITE,
  updatePriceOrder: WRITE,
  cancelPriceOrder: WRITE,
  confirmCancelPriceOrder: WRITE,
  listTriggerOrders: own(1),
  triggerExecute: WRITE,
  triggerCreateOrder: WRITE,
  triggerCancelOrder: WRITE,
  triggerCancelOrders: WRITE,
  getTriggerOrders: own(1),
};
