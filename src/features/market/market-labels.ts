import type { ChartRange } from '@/domain/price-series.ts';

/** Words of the ranges. */
export const RANGE_TEXT: Record<ChartRange, string> = {
  '1H': 'last hour',
  '6H': 'last 6 hours',
  '1D': 'last day',
  '1W': 'last week',
  '1M': 'last 30 days',
  All: 'all that is known',
};

/** Kinds of markets whose name on the wire is no name. */
export const GROUP_LABELS: Record<string, string> = {
  moneyline: 'Winner',
  child_moneyline: 'Single games',
  spreads: 'Spreads',
  totals: 'Totals',
  'odd/even': 'Odd or even',
  f1_race_winner: 'Race winner',
};
