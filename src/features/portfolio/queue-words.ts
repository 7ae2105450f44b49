import type { ItemState, Queue, QueueKind } from '@/tx/queue.ts';
import { tallyOf } from '@/tx/queue.ts';
import type { Tone } from '@/ui/pill.tsx';

/** What a row says of its transaction; `detail` is what happened to the money, or why it waits. */
export interface ItemWords {
  text: string;
  detail: string;
  tone: 'quiet' | 'busy' | 'good' | 'bad' | 'unsure';
}

export function itemWords(state: ItemState): ItemWords {
  switch (state.step) {
    case 'waiting':
      return { text: 'Waiting', detail: '', tone: 'quiet' };
    case 'building':
      return { text: 'Building and checking', detail: '', tone: 'busy' };
    case 'wallet':
      return { text: 'Check your wallet', detail: '', tone: 'busy' };
    case 'signed':
      return { text: 'Signed, not sent yet', detail: 'Nothing moved so far.', tone: 'busy' };
    case 'sent':
      return { text: 'Sent', detail: '', tone: 'busy' };
    case 'unknown':
      return { text: 'Not confirmed yet', detail: state.why, tone: 'unsure' };
    case 'done':
      return { text: state.note, detail: '', tone: 'good' };
    case 'failed':
      return { text: state.why, detail: state.money, tone: 'bad' };
    case 'skipped':
      return { text: 'Skipped', detail: state.why, tone: 'quiet' };
  }
}

const DONE: Record<QueueKind, string> = { claim: 'claimed', close: 'closed', cancel: 'cancelled' };

/** "12 of 50 claimed · 1 failed · 2 skipped". */
export function tallyText(queue: Pick<Queue, 'kind' | 'items'>): string {
  const { total, done, failed, skipped } = tallyOf(queue);
  return [
    `${done} of ${total} ${DONE[queue.kind]}`,
    failed > 0 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** State of the whole, in a word. `mine`: this tab works on it. */
export function queueWords(
  queue: Pick<Queue, 'status' | 'items'>,
  mine: boolean,
): { text: string; tone: Tone } {
  switch (queue.status) {
    case 'running':
      return mine ? { text: 'Under way', tone: 'accent' } : { text: 'Under way elsewhere', tone: 'warn' };
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
