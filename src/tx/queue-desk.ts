import type { Pubkey } from '@contract/ids.ts';
import type { QueryClient } from '@tanstack/react-query';
import { getConnection } from '@/api/rpc.ts';
import { newId } from '@/lib/id.ts';
import { records } from './database.ts';
import { isOver, type Queue, type QueueEvent, type QueueItem, type QueueKind, reduceQueue } from './queue.ts';
import { type QueueControl, reconcileQueue, runQueue } from './queue-runner.ts';
import { queueStore } from './queue-store.ts';
import { discardUnsent, type QueueSubject, queueHistory, queueWork } from './queue-work.ts';
import type { Signer } from './sign.ts';

/*
 * Keeps the queue of each wallet: in memory for the views, on disk for the next load, and in one tab at a time. A
 * wallet has one queue; its next one may begin when it has ended.
 */

const stored = records<Queue>('queues');
const queueLock = (owner: Pubkey): string => `evenline.queue.${owner}`;

const channel = new BroadcastChannel('evenline.queues');
channel.onmessage = () => void loadQueues();

async function latest(owner: Pubkey): Promise<Queue | undefined> {
  const all = (await stored.all()).filter((queue) => queue.owner === owner);
  return all.sort((a, b) => b.createdAt - a.createdAt)[0];
}

/**
 * What is on disk, shown; queues that this tab works on are newer in memory. From the first call on, what other tabs
 * do to them is shown as well: nobody tells it to a tab that has not loaded this file.
 */
export async function loadQueues(): Promise<Queue[]> {
  const all = await stored.all();
  queueStore.showAll(all.sort((a, b) => a.createdAt - b.createdAt));
  return all;
}

const newest = new Map<Pubkey, Queue>();
const waiting = new Map<Pubkey, Promise<void>>();
let lastWrite: Promise<unknown> = Promise.resolve();

/** Writes one after another, of those of a wallet that wait only the newest; resolves once it is on disk. */
function save(queue: Queue): Promise<void> {
  const { owner } = queue;
  newest.set(owner, queue);
  const asked = waiting.get(owner);
  if (asked) return asked;
  const write = lastWrite.then(async () => {
    waiting.delete(owner);
    await stored.put(newest.get(owner) ?? queue);
    channel.postMessage(owner);
  });
  waiting.set(owner, write);
  lastWrite = write.catch(() => undefined);
  return write;
}

/** Changes the queue of a wallet as it stands in memory. */
function change(owner: Pubkey, event: QueueEvent): Promise<void> {
  const queue = queueStore.get(owner);
  if (!queue) return Promise.resolve();
  const changed = reduceQueue(queue, event);
  if (changed === queue) return Promise.resolve();
  queueStore.show(owner, changed);
  return save(changed);
}

