import { formatCents, formatContracts } from '@contract/money.ts';
import type { AppError } from '@/api/app-error.ts';
import type { ItemResult } from './submit.ts';
import type { FollowedOrder, TxIntent, TxOutcome, TxState } from './types.ts';

/** What the toast says at each step; the tone decides its icon. */
export interface TxMessage {
  tone: 'busy' | 'good' | 'bad' | 'unsure' | 'quiet';
  text: string;
  /** What happened to the money, and what to do. */
  detail?: string;
  /** Unedited text of an error, folded away. */
  raw?: string;
  /** When it is known at the latest whether it has landed, by estimate, on the clock of `performance.now()`. */
  until?: number;
}

const unsureDetail = (error: AppError): string =>
  error.kind === 'timeout' || error.kind === 'offline'
    ? 'The answer did not come. It may have gone through: it is being looked up. Do not repeat it.'
    : 'The service gave no clear answer. It may have gone through: it is being looked up. Do not repeat it.';

/** What the service says, without its word that nothing has moved: that is not known yet. */
const unclaimed = (message: string): string =>
  message.replace(/\s*\bnothing (has |was )?(moved|executed|sent|charged)\b[^.]*\.?/gi, '').trim() ||
  'the service did not execute it.';

export function messageOf(state: TxState): TxMessage {
  switch (state.step) {
    case 'building':
      return { tone: 'busy', text: 'Preparing' };
    case 'checking':
      return { tone: 'busy', text: 'Checking the transaction' };
    case 'asking':
      return { tone: 'busy', text: 'Waiting for your decision' };
    case 'signing':
      return { tone: 'busy', text: 'Check your wallet' };
    case 'submitting':
      return { tone: 'busy', text: 'Sent' };
    case 'confirming':
      return {
        tone: 'busy',
        text: 'Sent, not confirmed yet',
        detail: 'The page was closed in between. It is being looked up. Do not repeat it.',
      };
    case 'landed':
      return { tone: 'busy', text: 'Confirmed, waiting for the fill' };
    case 'reverted':
      return { tone: 'bad', text: 'The chain refused it', detail: 'No funds moved but the network fee.' };
    case 'stopped-by-guard':
      return {
        tone: 'bad',
        text: 'Your wallet’s protection blocked it',
        detail: 'No funds moved but the network fee.',
      };
    case 'expired':
      return {
        tone: 'bad',
        text: 'Expired: not confirmed in time',
        detail: 'It can no longer go through. No funds moved; you may try again.',
      };
    case 'failed':
      return {
        tone: 'bad',
        text: state.error.message,
        ...(/(nothing|no funds) moved\.$/i.test(state.error.message) ? {} : { detail: 'No funds moved.' }),
      };
    case 'rejected':
      return { tone: 'quiet', text: 'Cancelled. Nothing was sent.' };
    case 'unknown':
      return {
        tone: 'unsure',
        text: 'Not confirmed yet',
        detail: unsureDetail(state.error),
        raw: state.error.message,
        until: state.until,
      };
    case 'refused':
      return {
        tone: 'unsure',
        text: `Refused: ${unclaimed(state.error.message)}`,
        detail: 'It had been sent already, so it may still go through. Do not repeat it.',
        until: state.until,
      };
  }
}

/** What is said of something that has landed, when nobody has told yet what came of it. */
export function unfollowedMessage(
  kind: TxIntent['kind'],
  signedIn: boolean,
  result: TxOutcome['result'],
  askedChain: boolean,
): TxMessage {
  const tone = 'unsure';
  if (result === 'unconfirmed') {
    const why = askedChain
      ? 'The chain has neither confirmed nor refused it for minutes. It is looked up again when this page is next loaded.'
      : 'The service has not named it, and this platform has no connection to the chain to look it up with.';
    const detail = `${why} It may have gone through. Do not repeat it before you have seen what you hold.`;
    return { tone, text: 'Still not confirmed', detail };
  }
  if (kind === 'parlay') {
    const detail = 'The service is asked again when this page is next loaded. Do not repeat it.';
    return { tone, text: 'Paid, not known to be placed yet', detail };
  }
  if (kind === 'trigger') {
    const how = signedIn ? 'It is being looked up' : 'Sign in to trigger orders, and it is looked up';
    const detail = `${how}. Do not repeat it: the deposit is in your vault.`;
    return { tone, text: 'Deposited, the order is not known yet', detail };
  }
  return {
    tone,
    text: 'Confirmed, not fully filled yet',
    detail: 'The order is waiting. See Portfolio, Orders.',
  };
}

/** "4 of 5 placed", with what became of the others. */
export function itemsOutcome(items: readonly ItemResult[]): TxMessage {
  const refused = items.flatMap((item, index) => (item.ok ? [] : [`No. ${index + 1}: ${item.message}`]));
  if (refused.length === 0)
    return { tone: 'good', text: items.length === 1 ? 'Placed' : `All ${items.length} placed` };
  return {
    tone: 'unsure',
    text: `${items.length - refused.length} of ${items.length} placed`,
    detail: refused.join(' · '),
  };
}

/** What may have happened to an order that failed: the service does not say which. */
export const WHY_NOT_FILLED =
  'It was cancelled, its market closed, or no one traded at your price or better.';

/** "Filled 40.32 @ 62.1¢", "Partly filled …", "Not filled, funds returned". */
export function orderOutcome(order: FollowedOrder): TxMessage {
  if (order.status === 'failed') {
    return {
      tone: 'unsure',
      text: 'Not filled, funds returned',
      detail: WHY_NOT_FILLED,
    };
  }
  const price = order.averagePrice === null ? '' : ` @ ${formatCents(order.averagePrice, true)}`;
  const filled = `${formatContracts(order.filledContracts)}${price}`;
  if (order.status === 'partial')
    return { tone: 'good', text: `Partly filled: ${filled}`, detail: 'The rest was returned.' };
  return { tone: 'good', text: `Filled ${filled}` };
}
