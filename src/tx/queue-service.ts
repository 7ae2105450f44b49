import type { Pubkey } from '@contract/ids.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { getConnection } from '@/api/rpc.ts';
import { betweenTabs } from '@/lib/between-tabs.ts';
import { newId } from '@/lib/id.ts';
import { records } from './database.ts';
import {
  isAtWork,
  isOver,
  type Queue,
  type QueueEvent,
  type QueueItem,
  type QueueKind,
  reduceQueue,
} from './queue.ts';
import { type QueueControl, reconcileQueue, runQueue } from './queue-runner.ts';
import type { QueueSubject } from './queue-work.ts';
import type { Signer } from './sign.ts';
import type { OnWaiting, Waiting } from './types.ts';

/*
 * Keeps the queue of each wallet: in memory for the views, on disk for the next load, and in one tab at a time. A
 * wallet has one queue; its next one may begin when it has ended. What works through it (the check, the wallet, the
 * chain) comes when it is first wanted, so that a page shows its queue with its first load.
 */

interface Queues {
  /** The last queue of each wallet, as far as this page knows. */
  queues: Readonly<Record<Pubkey, Queue | undefined>>;
  /** Wallets whose queue this tab is working on, or looking up. */
  mine: ReadonlySet<Pubkey>;
  /** Items that this tab has sent or looks up, and that could still land, by key. On this tab's clock: never on disk. */
  waiting: ReadonlyMap<string, Waiting>;
}

const useQueues = create<Queues>(() => ({ queues: {}, mine: new Set(), waiting: new Map() }));

export const useQueue = (owner: Pubkey | null): Queue | undefined =>
  useQueues(({ queues }) => (owner === null ? undefined : queues[owner]));
export const useIsQueueMine = (owner: Pubkey | null): boolean =>
  useQueues(({ mine }) => owner !== null && mine.has(owner));
export const useQueueWaiting = (): ReadonlyMap<string, Waiting> => useQueues(({ waiting }) => waiting);

const queueOf = (owner: Pubkey): Queue | undefined => useQueues.getState().queues[owner];
const isMine = (owner: Pubkey): boolean => useQueues.getState().mine.has(owner);

/** Null: the wallet has none any more. */
const show = (owner: Pubkey, queue: Queue | null): void =>
  useQueues.setState(({ queues }) => ({ queues: { ...queues, [owner]: queue ?? undefined } }));

function hold(owner: Pubkey, held: boolean): void {
  useQueues.setState(({ mine }) => {
    const next = new Set(mine);
    if (held) next.add(owner);
    else next.delete(owner);
    return { mine: next };
  });
}

const onWaiting =
  (key: string): OnWaiting =>
  (told) =>
    useQueues.setState(({ waiting }) => {
      const next = new Map(waiting);
      if (told) next.set(key, told);
      else next.delete(key);
      return { waiting: next };
    });

const work = () => import('./queue-work.ts');
export const workAndChain = () => Promise.all([work(), getConnection()]);

const stored = records<Queue>('queues');
export const queueLock = (owner: Pubkey): string => `evenline.queue.${owner}`;

const tellTabs = betweenTabs<Pubkey>('evenline.queues', () => void loadQueues().catch(() => undefined));

async function latest(owner: Pubkey): Promise<Queue | undefined> {
  const all = (await stored.all()).filter((queue) => queue.owner === owner);
  return all.sort((a, b) => b.createdAt - a.createdAt)[0];
}

/** What is on disk, shown: the newest of each wallet. Queues that this tab works on are newer in memory, and stay. */
export async function loadQueues(): Promise<Queue[]> {
  const all = (await stored.all()).sort((a, b) => a.createdAt - b.createdAt);
  useQueues.setState(({ queues, mine }) => {
    const kept = [...mine].flatMap((owner) => queues[owner] ?? []);
    return { queues: Object.fromEntries([...all, ...kept].map((queue) => [queue.owner, queue])) };
  });
  return all;
}

const newest = new Map<Pubkey, Queue>();
const pendingWrites = new Map<Pubkey, Promise<void>>();
let lastWrite: Promise<unknown> = Promise.resolve();

/** Writes one after another, of those of a wallet that wait only the newest; resolves once it is on disk. */
function save(queue: Queue): Promise<void> {
  const { owner } = queue;
  newest.set(owner, queue);
  const asked = pendingWrites.get(owner);
  if (asked) return asked;
  const write = lastWrite.then(async () => {
    pendingWrites.delete(owner);
    await stored.put(newest.get(owner) ?? queue);
    tellTabs(owner);
  });
  pendingWrites.set(owner, write);
  lastWrite = write.catch(() => undefined);
  return write;
}

/** Changes the queue of a wallet as it stands in memory. */
function change(owner: Pubkey, event: QueueEvent): Promise<void> {
  const queue = queueOf(owner);
  if (!queue) return Promise.resolve();
  const changed = reduceQueue(queue, event);
  if (changed === queue) return Promise.resolve();
  show(owner, changed);
  return save(changed);
}

