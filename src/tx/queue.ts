import type { Pubkey, Signature } from '@contract/ids.ts';

/*
 * Many transactions that the user has asked for at one press, one after another: what each has come to, and what may
 * happen to it next. Pure; `queue-runner.ts` does the work, `queue-service.ts` keeps it.
 */

/** Where one transaction of a queue stands. */
export type ItemState =
  | { step: 'waiting' }
  /** Built, reviewed and checked; nothing is signed. */
  | { step: 'building' }
  | { step: 'wallet' }
  /** Signed, and has never left this browser. */
  | { step: 'signed'; signature: Signature }
  | { step: 'sent'; signature: Signature }
  /**
   * May have landed: it is looked up, and never built again meanwhile. `untold`: as long as it could land nobody has
   * said that it has, and there is no chain to ask. `landed`: it has, and nobody says what came of its order.
   */
  | { step: 'unknown'; signature: Signature; why: string; untold?: true; landed?: true }
  /** No longer asked about, as the user wants it: what became of it, or of its order, is not known. */
  | { step: 'left'; signature: Signature; landed?: true }
  /** `filled`: contracts of an order that ended before it was filled whole; absent of whatever was done whole. */
  | { step: 'done'; signature: Signature | null; note: string; filled?: bigint }
  /** `money`: what happened to it. */
  | { step: 'failed'; signature: Signature | null; why: string; money: string }
  | { step: 'skipped'; why: string };
export type ItemStep = ItemState['step'];

export interface QueueItem<Subject = unknown> {
  /** Of the position or the order: one item each. */
  key: string;
  title: string;
  /** What it is about, as the user accepted it: plain data. */
  subject: Subject;
  /** What was accepted is a part already: once it is done, it is done partly. */
  partial?: true;
  /** How often it has been started; every transaction of it carries the number. */
  attempt: number;
  state: ItemState;
}

export type QueueKind = 'claim' | 'close' | 'cancel';
/** `pausing` and `stopping`: asked for, and waiting for what is under way. */
export type QueueStatus = 'running' | 'pausing' | 'stopping' | 'paused' | 'ended';

export interface Queue<Subject = unknown> {
  id: string;
  owner: Pubkey;
  kind: QueueKind;
  createdAt: number;
  status: QueueStatus;
  /** Why it paused by itself; null when it did not. */
  note: string | null;
  items: readonly QueueItem<Subject>[];
}

export type QueueEvent =
  /** The runner takes a waiting item. */
  | { type: 'start'; keys: readonly string[] }
  | { type: 'move'; key: string; attempt: number; state: ItemState }
  /** What the journal says after a reload. */
  | { type: 'reconciled'; key: string; attempt: number; state: ItemState }
  /** By the user, or by the runner with a reason; takes effect after what is under way. */
  | { type: 'pause'; note: string | null }
  | { type: 'continue' }
  /** Nothing more is started; what was not sent is left alone. */
  | { type: 'stop' }
  | { type: 'skip'; key: string }
  /** An item that is untold, or has landed, is left as it is. */
  | { type: 'leave'; key: string }
  | { type: 'retry'; keys: readonly string[] }
  /** Nobody works on it any more: the runner has come to its end, or the page was left in the middle. */
  | { type: 'rest' };

/**
 * What may follow what. From `sent` and `unknown` no way leads back to building: that is what keeps an item from
 * being done twice. `failed` and `skipped` go back only by the user's press.
 */
const NEXT: Record<ItemStep, readonly ItemStep[]> = {
  waiting: [],
  building: ['wallet', 'waiting', 'failed', 'skipped'],
  wallet: ['signed', 'waiting', 'failed', 'skipped'],
  signed: ['sent', 'waiting', 'failed', 'skipped'],
  sent: ['unknown', 'done', 'failed'],
  unknown: ['unknown', 'done', 'failed'],
  left: [],
  done: [],
  failed: [],
  skipped: [],
};
const UNDER_WAY: readonly ItemStep[] = ['building', 'wallet', 'signed', 'sent', 'unknown'];
const RETRIED: readonly ItemStep[] = ['failed', 'skipped'];

type Unknown = Extract<ItemState, { step: 'unknown' }>;
const leftOf = ({ signature, landed }: Unknown): ItemState => ({
  step: 'left',
  signature,
  ...(landed && { landed }),
});

/** Whether asking on may never end. */
export const canLeave = <S>(item: QueueItem<S>): item is QueueItem<S> & { state: Unknown } =>
  item.state.step === 'unknown' && Boolean(item.state.untold || item.state.landed);
export const isUnderWay = ({ state }: Pick<QueueItem, 'state'>): boolean => UNDER_WAY.includes(state.step);
export const canRetry = ({ state }: Pick<QueueItem, 'state'>): boolean => RETRIED.includes(state.step);
/** Whether a tab is at it, or was when it was closed. */
export const isAtWork = ({ status }: Pick<Queue, 'status'>): boolean =>
  status === 'running' || status === 'pausing' || status === 'stopping';
