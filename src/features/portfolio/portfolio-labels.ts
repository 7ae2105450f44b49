import { formatUsd, ONE_USD } from '@contract/money.ts';
import type { HistoryEvent, PositionHistory } from '@contract/prediction/history.ts';
import type { Order } from '@contract/prediction/order.ts';
import { isOpenOrder } from '@/api/orders.queries.ts';
import type { Account, AccountPart } from '@/domain/account.ts';
import type { Outcome, PositionState, Total } from '@/domain/portfolio.ts';
import type { Settles } from '@/domain/settles.ts';
import {
  OUTCOME_TEXTS,
  orderStatusText,
  PHASE_TEXTS,
  RESULT_TEXTS,
  recordStatusText,
} from '@/domain/status-texts.ts';
import type { Tone } from '@/ui/pill.tsx';

interface StateLabel {
  /** In full. */
  text: string;
  /** In one word, for a column. */
  word: string;
  /** Repeats what the words say. */
  tone: Tone;
}

const inAWord = (text: string, tone: Tone): StateLabel => ({ text, word: text, tone });

const OUTCOMES: Record<Outcome, StateLabel> = {
  won: inAWord(OUTCOME_TEXTS.won, 'yes'),
  lost: inAWord(OUTCOME_TEXTS.lost, 'no'),
  draw: { text: `${OUTCOME_TEXTS.draw}, pays half`, word: OUTCOME_TEXTS.draw, tone: 'accent' },
  cancelled: {
    text: `${OUTCOME_TEXTS.cancelled}, cost returned`,
    word: OUTCOME_TEXTS.cancelled,
    tone: 'accent',
  },
};

/** State of a position in words, and the colour that repeats them. */
export function stateLabel({ phase, outcome }: PositionState): StateLabel {
  const text = PHASE_TEXTS[phase];
  switch (phase) {
    case 'claimable':
    case 'settled':
      return outcome === null ? inAWord(text, 'yes') : OUTCOMES[outcome];
    case 'awaiting':
      return { text, word: 'Closed', tone: 'accent' };
    case 'lost':
      return OUTCOMES.lost;
    case 'open':
    case 'claimed':
    case 'sold':
      return inAWord(text, 'neutral');
  }
}

/** Status of an order, and the colour that repeats it: what may still fill is accented. */
export const orderStatusLabel = (order: Order): { text: string; tone: Tone } => ({
  text: orderStatusText(order),
  tone: isOpenOrder(order) ? 'accent' : 'neutral',
});

const spaced = (text: string): string => {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What happened, in words; a kind this desk does not know is shown as it came. */
export function eventLabel({ eventType, isBuy }: Pick<HistoryEvent, 'eventType' | 'isBuy'>): string {
  switch (eventType) {
    case 'order_created':
      return isBuy ? 'Buy order placed' : 'Sell order placed';
    case 'order_filled':
      return isBuy ? 'Bought' : 'Sold';
    case 'order_failed':
      return isBuy ? 'Buy not filled' : 'Sell not filled';
    case 'order_closed':
      return 'Order closed';
    case 'payout_claimed':
      return 'Payout';
    case 'position_updated':
      return 'Position updated';
    case 'position_lost':
      return 'Lost';
    default:
      return spaced(eventType);
  }
}

const RECORD_TONES: Readonly<Record<string, Tone>> = { open: 'accent', won: 'yes', lost: 'no' };

/** State of a past position. A drawn or cancelled market pays too, but nobody has won there. */
export function historyStatusLabel({
  status,
  marketMetadata,
}: Pick<PositionHistory, 'status' | 'marketMetadata'>): { text: string; tone: Tone } {
  if (status === 'won' && marketMetadata?.result === 'draw')
    return { text: RESULT_TEXTS.draw, tone: 'accent' };
  if (status === 'won' && marketMetadata?.status === 'cancelled')
    return { text: RESULT_TEXTS.void, tone: 'accent' };
  return {
    text: recordStatusText(status) ?? spaced(status),
    tone: RECORD_TONES[status.toLowerCase()] ?? 'neutral',
  };
}

export const SETTLES_LABELS: Record<Settles, string> = {
  settled: 'Settled, not paid yet',
  overdue: PHASE_TEXTS.awaiting,
  day: 'Within a day',
  week: 'Within a week',
  month: 'Within a month',
  later: 'Later',
  unknown: 'No date known',
};

export const PART_LABELS: Record<AccountPart, string> = {
  cash: 'Cash',
  positions: 'Positions',
  parlays: 'Parlays',
  vault: 'Vault',
  escrow: 'Open orders',
};

/** What stands between the viewer and the balances of the vault. */
export type VaultState = 'watch-only' | 'signed-out' | 'waiting' | 'failed';

const VAULT_NOTES: Record<VaultState, string> = {
  'watch-only': 'needs a wallet that signs',
  'signed-out': 'sign in to see it',
  waiting: 'not loaded yet',
  failed: 'couldn’t load',
};

/** Why a part of the account is not known. */
export const partNote = (part: AccountPart, vault: VaultState): string =>
  part === 'vault' ? VAULT_NOTES[vault] : 'not loaded yet';

/** Beside a figure of open orders, while there are some too old to be read. */
export const NEWEST_ORDERS = 'of the newest orders';

/** "parlays, vault and open orders". */
const listed = new Intl.ListFormat('en-GB');

const missingText = (parts: readonly AccountPart[]): string =>
  listed.format(parts.map((part) => PART_LABELS[part].toLowerCase()));

/** What the sum leaves out; nothing where there is no sum. */
export const equityNote = ({ sum, missing }: Account['total']): string =>
  sum === null || missing.length === 0 ? '' : `without ${missingText(missing)}`;

/** What there is to say of it: what it leaves out, or why there is none. */
export function equityTitle({ sum, missing }: Account['total']): string {
  if (missing.length === 0)
    return sum === null ? 'Not all of it has come yet' : 'Everything the account holds';
  return sum === null ? `Not known without ${missingText(missing)}` : `Without ${missingText(missing)}`;
}

const counted = (count: number, word: string): string[] =>
  count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];

