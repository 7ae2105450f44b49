import type { AppError } from '@/api/app-error.ts';
import { type ItemState, isUnderWay, type Queue, type QueueEvent, type QueueItem } from './queue.ts';

/** What preparing one item came to. */
export type PreparedItem<Ready> =
  | { result: 'ready'; ready: Ready }
  | { result: 'rejected' }
  /** Nothing to do any more: claimed, filled or cancelled meanwhile. */
  | { result: 'skip'; why: string }
  | { result: 'failed'; error: AppError };

/** What the wallet made of one prepared item; `signed` is on disk. */
export type SignedItem =
  | { result: 'signed'; state: Extract<ItemState, { step: 'signed' }> }
  | { result: 'rejected' }
  /** The reader no longer waits for the wallet: what it signs now is dropped. */
  | { result: 'user-cancelled' }
  /** Ran out while the wallet waited. */
  | { result: 'expired' }
  /** `isGone`: it is not connected any more, so that there is nobody to ask for the rest. */
  | { result: 'refused'; reason: string; isGone?: boolean };

/** What is done with items; the runner decides when. None of these throws. */
export interface QueueWork<Subject, Ready> {
  /** How many the wallet signs at one press. */
  batch: number;
  prepare: (item: QueueItem<Subject>) => Promise<PreparedItem<Ready>>;
  /** Journals each, then has them signed; answers in the order asked. */
  sign: (items: readonly { item: QueueItem<Subject>; ready: Ready }[]) => Promise<SignedItem[]>;
  /** Whether a signed one may still be sent. One that has run out is closed in the journal. */
  mayStillBeSent: (item: QueueItem<Subject>) => Promise<boolean>;
  /** Hands in what was signed, once, and follows it to its end, which it returns. */
  send: (item: QueueItem<Subject>, moved: (state: ItemState) => void) => Promise<ItemState>;
  wait: (ms: number) => Promise<void>;
  /** After every batch: something has changed. */
  onProgress: () => void;
}

export interface QueueControl<Subject> {
  get: () => Queue<Subject>;
  /** Changes the queue at once; resolves when that is on disk. */
  dispatch: (event: QueueEvent) => Promise<void>;
}

/** Several at a time, but not all: each is a few requests. */
const ABREAST = 4;
const MAX_LIMITED = 5;
const DEFAULT_WAIT_MS = 1_500;
/** A longer wait is the user's to take up: "Pause" and "Stop" would take effect after it alone. */
const MAX_WAIT_MS = 30_000;
/** So many failures in a row look like more than bad luck. */
const FAILURES_IN_A_ROW = 3;

