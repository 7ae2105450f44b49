import { setBudgetFactor } from '@/lib/freshness.ts';

/** Requests a second of one page at its plain intervals, and the part of a budget that newer answers may have. */
const PAGE_DEMAND = 1.6 / 0.6;
const FACTORS = [1, 1.5, 2, 3, 4, 6, 8] as const;
const MOST = 10;
/** A figure is old at the latest after this long, however small the budget. */
const MAX_SHARED_MS = 30_000;
/** So many different things may be on show at one deployment before their ages are out of the ordinary. */
const SHOWN_AT_ONCE = 100;

/**
 * Renews data as the budget allows it: what one page asks for never exceeds it, in few steps, so that intervals stay.
 * Figures that everybody who looks shares are given time. `rps`: requests a second that the whole deployment may spend;
 * undefined where nothing is counted.
 */
export function followBudget(rps: number | undefined): void {
  if (rps === undefined) {
    setBudgetFactor(1, 0);
    return;
  }
  const demand = PAGE_DEMAND / rps;
  setBudgetFactor(
    FACTORS.find((factor) => factor >= demand) ?? MOST,
    Math.min(MAX_SHARED_MS, (SHOWN_AT_ONCE / rps) * 1_000),
  );
}