/** What the profit of today leaves out. */
export function todayNote(today: Account['today']): string {
  const left = today
    ? [
        ...counted(today.older, 'older position'),
        ...counted(today.undated, 'won parlay'),
        ...counted(today.unknown, 'unknown result'),
      ]
    : [];
  return left.length === 0 ? '' : `${listed.format(left)} not counted`;
}

/** What the running day of a calendar, and its month, leave out. */
export function undatedNote({ today, month }: { today: number; month: number }): string {
  if (today === 0) return '';
  const left = [
    `today: ${counted(today, 'won parlay').join('')}`,
    ...(month > 0 ? [`this month: ${month}`] : []),
  ];
  return `Not counted ${left.join(', ')}. The service does not say when a parlay was won: it counts once you claim it.`;
}

/** Fills whose fee no record states. */
export const beforeFees = (unstated: number): string =>
  `${unstated} ${unstated === 1 ? 'trade states' : 'trades state'} no fee: counted before it`;

/** What a realised sum leaves out. */
export const realisedNote = ({ known, of }: Total, unstatedFees: number, ofAll: boolean): string =>
  [
    ...(known < of ? [`${known} of ${of} known`] : []),
    ...(ofAll ? [] : ['of the newest records']),
    ...(unstatedFees > 0 ? [beforeFees(unstatedFees)] : []),
  ].join(' · ');

/** How the profit of today is made. */
export function todayTitle(today: Account['today']): string {
  const { older = 0, undated = 0, unknown = 0 } = today ?? {};
  return [
    older > 0
      ? 'Realised today, and what was opened today at its price of now. The prices of midnight are not known: what older positions have moved since is not in it'
      : 'Profit since midnight, after fees',
    ...(undated > 0
      ? ['A parlay placed before today may have been won before today: it counts once it is claimed']
      : []),
    ...(unknown > 0 ? [`Not counted: ${counted(unknown, 'unknown result').join('')}`] : []),
  ].join('. ');
}

/** What waits to be claimed, in full. */
export function toClaimText({ sum, known, of }: Total): string {
  if (sum === null) return 'To claim: the service does not say what it pays';
  return `${formatUsd(sum)} to claim${known < of ? `, ${known} of ${of} payouts known` : ''}`;
}

/** An amount on a badge: whole dollars, cents where there is not one. Null where none of it is known. */
export const badgeText = (amount: bigint | null): string =>
  amount === null ? '—' : formatUsd(amount, 'down', amount < ONE_USD ? 2 : 0);
