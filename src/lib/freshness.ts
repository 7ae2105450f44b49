import { useNow } from './clock.ts';
import { paced, patienceMs } from './service.ts';

export type Freshness = 'fresh' | 'ageing' | 'stale' | 'unknown';

/**
 * How old data is against the interval it should be renewed in: fresh below 2 intervals, stale above 4. A deployment
 * that shares a budget renews less often: its intervals are longer, and shared figures are given time.
 * Times are local Unix milliseconds; `fetchedAt` undefined means that nothing has come yet.
 */
export function freshnessOf(fetchedAt: number | undefined, intervalMs: number, now: number): Freshness {
  if (fetchedAt === undefined || fetchedAt <= 0) return 'unknown';
  const age = now - fetchedAt;
  const interval = paced(intervalMs);
  if (age < interval * 2) return 'fresh';
  return age > Math.max(interval * 4, patienceMs()) ? 'stale' : 'ageing';
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
