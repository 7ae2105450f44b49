import type { LegState, SlipState } from '@/domain/parlay.ts';
import { PHASE_TEXTS, RESULT_TEXTS } from '@/domain/status-texts.ts';
import type { Tone } from '@/ui/pill.tsx';
import type { LiveLeg } from './live-legs.ts';

interface Word {
  text: string;
  tone: Tone;
}

export const LEG_WORDS: Record<LiveLeg['state'], Word> = {
  open: { text: 'Open', tone: 'neutral' },
  unquoted: { text: 'No asks for Yes', tone: 'warn' },
  closed: { text: 'Closed', tone: 'warn' },
  won: { text: '✓ Won', tone: 'yes' },
  lost: { text: '✕ Lost', tone: 'no' },
  cancelled: { text: 'Cancelled: counts as $1', tone: 'warn' },
  loading: { text: 'Loading', tone: 'neutral' },
  missing: { text: 'No longer listed', tone: 'warn' },
  unknown: { text: 'Couldn’t load', tone: 'warn' },
};

/** Of a leg that has not ended, of a parlay that has. */
export const NO_LONGER: Word = { text: 'No longer matters', tone: 'neutral' };

/** Legs that have to be taken off before a slip can be placed. */
const UNPLACEABLE: readonly LegState[] = ['closed', 'won', 'lost', 'cancelled'];
export const isDeadLeg = ({ state }: Pick<LiveLeg, 'state'>): boolean =>
  state === 'missing' || UNPLACEABLE.some((dead) => dead === state);

export const SLIP_WORDS: Record<SlipState, Word> = {
  confirming: { text: 'Confirming', tone: 'warn' },
  failed: { text: 'Not placed', tone: 'no' },
  running: { text: PHASE_TEXTS.open, tone: 'accent' },
  unknown: { text: 'Not known', tone: 'neutral' },
  lost: { text: `✕ ${RESULT_TEXTS.lost}`, tone: 'no' },
  settling: { text: `✓ ${RESULT_TEXTS.won}, ${PHASE_TEXTS.settled.toLowerCase()}`, tone: 'yes' },
  claimable: { text: `✓ ${RESULT_TEXTS.won}`, tone: 'yes' },
  paid: { text: `✓ ${PHASE_TEXTS.claimed}`, tone: 'yes' },
};

const REFUSALS: Readonly<Record<string, string>> = {
  DUPLICATE_LEG: 'Two legs are the same market.',
  SAME_EVENT: 'Two legs belong to one event.',
  LEG_NOT_OPEN: 'A leg is not open for trading any more.',
  LEG_COUNT: 'A parlay has exactly five legs.',
  UNKNOWN_MARKET: 'A leg is not known to the service.',
  INSUFFICIENT_FUNDS: 'The wallet does not hold enough for this one.',
  QUOTA_EXCEEDED: 'A wallet may place ten free parlays a day; today’s are used up.',
  TRADING_HALTED: 'Trading is halted at the moment.',
};

/** Why an item was refused, in words; what the service said where the code is not known. */
export const refusalText = (code: string, message: string): string =>
  REFUSALS[code.toUpperCase()] ?? (message || 'The service refused it.');
