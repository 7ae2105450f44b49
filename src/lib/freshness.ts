import { useAtLocalTime } from './clock.ts';

let factor = 1;
let sharedMs = 0;
/** Renews everything at `times` its plain interval; no figure is left behind before it is `shared` milliseconds old. */
export function setBudgetFactor(times: number, shared: number): void {
  factor = times;
  sharedMs = shared;
}

/** How often something is asked for within the budget, from how often it would be without one. */
export const budgetedInterval = (intervalMs: number): number => intervalMs * factor;

/** The age beyond which a figure counts as left behind. */
const staleAfter = (intervalMs: number): number => Math.max(budgetedInterval(intervalMs) * 4, sharedMs);

export type Freshness = 'fresh' | 'ageing' | 'stale' | 'unknown';

/**
 * How old data is against the interval it should be renewed in within the budget: fresh below 2 intervals, stale
 * above 4. Times are local Unix milliseconds; `asOf` undefined means that nothing has come yet. What would be true only in
 * the future was told by a clock that has been set back since: how old it is nobody knows.
 */
export function freshnessOf(asOf: number | undefined, intervalMs: number, now: number): Freshness {
  if (asOf === undefined || asOf <= 0) return 'unknown';
  const age = now - asOf;
  const freshMs = budgetedInterval(intervalMs) * 2;
  if (Math.abs(age) < freshMs) return 'fresh';
  return age < 0 || age > staleAfter(intervalMs) ? 'stale' : 'ageing';
}

/** "12 s", "3 min", "2 h": the age of data, never below zero. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}

/** Freshness as it passes: dim a panel while it is stale. It is told when it changes, not with every second. */
export const useFreshness = (asOf: number | undefined, intervalMs: number): Freshness =>
  useAtLocalTime((now) => freshnessOf(asOf, intervalMs, now));
