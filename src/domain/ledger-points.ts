import { ZERO_USD } from '@contract/money.ts';
import type { LedgerPoint } from './ledger.ts';

/** Ranges of the account's charts, in seconds; `All` begins with the first record. */
export const LEDGER_RANGES = { '24H': 86_400, '1W': 604_800, '1M': 2_592_000, All: null } as const;
export type LedgerRange = keyof typeof LEDGER_RANGES;
export const LEDGER_RANGE_LABELS: Record<LedgerRange, string> = {
  '24H': '24 h',
  '1W': '1 w',
  '1M': '30 d',
  All: 'All',
};

const MOST_POINTS = 400;

/**
 * Points of a range, ending `now`; it starts with where the account stood when the range began, or with zero when the
 * account did, whichever is later. More than 400 are thinned to the last of each equal part of the time.
 */
export function pointsWithin(
  points: readonly LedgerPoint[],
  range: LedgerRange,
  last: LedgerPoint,
): LedgerPoint[] {
  const [first] = points;
  if (!first) return [];
  const length = LEDGER_RANGES[range];
  const from = Math.max(first.at - 1, length === null ? first.at - 1 : last.at - length);
  const before = points.findLast(({ at }) => at < from);
  const start = { at: from, realised: before?.realised ?? ZERO_USD, profit: before?.profit ?? ZERO_USD };
  const inside = points.filter(({ at }) => at >= from && at < last.at);
  if (inside.length <= MOST_POINTS) return [start, ...inside, last];
  const width = (last.at - from) / MOST_POINTS;
  const thinned = new Map<number, LedgerPoint>();
  for (const point of inside) thinned.set(Math.floor((point.at - from) / width), point);
  return [start, ...thinned.values(), last];
}