async function abreast<T, R>(inputs: readonly T[], run: (input: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = inputs.map((input, index) => ({ input, index }));
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results[next.index] = await run(next.input);
  };
  // Where one fails the others go on: whoever lets go of the queue must not do so beneath them.
  const ends = await Promise.allSettled(Array.from({ length: Math.min(ABREAST, inputs.length) }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
}

const ended = (error: AppError): ItemState => ({
  step: 'failed',
  signature: null,
  why: error.message,
  money: /Nothing (moved|was signed|was sent)\.$/.test(error.message) ? '' : 'No funds moved.',
});

/**
 * Works through the waiting items until none is left or the queue is paused. Items that were signed and never sent
 * go first. Returns once nothing is under way.
 */
export async function runQueue<S, R>(control: QueueControl<S>, work: QueueWork<S, R>): Promise<void> {
  const { get, dispatch } = control;
  const running = () => get().status === 'running';
  const current = (key: string) => get().items.find((item) => item.key === key);
  const move = (item: QueueItem<S>, state: ItemState) =>
    dispatch({ type: 'move', key: item.key, attempt: item.attempt, state });
  /** The journal says as much: nothing has to wait for the disk. */
  const tell = (item: QueueItem<S>, state: ItemState): void => void move(item, state).catch(() => undefined);
  const back = (item: QueueItem<S>) => move(item, { step: 'waiting' });
  const pause = (note: string) => dispatch({ type: 'pause', note });
  let failures = 0;

  const prepare = async (item: QueueItem<S>): Promise<PreparedItem<R>> => {
    for (let tries = 1; ; tries++) {
      const prepared = await work.prepare(item);
      if (prepared.result !== 'failed' || prepared.error.kind !== 'rate-limited') return prepared;
      const waitMs = prepared.error.retryAfterMs ?? DEFAULT_WAIT_MS;
      if (tries === MAX_LIMITED || waitMs > MAX_WAIT_MS || !running()) return prepared;
      await work.wait(waitMs);
    }
  };

  const settle = async (item: QueueItem<S>, prepared: Exclude<PreparedItem<R>, { result: 'ready' }>) => {
    if (prepared.result === 'skip') {
      await move(item, { step: 'skipped', why: prepared.why });
    } else if (prepared.result === 'rejected') {
      await move(item, { step: 'skipped', why: 'You declined it. No funds moved.' });
    } else {
      const { error } = prepared;
      if (error.kind === 'offline' || error.kind === 'timeout' || error.kind === 'rate-limited') {
        await back(item);
        await pause(`${error.message} No funds of what waits have moved.`);
        return;
      }
      await move(item, ended(error));
      failures += 1;
      if (failures === FAILURES_IN_A_ROW) {
        await pause('Several failed one after another. See why before you go on.');
      }
    }
  };

  const send = async (key: string): Promise<void> => {
    const item = current(key);
    if (item?.state.step !== 'signed' || !running()) return;
    const { signature } = item.state;
    if (!(await work.mayStillBeSent(item))) {
      await back(item);
      return;
    }
    // A stop may have come in between; from here on it cannot.
    if (current(key)?.state.step !== 'signed' || !running()) return;
    tell(item, { step: 'sent', signature });
    const end = await work.send(item, (state) => tell(item, state));
    if (end.step === 'done') failures = 0;
    await move(item, end);
  };

  const build = async (batch: readonly QueueItem<S>[]): Promise<void> => {
    const keys = batch.map(({ key }) => key);
    // On disk before anything is built: a reload finds the attempt that its transactions name.
    await dispatch({ type: 'start', keys });
    const started = keys
      .flatMap((key) => current(key) ?? [])
      .filter(({ state }) => state.step === 'building');
    const prepared = await abreast(started, async (item) => ({ item, prepared: await prepare(item) }));
    const ready: { item: QueueItem<S>; ready: R }[] = [];
    for (const { item, prepared: outcome } of prepared) {
      if (outcome.result === 'ready') ready.push({ item, ready: outcome.ready });
      else await settle(item, outcome);
    }
    if (!running()) {
      for (const { item } of ready) await back(item);
      return;
    }
    if (ready.length === 0) return;
    for (const { item } of ready) tell(item, { step: 'wallet' });
    const answers = await work.sign(ready);
    // At once: while the disk takes one, the others must not look as if the wallet still had them.
    await Promise.all(
      ready.map(({ item }, index) => {
        const answer = answers[index];
        return answer?.result === 'signed' ? move(item, answer.state) : undefined;
      }),
    );
    for (const [index, { item }] of ready.entries()) {
      const answer = answers[index];
      if (answer?.result === 'signed') continue;
      if (answer?.result === 'rejected') {
        await (ready.length === 1
          ? move(item, { step: 'skipped', why: 'You declined it in your wallet. No funds moved.' })
          : back(item));
        await pause('You declined in your wallet.');
      } else if (answer?.result === 'user-cancelled') {
        await back(item);
        await pause('You stopped waiting for your wallet. Continue asks it again.');
      } else if (answer?.result === 'refused' && answer.isGone) {
        await back(item);
        await pause('Its wallet is not connected any more. Connect it to continue.');
      } else if (answer?.result === 'expired') {
        await back(item);
        await pause('The wallet took longer than the transaction was valid. Continue asks again.');
      } else {
        const why = answer ? `Not sent: ${answer.reason}.` : 'The wallet did not answer.';
        await move(item, { step: 'failed', signature: null, why, money: 'No funds moved.' });
      }
    }
  };

  while (running()) {
    const { items } = get();
    const signed = items.filter(({ state }) => state.step === 'signed');
    if (signed.length > 0) {
      await abreast(signed, ({ key }) => send(key));
    } else {
      const waiting = items.filter(({ state }) => state.step === 'waiting').slice(0, work.batch);
      if (waiting.length === 0) break;
      await build(waiting);
    }
    work.onProgress();
  }
  await dispatch({ type: 'rest' });
}

/** What became of the items that a reload interrupted. */
export interface QueueHistory<Subject> {
  /** What the journal knows of an item's last attempt, without asking anybody. */
  recall: (item: QueueItem<Subject>) => Promise<ItemState>;
  /** Follows one that may have landed to its end. */
  lookUp: (item: QueueItem<Subject>) => Promise<ItemState>;
}

/** After a reload: every item that was under way is compared with the journal and the chain. Nothing is started. */
export async function reconcileQueue<S>(control: QueueControl<S>, history: QueueHistory<S>): Promise<void> {
  const { get, dispatch } = control;
  const settle = (item: QueueItem<S>, state: ItemState) =>
    dispatch({ type: 'reconciled', key: item.key, attempt: item.attempt, state });
  for (const item of get().items.filter(isUnderWay)) await settle(item, await history.recall(item));
  await dispatch({ type: 'rest' });
  const open = get().items.filter(({ state }) => state.step === 'unknown');
  await abreast(open, async (item) => settle(item, await history.lookUp(item)));
  if (open.length > 0) await dispatch({ type: 'rest' });
}
