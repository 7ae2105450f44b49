import { OWNER_POLL_MS } from '@contract/route.ts';
import { budgetedInterval } from '@/lib/freshness.ts';
import { type AnswerFacts, useBackendStatus } from '@/state/backend-status.ts';
import { AppError } from './app-error.ts';

/** How often each kind of data is renewed while it is visible, in milliseconds. */
export const BOOK_POLL_MS = 1_000;
export const EVENT_POLL_MS = 2_000;
export const TRADES_POLL_MS = 3_000;
export const TOKENS_POLL_MS = 4_000;
/** Tokens that have left the newest hundred: only those on the screen, in one request. */
export const OLDER_TOKENS_POLL_MS = 10_000;
export const LIST_POLL_MS = 5_000;
export const SCORE_POLL_MS = 5_000;
export const POSITIONS_POLL_MS = OWNER_POLL_MS.positions;
export const OPEN_ORDERS_POLL_MS = 1_500;
export const ORDERS_POLL_MS = OWNER_POLL_MS.orders;
export const HISTORY_POLL_MS = OWNER_POLL_MS.history;
/** The account in the frame of every page. */
export const ACCOUNT_POLL_MS = 30_000;
export const STATUS_POLL_MS = 10_000;
export const COUNT_POLL_MS = 15_000;
export const VAULT_POLL_MS = 5_000;
export const TRIGGER_ORDERS_POLL_MS = 3_000;
export const TOKEN_PRICE_POLL_MS = 1_500;
export const TOKEN_SERIES_POLL_MS = 15_000;
/** Histories of prices: what has happened since is known from what is read anyway. */
export const SERIES_POLL_MS = 60_000;
export const DAY_SERIES_POLL_MS = 300_000;
/** Books of lists: how often one is read again, and how far apart two are. */
export const LIQUIDITY_POLL_MS = 60_000;
export const LIQUIDITY_GAP_MS = 2_000;
/** The same while a list is sorted by them, where nobody counts requests. */
export const SORTED_LIQUIDITY_GAP_MS = 100;

/** What the stream tells of is looked at all the same now and then, where it lies. */
const PUSHED_POLL_MS = 15_000;
const MAX_BACKOFF_MS = 60_000;
const REFUSED_POLL_MS = 30_000;
/** Longest wait for a turn that a service is given at its word: a timer of more than 24 days would end at once. */
const MAX_WAIT_MS = 600_000;

interface PolledState {
  error: AppError | null;
  errorUpdatedAt: number;
  dataUpdatedAt: number;
}

/**
 * Interval of a poll after what happened last: the plain one after an answer, growing with the length of an outage
 * (with jitter, so that desks do not return in step), what the service asks for when it limits, and slow after a
 * refusal. The plain one follows the budget of the deployment, and while it is to be left alone nothing is asked. The jitter comes from the time of the failure: the interval has to stay the same from render to render,
 * or its timer would start anew each time.
 */
export function pollAfter(plainMs: number, state: PolledState): number {
  const { slow } = useBackendStatus.getState();
  const intervalMs = Math.max(budgetedInterval(plainMs), slow ? slow.until - slow.since : 0);
  if (!(state.error instanceof AppError)) return intervalMs;
  const { kind, retryAfterMs } = state.error;
  const spread = (state.errorUpdatedAt % 997) / 997;
  if (retryAfterMs !== undefined) return Math.max(intervalMs, retryAfterMs) + Math.round(spread * intervalMs);
  if (kind === 'refused' || kind === 'not-found' || kind === 'unauthorised' || kind === 'region') {
    return Math.max(intervalMs, REFUSED_POLL_MS);
  }
  const outageMs = state.dataUpdatedAt > 0 ? Math.max(0, state.errorUpdatedAt - state.dataUpdatedAt) : 0;
  return intervalMs + Math.round(spread * Math.min(MAX_BACKOFF_MS, Math.max(intervalMs, outageMs)));
}

/**
 * `refetchInterval` of a query: see `pollAfter`. While its requests wait for their turn at the service for longer than
 * that, asking more often would only lengthen it.
 */
export const pollEvery =
  (intervalMs: number) =>
  ({ state }: { state: PolledState & { facts?: AnswerFacts | undefined } }): number =>
    Math.max(
      pollAfter(intervalMs, state),
      Math.min(MAX_WAIT_MS, state.facts?.waitMs ?? 0),
      state.facts?.pushed ? PUSHED_POLL_MS : 0,
    );
