import type { Verdict } from './events.ts';
import { type Ended, endOf, type OrderEnd } from './order-end.ts';
import type { Outcome, PositionPhase } from './portfolio.ts';
import type { RoundResult } from './rounds.ts';

/** Where a position stands, wherever it is listed. `settled`: its result is known, its payout has not come yet. */
export const PHASE_TEXTS: Record<PositionPhase, string> = {
  open: 'Open',
  awaiting: 'Awaiting result',
  claimable: 'Claimable',
  settled: 'Payout pending',
  lost: 'Lost',
  // Not "Claimed": what nobody has claimed is paid as well, after a day or as soon as its round is settled.
  claimed: 'Paid out',
  sold: 'Sold',
};

/** How a market ended; "closed" has no result yet. */
export const RESULT_TEXTS: Record<Verdict, string> = {
  won: 'Won',
  lost: 'Lost',
  draw: 'Draw',
  void: 'Cancelled',
  closed: 'Closed',
};

/** The same for the side that is held. */
export const OUTCOME_TEXTS: Record<Outcome, string> = {
  won: RESULT_TEXTS.won,
  lost: RESULT_TEXTS.lost,
  draw: RESULT_TEXTS.draw,
  cancelled: RESULT_TEXTS.void,
};

/** How a round ended, and the sign that stands for it where there is no room. */
export const ROUND_RESULTS: Record<RoundResult, { sign: string; text: string }> = {
  up: { sign: '▲', text: 'Up' },
  down: { sign: '▼', text: 'Down' },
  draw: { sign: '=', text: RESULT_TEXTS.draw },
  void: { sign: '○', text: RESULT_TEXTS.void },
  pending: { sign: '·', text: 'Settling' },
};

/** Why no cost is shown of a position that has ended. */
export const COST_NOT_KEPT = 'Its cost is no longer kept';

/** Beside what is quoted from a book whose best bid is not below its best ask. */
export const CROSSED_BOOK =
  'The order book is crossed: it is changing, and these prices are not reliable. Your worst price still holds.';

const ORDER_ENDS: Record<OrderEnd, string> = {
  filled: 'Filled',
  partial: 'Partly filled',
  failed: 'Not filled',
};

const ORDER_STATUSES: Readonly<Record<string, string>> = {
  // Both wait for a fill and can be cancelled.
  created: PHASE_TEXTS.open,
  pending: PHASE_TEXTS.open,
  partiallyfilled: ORDER_ENDS.partial,
};

/** Status of an order in words; one this desk does not know is shown as it came. What has ended is told by its counts. */
export function orderStatusText(order: Ended): string {
  const { status } = order;
  const hasEnded = status === 'filled' || status === 'failed';
  return hasEnded ? ORDER_ENDS[endOf(order)] : (ORDER_STATUSES[status] ?? status);
}

const RECORD_STATUSES: Readonly<Record<string, string>> = {
  open: PHASE_TEXTS.open,
  won: RESULT_TEXTS.won,
  claimed: PHASE_TEXTS.claimed,
  lost: PHASE_TEXTS.lost,
  sold: PHASE_TEXTS.sold,
  failed: ORDER_ENDS.failed,
  refunded: 'Refunded',
  unknown: 'Not known',
};

/** Status of a past position in words; undefined of one this desk does not know. */
export const recordStatusText = (status: string): string | undefined => RECORD_STATUSES[status.toLowerCase()];
