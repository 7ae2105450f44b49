import type { Ladder } from '@/domain/book.ts';
import type { Verdict } from '@/domain/events.ts';
import type { PositionPhase } from '@/domain/portfolio.ts';
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

/** How a position ended. */
export const ENDED_LABELS: Partial<Record<PositionPhase, string>> = {
  awaiting: 'Awaiting result',
  settled: 'Pays by itself',
  lost: 'Lost',
  claimed: 'Paid',
  sold: 'Sold',
};

/** How an outcome ended. */
export const VERDICT_LABELS: Record<Verdict, string> = {
  won: 'Won',
  lost: 'Lost',
  draw: 'Draw',
  void: 'Cancelled',
  closed: 'Closed',
};

/** How a market ended that neither side won. */
export const RESULT_LABELS: Record<Exclude<Verdict, 'won' | 'lost'>, string> = {
  draw: 'Draw: each side pays half',
  void: 'Cancelled: costs are returned',
  closed: 'Closed, awaiting the result',
};

/** Statuses of an order, as the service names them. */
export const ORDER_STATUS_LABELS: Record<string, string> = {
  created: 'Open',
  pending: 'Open',
  partiallyfilled: 'Partly filled',
  filled: 'Filled',
  failed: 'Not filled, returned',
};

/** What stands between the sides of a book that has no spread. */
export const BOOK_LABELS: Record<Ladder['state'], string | null> = {
  empty: 'The order book is empty',
  'only-asks': 'One-sided: no bids',
  'only-bids': 'One-sided: no asks',
  crossed: 'Crossed: refreshing',
  'two-sided': null,
};

/** Ways to draw the outcomes of an event beside each other. */
export type OutcomesLook = 'lines' | 'stacked' | 'distribution';
export const LOOK_LABELS: Record<OutcomesLook, string> = {
  lines: 'Lines',
  stacked: 'Stacked',
  distribution: 'Distribution',
};
