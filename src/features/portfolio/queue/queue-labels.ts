import { formatUsd, parseUsd } from '@contract/money.ts';
import { type Queue, type QueueItem, type QueueKind, tallyOf } from '@/tx/queue.ts';
import type { Tone } from '@/ui/pill.tsx';
import { keptOf, keptText, type PortfolioSubject } from './intents.ts';

export const QUEUE_LABELS: Record<QueueKind, string> = {
  claim: 'Claim payouts',
  close: 'Close positions',
  cancel: 'Cancel orders',
};

/** What a row says of its transaction; `detail` is what happened to the money, or why it waits. */
export interface ItemLabel {
  text: string;
  detail: string;
  tone: 'quiet' | 'busy' | 'good' | 'bad' | 'unsure';
}

export function itemLabel({
  state,
  subject,
}: Pick<QueueItem<PortfolioSubject>, 'state' | 'subject'>): ItemLabel {
  switch (state.step) {
    case 'waiting':
      return { text: 'Waiting', detail: '', tone: 'quiet' };
    case 'building':
      return { text: 'Preparing', detail: '', tone: 'busy' };
    case 'wallet':
      return { text: 'Check your wallet', detail: '', tone: 'busy' };
    case 'signed':
      return { text: 'Signed, not sent yet', detail: 'No funds moved so far.', tone: 'busy' };
    case 'sent':
      return { text: 'Sent', detail: '', tone: 'busy' };
    case 'unknown':
      return {
        text: state.landed
          ? 'Confirmed, not fully filled yet'
          : state.untold
            ? 'Unconfirmed'
            : 'Not confirmed yet',
        detail: state.why,
        tone: 'unsure',
      };
    case 'left':
      return {
        text: 'Dismissed, result unknown',
        detail: state.landed
          ? 'It is confirmed: see Orders for what was filled.'
          : 'It may have gone through: look up its signature in an explorer.',
        tone: 'unsure',
      };
    case 'done': {
      if (state.filled !== undefined)
        return { text: state.note, detail: 'The rest was not sold.', tone: 'unsure' };
      const kept = subject.kind === 'close' ? keptOf(subject.position, subject.terms) : 0n;
      return kept === 0n
        ? { text: state.note, detail: '', tone: 'good' }
        : { text: state.note, detail: `${keptText(kept)}.`, tone: 'unsure' };
    }
    case 'failed':
      return { text: state.why, detail: state.money, tone: 'bad' };
    case 'skipped':
      return { text: 'Skipped', detail: state.why, tone: 'quiet' };
  }
}

const DONE: Record<QueueKind, string> = { claim: 'claimed', close: 'closed', cancel: 'cancelled' };

/** "12 of 50 claimed · 1 failed · 2 skipped"; of sales also "1 partly". */
export function tallyText(queue: Pick<Queue, 'kind' | 'items'>): string {
  const { total, done, partly, failed, skipped, left } = tallyOf(queue);
  return [
    `${done} of ${total} ${DONE[queue.kind]}`,
    partly > 0 ? `${partly} partly` : '',
    failed > 0 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped` : '',
    left > 0 ? `${left} unknown` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** What an item brings in as it was accepted, micro-USD; null of one that brings in nothing new. */
function proceedsOf(subject: PortfolioSubject): bigint | null {
  switch (subject.kind) {
    case 'claim':
      return subject.position.payoutUsd;
    case 'claim-parlay':
      return parseUsd(subject.slip.payoutUsd) ?? null;
    case 'close':
      return subject.terms.net;
    case 'cancel':
      return null;
  }
}

/** What of it a done item has brought in: of a sale that was filled in part its share. */
function broughtBy({ subject, state }: QueueItem<PortfolioSubject>, brings: bigint): bigint {
  if (state.step !== 'done') return 0n;
  if (state.filled === undefined || subject.kind !== 'close') return brings;
  return (brings * state.filled) / subject.terms.contracts;
}

/**
 * "$12.00 of $60.50": what is done has brought in, of what all of it was accepted at. A sale brings what its order book
 * gives, which is never below the worst price that was shown: its sum is "about". Undefined of cancellations,
 * and where the service does not say what a parlay pays.
 */
export function moneyText({
  kind,
  items,
}: Pick<Queue<PortfolioSubject>, 'kind' | 'items'>): string | undefined {
  if (kind === 'cancel') return undefined;
  let done = 0n;
  let all = 0n;
  for (const item of items) {
    const brings = proceedsOf(item.subject);
    if (brings === null) return undefined;
    all += brings;
    done += broughtBy(item, brings);
  }
  return `${kind === 'close' ? 'about ' : ''}${formatUsd(done)} of ${formatUsd(all)}`;
}

/** State of the whole, in a word. `mine`: this tab works on it. */
export function queueLabel(
  queue: Pick<Queue, 'status' | 'items'>,
  mine: boolean,
): { text: string; tone: Tone } {
  switch (queue.status) {
    case 'running':
      return mine
        ? { text: 'In progress', tone: 'accent' }
        : { text: 'Running in another tab', tone: 'warn' };
    case 'pausing':
      return { text: 'Pausing', tone: 'warn' };
    case 'stopping':
      return { text: 'Stopping', tone: 'warn' };
    case 'paused':
      return mine ? { text: 'Looking up', tone: 'accent' } : { text: 'Paused', tone: 'warn' };
    case 'ended':
      return tallyOf(queue).done === queue.items.length
        ? { text: 'Done', tone: 'yes' }
        : { text: 'Ended', tone: 'neutral' };
  }
}