/** Does something while no other tab is at the wallet's queue; false, with nothing done, when one is. */
const locked = (owner: Pubkey, act: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks.request(queueLock(owner), { ifAvailable: true }, async (lock) => (lock ? act() : false));

/** Does something with a queue this tab has to itself. */
async function holding(found: Queue, act: (control: QueueControl<unknown>) => Promise<void>): Promise<void> {
  const { owner } = found;
  show(owner, found);
  hold(owner, true);
  try {
    await act({
      get: () => queueOf(owner) ?? found,
      dispatch: (event) => change(owner, event),
    });
  } catch (cause) {
    // What the disk does not take must not look like work, of another tab's even; nor may it be gone on with unseen.
    show(owner, reduceQueue(queueOf(owner) ?? found, { type: 'rest' }));
    throw cause;
  } finally {
    hold(owner, false);
  }
}

/** Does something with a wallet's queue, as it is on disk, while no other tab does; false when one does. */
const alone = (owner: Pubkey, act: (control: QueueControl<unknown>) => Promise<void>): Promise<boolean> =>
  locked(owner, async () => {
    const found = await latest(owner);
    if (found) await holding(found, act);
    return true;
  });

interface QueueRequest<Subject> {
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
  const [{ queueWork, queueHistory, discardUnsent }, connection] = await workAndChain();
  return async (control: QueueControl<unknown>): Promise<void> => {
    const { id } = control.get();
    const setting = { queue: id, connection, client, onWaiting };
    await reconcileQueue(control, queueHistory(setting));
    await control.dispatch({ type: 'continue' });
    // What is on disk was put there by a queue of this kind, whose subject the caller knows.
    const userCancelled = new AbortController();
    leaving.set(signer.pubkey, () => userCancelled.abort());
    await runQueue(control as QueueControl<S>, queueWork(setting, signer, subject, userCancelled.signal));
    leaving.delete(signer.pubkey);
    await discardUnsent(id, control.get().items);
  };
}

/**
 * Begins a queue and works through it. False when the wallet's last queue has not ended, or another tab is at it.
 * Resolves at its end, or once it is paused.
 */
async function startQueue<S>(
  kind: QueueKind,
  items: readonly Pick<QueueItem<S>, 'key' | 'title' | 'subject' | 'partial'>[],
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
    tellTabs(owner);
    await holding(queue, work);
    return true;
  });
  // What is in the way is shown: it may have begun before this tab listened.
  if (!began) await loadQueues();
  return began;
}

/** Goes on where the queue was paused or left: first looks up what was under way. False when another tab is at it. */
const continueQueue = async <S>(request: QueueRequest<S>): Promise<boolean> =>
  request.signer.pubkey === request.owner && alone(request.owner, await worker(request));

/** Begins queues and goes on with them; whoever shows what they change is renewed. */
export function useQueueStart() {
  const client = useQueryClient();
  return {
    start: <S>(
      kind: QueueKind,
      items: Parameters<typeof startQueue<S>>[1],
      request: Omit<QueueRequest<S>, 'client'>,
    ) => startQueue(kind, items, { ...request, client }),
    resume: <S>(request: Omit<QueueRequest<S>, 'client'>) => continueQueue({ ...request, client }),
  };
}

/** A press of the reader: on the queue this tab works on, else on what is on disk. False when another tab is at it. */
async function press(owner: Pubkey, event: QueueEvent): Promise<boolean> {
  if (!isMine(owner)) return alone(owner, ({ dispatch }) => dispatch(event));
  await change(owner, event);
  return true;
}

export const pauseQueue = (owner: Pubkey): Promise<boolean> => press(owner, { type: 'pause', note: null });
export const skipItem = (owner: Pubkey, key: string): Promise<boolean> => press(owner, { type: 'skip', key });
export const retryItems = (owner: Pubkey, keys: readonly string[]): Promise<boolean> =>
  press(owner, { type: 'retry', keys });

/** Nobody asks any more what became of an item of which that cannot be found out here. */
export async function leaveItem(owner: Pubkey, key: string): Promise<boolean> {
  if (!(await press(owner, { type: 'leave', key }))) return false;
  const queue = queueOf(owner);
  const item = queue?.items.find((one) => one.key === key);
  if (queue && item?.state.step === 'left') await (await work()).leaveSent(queue.id, item);
  return true;
}

/** Finds out what became of what is under way, and lets the queue rest. Starts nothing. */
async function settle(control: QueueControl<unknown>): Promise<void> {
  const { id } = control.get();
  const [{ queueHistory, discardUnsent }, connection] = await workAndChain();
  await reconcileQueue(control, queueHistory({ queue: id, connection, onWaiting }));
  // Stopped while it was signed: once the queue is off the page nothing else would close it in the journal.
  await discardUnsent(id, control.get().items);
}

/** Nothing more is sent. What was sent already is still followed. False when another tab is at it. */
export async function stopQueue(owner: Pubkey): Promise<boolean> {
  if (isMine(owner)) return press(owner, { type: 'stop' });
  const [{ discardUnsent }] = await workAndChain();
  return alone(owner, async (control) => {
    await control.dispatch({ type: 'stop' });
    // At work with no tab at it: the one that was is gone, and nobody else would let it rest.
    if (isAtWork(control.get())) await settle(control);
    else await discardUnsent(control.get().id, control.get().items);
  });
}

/** Takes a queue that has ended off the page, in every tab. */
export async function dismissQueue(owner: Pubkey): Promise<void> {
  const queue = queueOf(owner);
  if (!queue || !isOver(queue)) return;
  show(owner, null);
  await stored.remove([queue.id]);
  tellTabs(owner);
}

/** Finds out what became of the queue that a wallet has on disk. False when another tab is at it. */
export const lookUp = (owner: Pubkey, client: QueryClient): Promise<boolean> =>
  alone(owner, async (control) => {
    await settle(control);
    await client.invalidateQueries();
  });
