import type { Ladder } from '@/domain/book.ts';
import type { Verdict } from '@/domain/events.ts';
import type { ChartRange } from '@/domain/price-series.ts';
import { PHASE_TEXTS, RESULT_TEXTS } from '@/domain/status-texts.ts';

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

/** How a market ended that neither side won. */
export const RESULT_LABELS: Record<Exclude<Verdict, 'won' | 'lost'>, string> = {
  draw: `${RESULT_TEXTS.draw}: each side pays half`,
  void: `${RESULT_TEXTS.void}: costs are returned`,
  closed: PHASE_TEXTS.awaiting,
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
