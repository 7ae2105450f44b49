import type { RouteId } from '@contract/routes.ts';
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
  /** Refusals that are its own, beside those of every operation. */
  readonly refuses?: readonly ErrorKind[];
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
  getEvent: { policy: shared(3, 2 * SECOND, 10 * MINUTE), cacheable: true, refuses: ['not-found'] },
  getScore: { policy: shared(4, 3 * SECOND, 5 * MINUTE), cacheable: true, refuses: ['not-found'] },
  getMarket: { policy: shared(2, 1 * SECOND, 10 * MINUTE), cacheable: true, refuses: ['not-found'] },
  getOrderbook: { policy: shared(2, 1 * SECOND, 5 * MINUTE), cacheable: true, refuses: ['not-found'] },
  getTradingStatus: { policy: shared(3, 5 * SECOND, MINUTE), cacheable: true },
  getVaultInfo: { policy: shared(6, 30 * SECOND, 10 * MINUTE), refuses: ['not-found'] },
  listTrades: { policy: shared(6, 5 * SECOND, 10 * MINUTE), cacheable: true },
  listEventTags: { policy: shared(6, 30 * SECOND, 10 * MINUTE), cacheable: true },
  listCategories: { policy: shared(6, 30 * SECOND, 10 * MINUTE), cacheable: true },
  listClosedEvents: { policy: shared(6, 15 * SECOND, 10 * MINUTE), cacheable: true },
  listTimedEvents: { policy: shared(4, 3 * SECOND, 10 * MINUTE), cacheable: true },
  generalSuggestions: { policy: shared(6, 15 * SECOND, 10 * MINUTE), cacheable: true },
  listEventMarkets: { policy: shared(3, 2 * SECOND, 10 * MINUTE), cacheable: true, refuses: ['not-found'] },
  getEventMarket: { policy: shared(2, 1 * SECOND, 10 * MINUTE), cacheable: true, refuses: ['not-found'] },
  createOrder: { policy: WRITE, refuses: ['not-found'] },
  execute: { policy: WRITE },
  executeAlias: { policy: WRITE },
  listOrders: { policy: own(1) },
  orderStatus: { policy: own(1), refuses: ['not-found'] },
  getOrder: { policy: own(1), refuses: ['not-found'] },
  closeOrder: { policy: WRITE, refuses: ['not-found'] },
  closeAllOrders: { policy: WRITE },
  listPositions: { policy: own(3) },
  getPosition: { policy: own(3), refuses: ['not-found'] },
  closePosition: { policy: WRITE, refuses: ['not-found'] },
  closeAllPositions: { policy: WRITE },
  claimPosition: { policy: WRITE, refuses: ['not-found'] },
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
  triggerVerify: { policy: WRITE, refuses: ['unauthenticated'] },
  getVault: { policy: own(1), refuses: ['not-found'] },
  registerVault: { policy: WRITE, refuses: ['conflict'] },
  craftDeposit: { policy: WRITE, refuses: ['forbidden'] },
  createPriceOrder: { policy: WRITE, refuses: ['forbidden'] },
  updatePriceOrder: { policy: WRITE, refuses: ['not-found'] },
  cancelPriceOrder: { policy: WRITE, refuses: ['forbidden', 'not-found'] },
  confirmCancelPriceOrder: { policy: WRITE, refuses: ['not-found'] },
  listTriggerOrders: { policy: own(1), refuses: ['forbidden', 'not-found'] },
  triggerExecute: { policy: WRITE },
  triggerCreateOrder: { policy: WRITE },
  triggerCancelOrder: { policy: WRITE, refuses: ['not-found'] },
  triggerCancelOrders: { policy: WRITE, refuses: ['not-found'] },
  getTriggerOrders: { policy: own(1) },
};