/** Whether everything has come to an end. */
export const isOver = ({ items }: Pick<Queue, 'items'>): boolean =>
  items.every((item) => item.state.step !== 'waiting' && !isUnderWay(item));

const WAITING: ItemState = { step: 'waiting' };
const STOPPED: ItemState = { step: 'skipped', why: 'Stopped before it was sent. No funds moved.' };

type Change<S> = (item: QueueItem<S>) => QueueItem<S>;
const changing = <S>(queue: Queue<S>, keys: readonly string[], change: Change<S>): Queue<S> => ({
  ...queue,
  items: queue.items.map((item) => (keys.includes(item.key) ? change(item) : item)),
});

/** What stands at one of these steps is given up. */
const withoutRest = <S>(queue: Queue<S>, steps: readonly ItemStep[]): Queue<S> => ({
  ...queue,
  items: queue.items.map((item) => (steps.includes(item.state.step) ? { ...item, state: STOPPED } : item)),
});
const NOT_STARTED: readonly ItemStep[] = ['waiting'];
const NOT_SENT: readonly ItemStep[] = ['waiting', 'signed'];

export function reduceQueue<S>(queue: Queue<S>, event: QueueEvent): Queue<S> {
  switch (event.type) {
    case 'start':
      if (queue.status !== 'running') return queue;
      return changing(queue, event.keys, (item) =>
        item.state.step === 'waiting'
          ? { ...item, attempt: item.attempt + 1, state: { step: 'building' } }
          : item,
      );
    case 'move':
      return changing(queue, [event.key], (item) =>
        item.attempt === event.attempt && NEXT[item.state.step].includes(event.state.step)
          ? { ...item, state: event.state }
          : item,
      );
    case 'reconciled':
      return changing(queue, [event.key], (item) =>
        item.attempt === event.attempt && isUnderWay(item) ? { ...item, state: event.state } : item,
      );
    case 'pause':
      if (queue.status === 'running') return { ...queue, status: 'pausing', note: event.note };
      return event.note && !queue.note ? { ...queue, note: event.note } : queue;
    case 'continue':
      return isOver(queue) ? queue : { ...queue, status: 'running', note: null };
    case 'stop': {
      const quiet = { ...queue, note: null };
      // What is signed may be on its way: after a reload only the journal knows. It is given up when nothing moves.
      if (isAtWork(queue)) return { ...withoutRest(quiet, NOT_STARTED), status: 'stopping' };
      const stopped = withoutRest(quiet, NOT_SENT);
      return { ...stopped, status: isOver(stopped) ? 'ended' : 'paused' };
    }
    case 'skip':
      return changing(queue, [event.key], (item) =>
        item.state.step === 'waiting'
          ? { ...item, state: { step: 'skipped', why: 'Skipped by you. No funds moved.' } }
          : item,
      );
    case 'leave': {
      const left = changing(queue, [event.key], (item) =>
        canLeave(item) ? { ...item, state: leftOf(item.state) } : item,
      );
      return left.status === 'paused' && isOver(left) ? { ...left, status: 'ended', note: null } : left;
    }
    case 'retry':
      return {
        ...changing(queue, event.keys, (item) => (canRetry(item) ? { ...item, state: WAITING } : item)),
        status: queue.status === 'ended' ? 'paused' : queue.status,
      };
    case 'rest': {
      const rested = queue.status === 'stopping' ? withoutRest(queue, NOT_SENT) : queue;
      return { ...rested, status: isOver(rested) ? 'ended' : 'paused' };
    }
  }
}

/**
 * Keys that a working queue deals with, or has dealt with, and of one at rest those that may still land: theirs is no
 * other press.
 */
export function takenBy(queue: Queue | undefined): ReadonlySet<string> {
  if (!queue) return new Set();
  const working = isAtWork(queue);
  const taken = queue.items.filter((item) => (working ? !canRetry(item) : isUnderWay(item)));
  return new Set(taken.map(({ key }) => key));
}

/** How many items stand where. */
export interface Tally {
  total: number;
  /** Done whole. */
  done: number;
  partly: number;
  failed: number;
  skipped: number;
  left: number;
  waiting: number;
  underWay: number;
}
export function tallyOf({ items }: Pick<Queue, 'items'>): Tally {
  const count = (step: ItemStep) => items.filter(({ state }) => state.step === step).length;
  const partly = items.filter(
    ({ state, partial }) => state.step === 'done' && (partial || state.filled !== undefined),
  ).length;
  return {
    total: items.length,
    done: count('done') - partly,
    partly,
    failed: count('failed'),
    skipped: count('skipped'),
    left: count('left'),
    waiting: count('waiting'),
    underWay: items.filter(isUnderWay).length,
  };
}
