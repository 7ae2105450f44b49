import { useNow } from './clock.ts';

/** Requests a second of one page at its plain pace, and the part of a budget that newer answers may have. */
const PAGE_DEMAND = 1.6 / 0.6;
const PACES = [1, 1.5, 2, 3, 4, 6, 8, 10] as const;
/** A figure is old at the latest after this long, however small the budget. */
const MAX_SHARED_MS = 30_000;
/** So many different things may be on show at one deployment before their ages are out of the ordinary. */
const SHOWN_AT_ONCE = 100;

let budget: number | undefined;
/** Requests a second that the whole deployment may spend; undefined where nothing is counted. */
export const setBudget = (rps: number | undefined): void => {
  budget = rps;
};

/** Whether requests are counted. */
export const isBudgeted = (): boolean => budget !== undefined;

/** An interval as the budget allows it: what one page asks for never exceeds it. In few steps, so that it stays. */
export function budgetedInterval(intervalMs: number): number {
  if (budget === undefined) return intervalMs;
  const demand = PAGE_DEMAND / budget;
  return intervalMs * (PACES.find((pace) => pace >= demand) ?? 10);
}

/** The age beyond which a figure counts as left behind: one that everybody who looks shares is given time. */
export function staleAfter(intervalMs: number): number {
  const sharedMs = budget === undefined ? 0 : Math.min(MAX_SHARED_MS, (SHOWN_AT_ONCE / budget) * 1_000);
  return Math.max(budgetedInterval(intervalMs) * 4, sharedMs);
}

export type Freshness = 'fresh' | 'ageing' | 'stale' | 'unknown';

/**
 * How old data is against the interval it should be renewed in: fresh below 2 intervals, stale above 4. A deployment
 * that shares a budget renews less often: its intervals are longer, and shared figures are given time.
 * Times are local Unix milliseconds; `fetchedAt` undefined means that nothing has come yet.
 */
export function freshnessOf(fetchedAt: number | undefined, intervalMs: number, now: number): Freshness {
  if (fetchedAt === undefined || fetchedAt <= 0) return 'unknown';
  const age = now - fetchedAt;
  if (age < budgetedInterval(intervalMs) * 2) return 'fresh';
  return age > staleAfter(intervalMs) ? 'stale' : 'ageing';
}

/** "12 s", "3 min", "2 h": the age of data, never below zero. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3_600)} h`;
}

/** Freshness as it passes: dim a panel while it is stale. */
export const useFreshness = (fetchedAt: number | undefined, intervalMs: number): Freshness =>
  freshnessOf(fetchedAt, intervalMs, useNow(1_000));