/** Does something while no other tab is at the wallet's queue; false, with nothing done, when one is. */
const locked = (owner: Pubkey, act: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks.request(queueLock(owner), { ifAvailable: true }, async (lock) => (lock ? act() : false));

/** Does something with a queue this tab has to itself. */
async function holding(found: Queue, act: (control: QueueControl<unknown>) => Promise<void>): Promise<void> {
  const { owner } = found;
  queueStore.show(owner, found);
  queueStore.hold(owner, true);
  try {
    await act({
      get: () => queueStore.get(owner) ?? found,
      dispatch: (event) => change(owner, event),
    });
  } finally {
    queueStore.hold(owner, false);
  }
}

/** Does something with a wallet's queue, as it is on disk, while no other tab does; false when one does. */
const alone = (owner: Pubkey, act: (control: QueueControl<unknown>) => Promise<void>): Promise<boolean> =>
  locked(owner, async () => {
    const found = await latest(owner);
    if (found) await holding(found, act);
    return true;
  });

export interface QueueRequest<Subject> {
  owner: Pubkey;
  signer: Signer;
  client: QueryClient;
  /** Made anew for each run: what it has prepared ahead belongs to that run. */
  subject: QueueSubject<Subject>;
}

/** By wallet: ends the waiting for its answer in the run of this tab. */
const leaving = new Map<Pubkey, () => void>();

/** The wallet is no longer waited for; what it was to sign waits again, and the queue is paused. */
export const leaveWallet = (owner: Pubkey): void => leaving.get(owner)?.();

/** How a queue of the request is worked through, by whoever holds it. */
async function worker<S>({ signer, client, subject }: QueueRequest<S>) {
  const connection = await getConnection();
  return async (control: QueueControl<unknown>): Promise<void> => {
    const { id } = control.get();
    const setting = { queue: id, connection, client };
    await reconcileQueue(control, queueHistory(setting));
    await control.dispatch({ type: 'continue' });
    // What is on disk was put there by a queue of this kind, whose subject the caller knows.
    const left = new AbortController();
    leaving.set(signer.pubkey, () => left.abort());
    await runQueue(control as QueueControl<S>, queueWork(setting, signer, subject, left.signal));
    leaving.delete(signer.pubkey);
    await discardUnsent(id, control.get().items);
  };
}

/**
 * Begins a queue and works through it. False when the wallet's last queue has not ended, or another tab is at it.
 * Resolves at its end, or once it is paused.
 */
export async function startQueue<S>(
  kind: QueueKind,
  items: readonly Pick<QueueItem<S>, 'key' | 'title' | 'subject'>[],
  request: QueueRequest<S>,
): Promise<boolean> {
  const { owner } = request;
  if (request.signer.pubkey !== owner) return false;
  const work = await worker(request);
  // Looked up and put down under the lock: of two tabs that begin at one moment only one does.
  const began = await locked(owner, async () => {
    const last = await latest(owner);
    if (last && !isOver(last)) return false;
    if (last) await stored.remove([last.id]);
    const queue: Queue<S> = {
      id: newId(),
      owner,
      kind,
      createdAt: Date.now(),
      status: 'paused',
      note: null,
      items: items.map((item) => ({ ...item, attempt: 0, state: { step: 'waiting' } })),
    };
    await stored.put(queue);
    channel.postMessage(owner);
    await holding(queue, work);
    return true;
  });
  // What is in the way is shown: it may have begun before this tab listened.
  if (!began) await loadQueues();
  return began;
}

/** Goes on where the queue was paused or left: first looks up what was under way. False when another tab is at it. */
export const continueQueue = async <S>(request: QueueRequest<S>): Promise<boolean> =>
  request.signer.pubkey === request.owner && alone(request.owner, await worker(request));

/** A press of the reader: on the queue this tab works on, else on what is on disk. False when another tab is at it. */
async function press(owner: Pubkey, event: QueueEvent): Promise<boolean> {
  if (!queueStore.isMine(owner)) return alone(owner, ({ dispatch }) => dispatch(event));
  await change(owner, event);
  return true;
}

export const pauseQueue = (owner: Pubkey): Promise<boolean> => press(owner, { type: 'pause', note: null });
export const skipItem = (owner: Pubkey, key: string): Promise<boolean> => press(owner, { type: 'skip', key });
export const retryItems = (owner: Pubkey, keys: readonly string[]): Promise<boolean> =>
  press(owner, { type: 'retry', keys });

/** Nothing more is sent. What was sent already is still followed. False when another tab is at it. */
export async function stopQueue(owner: Pubkey): Promise<boolean> {
  if (queueStore.isMine(owner)) return press(owner, { type: 'stop' });
  return alone(owner, async ({ get, dispatch }) => {
    await dispatch({ type: 'stop' });
    await discardUnsent(get().id, get().items);
  });
}

/** Takes a queue that has ended off the page, in every tab. */
export async function dismissQueue(owner: Pubkey): Promise<void> {
  const queue = queueStore.get(owner);
  if (!queue || !isOver(queue)) return;
  queueStore.show(owner, null);
  await stored.remove([queue.id]);
  channel.postMessage(owner);
}

/**
 * After a load: shows the queues on disk and finds out what became of those that were interrupted. Ids of the queues
 * that are kept. Starts nothing.
 */
export async function recoverQueues(client: QueryClient): Promise<ReadonlySet<string>> {
  const queues = await loadQueues();
  for (const { owner, id } of queues.filter((queue) => queue.status !== 'ended')) {
    void alone(owner, async (control) => {
      const connection = await getConnection();
      await reconcileQueue(control, queueHistory({ queue: id, connection, client }));
      await client.invalidateQueries();
    });
  }
  return new Set(queues.map(({ id }) => id));
}
