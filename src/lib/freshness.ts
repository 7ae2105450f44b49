import { useNow } from './clock.ts';

let pace = 1;
let sharedMs = 0;
/** Renews everything at `times` its plain interval; no figure is left behind before it is `shared` milliseconds old. */
export function setPace(times: number, shared: number): void {
  pace = times;
  sharedMs = shared;
}

/** A plain interval at the pace of here. */
export const pacedInterval = (intervalMs: number): number => intervalMs * pace;

/** The age beyond which a figure counts as left behind. */
export const staleAfter = (intervalMs: number): number => Math.max(pacedInterval(intervalMs) * 4, sharedMs);

export type Freshness = 'fresh' | 'ageing' | 'stale' | 'unknown';

/**
 * How old data is against the interval it should be renewed in, at the pace of here: fresh below 2 intervals, stale
 * above 4. Times are local Unix milliseconds; `fetchedAt` undefined means that nothing has come yet.
 */
export function freshnessOf(fetchedAt: number | undefined, intervalMs: number, now: number): Freshness {
  if (fetchedAt === undefined || fetchedAt <= 0) return 'unknown';
  const age = now - fetchedAt;
  if (age < pacedInterval(intervalMs) * 2) return 'fresh';
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
