// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Pubkey, Signature } from '@contract/ids.ts';
import { VersionedTransaction } from '@solana/web3.js';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import type { checkTransaction } from './check.ts';
import { records } from './database.ts';
import { type JournalEntry, journal } from './journal.ts';
import { type Queue, type QueueItem, tallyOf } from './queue.ts';
import { recoverQueues } from './queue-left.ts';
import {
  dismissQueue,
  leaveItem,
  leaveWallet,
  loadQueues,
  pauseQueue,
  retryItems,
  skipItem,
  stopQueue,
  useIsQueueMine,
  useQueue,
  useQueueStart,
} from './queue-service.ts';
import { intentOn } from './testing-runs.ts';
import { disk, sent, service, success } from './testing-service.ts';
import { journalEntry, LANDED, owner, TestChain, wallet } from './testing-world.ts';

/* What a check finds in a transaction has tests of its own. */
const check = vi.hoisted(() => ({ checkTransaction: vi.fn<typeof checkTransaction>() }));
vi.mock('./check.ts', () => check);
const node = vi.hoisted(() => ({ chain: undefined as TestChain | undefined, isCodeHere: true }));
vi.mock('@/api/rpc.ts', () => ({
  getConnection: async () => {
    if (node.isCodeHere) return node.chain?.connection;
    throw new AppError('offline', 'Part of the app failed to load.');
  },
}));

const signature = 'signature' as Signature;
const stored = records<Queue>('queues');
const queueOf = (id: string, status: Queue['status'], state: Queue['items'][number]['state']): Queue => ({
  id,
  owner,
  kind: 'claim',
  createdAt: 1,
  status,
  note: null,
  items: [{ key: 'a', title: 'A', subject: null, attempt: 1, state }],
});
const entryOf = (queue: string, step: JournalEntry['step']): JournalEntry =>
  journalEntry(`entry of ${queue}`, step, { queue, key: 'a', attempt: 1 });

/** Names of the locks that are held, in this tab or another. */
let held: Set<string>;

beforeEach(async () => {
  node.chain = new TestChain();
  held = new Set();
  const locks = held;
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, { ifAvailable }: LockOptions, work: (lock: object | null) => unknown) => {
        if (!ifAvailable) throw new Error('it would wait for another tab');
        if (locks.has(name)) return work(null);
        locks.add(name);
        try {
          return await work({});
        } finally {
          locks.delete(name);
        }
      },
    },
  });
  await stored.remove((await stored.all()).map(({ id }) => id));
});

const stepOf = async (queue: string) => (await journal.get(`entry of ${queue}`))?.step;
const statusOf = async (id: string) => (await stored.all()).find((queue) => queue.id === id)?.status;

it('closes in the journal what was signed and then stopped, so that no later load offers to send it', async () => {
  await stored.put(queueOf('stopped', 'stopping', { step: 'signed', signature }));
  await journal.put(entryOf('stopped', 'signed'));
  await recoverQueues(new QueryClient());
  await expect.poll(() => statusOf('stopped')).toBe('ended');
  await expect.poll(() => stepOf('stopped')).toBe('discarded');
});

it('keeps what was signed and only paused, for the user to go on with', async () => {
  await stored.put(queueOf('paused', 'running', { step: 'wallet' }));
  await journal.put(entryOf('paused', 'signed'));
  const client = new QueryClient();
  const renewed = vi.spyOn(client, 'invalidateQueries');
  await recoverQueues(client);
  await expect.poll(() => renewed.mock.calls.length).toBe(1);
  expect(await statusOf('paused')).toBe('paused');
  expect(await stepOf('paused')).toBe('signed');
});

it('has its entries looked after by nobody else until it has ended', async () => {
  await stored.put(queueOf('over', 'ended', { step: 'done', signature, note: 'Claimed' }));
  await stored.put(queueOf('rests', 'paused', { step: 'waiting' }));
  expect(await recoverQueues(new QueryClient())).toEqual(new Set(['rests']));
});

it('is looked up by its own entries where it began between the list of a load and its lock', async () => {
  if (node.chain) node.chain.status = LANDED;
  await stored.put(queueOf('before', 'paused', { step: 'waiting' }));
  await journal.put(entryOf('begun since', 'sent'));
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_name: string, _options: unknown, work: (lock: object) => unknown) => {
        await stored.remove(['before']);
        await stored.put(queueOf('begun since', 'running', { step: 'sent', signature }));
        return work({});
      },
    },
  });
  await recoverQueues(new QueryClient());
  await expect.poll(() => statusOf('begun since')).toBe('ended');
  expect(await stepOf('begun since')).toBe('done');
  expect((await stored.all())[0]?.items).toMatchObject([{ attempt: 1, state: { step: 'done' } }]);
});

it('rests where the code for it does not come after a load, and is looked up once that does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  if (node.chain) node.chain.status = LANDED;
  node.isCodeHere = false;
  await stored.put(queueOf('without code', 'running', { step: 'sent', signature }));
  await journal.put(entryOf('without code', 'sent'));
  const { result } = renderHook(() => ({ queue: useQueue(owner), mine: useIsQueueMine(owner) }));
  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await act(() => recoverQueues(new QueryClient()));
  await expect.poll(() => result.current).toMatchObject({ queue: { status: 'paused' }, mine: false });
  await later(10_000);
  expect(await stepOf('without code')).toBe('sent');
  node.isCodeHere = true;
  const statusLater = async () => {
    await later(1_000);
    return statusOf('without code');
  };
  await expect.poll(statusLater).toBe('ended');
  expect(await stepOf('without code')).toBe('done');
  vi.useRealTimers();
});

it('rests where the disk takes nothing more, and looks like no work of another tab', async () => {
  await stored.put(queueOf('full', 'running', { step: 'waiting' }));
  await act(loadQueues);
  const { result } = renderHook(() => ({ queue: useQueue(owner), mine: useIsQueueMine(owner) }));
  expect(result.current.queue?.status).toBe('running');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await act(() => expect(pauseQueue(owner)).rejects.toMatchObject({ kind: 'refused' }));
  put.mockRestore();
  expect(result.current).toMatchObject({ queue: { status: 'paused' }, mine: false });
});

it('is there all the same in a browser that keeps no site data, and links no tabs', async () => {
  class Refused {
    constructor() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    }
  }
  vi.stubGlobal('BroadcastChannel', Refused);
  vi.resetModules();
  await expect(import('./queue-service.ts')).resolves.toHaveProperty('useQueue');
});

describe('a press', () => {
  const other = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
  const elsewhere = () => held.add(`evenline.queue.${owner}`);
  const statesOf = (queue: Queue | undefined) => queue?.items.map(({ state }) => state.step);
  const statesOnDisk = async (id: string) => statesOf((await stored.all()).find((queue) => queue.id === id));

  it('changes the newest queue of its own wallet, and no other', async () => {
    const waits = { step: 'waiting' } as const;
    await stored.put({ ...queueOf('a newer', 'paused', waits), createdAt: 2 });
    await stored.put(queueOf('an older', 'paused', waits));
    await stored.put({ ...queueOf('of another', 'paused', waits), owner: other, createdAt: 3 });
    expect(await skipItem(owner, 'a')).toBe(true);
    expect(await statesOnDisk('a newer')).toEqual(['skipped']);
    expect(await statesOnDisk('an older')).toEqual(['waiting']);
    expect(await statesOnDisk('of another')).toEqual(['waiting']);
    const { result } = renderHook(() => useQueue(owner));
    await act(loadQueues);
    expect(result.current?.id).toBe('a newer');
  });

  it.each([
    ['stop', () => stopQueue(owner)],
    ['skip', () => skipItem(owner, 'a')],
    ['leave', () => leaveItem(owner, 'a')],
    ['try again', () => retryItems(owner, ['a'])],
  ])('to %s changes nothing while another tab is at the queue', async (_name, press) => {
    const waits = queueOf('theirs', 'running', { step: 'waiting' });
    await stored.put(waits);
    elsewhere();
    expect(await press()).toBe(false);
    expect(await stored.all()).toEqual([waits]);
  });

  it('to stop closes in the journal what was signed and waits in a queue at rest', async () => {
    await stored.put(queueOf('at rest', 'paused', { step: 'signed', signature }));
    await journal.put(entryOf('at rest', 'signed'));
    expect(await stopQueue(owner)).toBe(true);
    expect([await statusOf('at rest'), await stepOf('at rest')]).toEqual(['ended', 'discarded']);
  });

  it('to stop one that another tab has left in the middle finds out what was sent, and lets it rest', async () => {
    if (node.chain) node.chain.status = LANDED;
    const items = (['sent', 'signed', 'waiting'] as const).map((step, index) => ({
      ...{ key: step, title: step, subject: null, attempt: Math.min(1, 2 - index) },
      state: step === 'waiting' ? { step } : { step, signature },
    }));
    await stored.put({ ...queueOf('left', 'running', { step: 'waiting' }), items });
    for (const step of ['sent', 'signed'] as const)
      await journal.put(journalEntry(`${step} and left`, step, { queue: 'left', key: step, attempt: 1 }));
    expect(await stopQueue(owner)).toBe(true);
    expect([await statusOf('left'), await statesOnDisk('left')]).toEqual([
      'ended',
      ['done', 'skipped', 'skipped'],
    ]);
    const steps = (await journal.ofQueue('left')).map(({ step }) => step);
    expect(steps.sort()).toEqual(['discarded', 'done']);
  });

  it('to leave an item ends its looking up where it is untold, and nowhere else', async () => {
    const open = { step: 'unknown', signature, why: 'No answer.' } as const;
    await stored.put(queueOf('may be told', 'paused', open));
    await journal.put(entryOf('may be told', 'sent'));
    expect(await leaveItem(owner, 'a')).toBe(true);
    expect([await statesOnDisk('may be told'), await stepOf('may be told')]).toEqual([['unknown'], 'sent']);
    await stored.put({ ...queueOf('untold', 'paused', { ...open, untold: true }), createdAt: 2 });
    await journal.put(entryOf('untold', 'sent'));
    expect(await leaveItem(owner, 'a')).toBe(true);
    expect([await statusOf('untold'), await statesOnDisk('untold')]).toEqual(['ended', ['left']]);
    expect(await stepOf('untold')).toBe('left');
  });

  it('to take a queue off the page does so once it is over, on the disk too', async () => {
    await stored.put(queueOf('goes on', 'paused', { step: 'unknown', signature, why: 'No answer.' }));
    await loadQueues();
    await dismissQueue(owner);
    expect(await statusOf('goes on')).toBe('paused');
    await stored.put(queueOf('goes on', 'ended', { step: 'done', signature, note: 'Claimed' }));
    await loadQueues();
    await dismissQueue(owner);
    expect(await stored.all()).toEqual([]);
  });

  it('is taken again by a disk that has refused one', async () => {
    await stored.put(queueOf('full for once', 'paused', { step: 'waiting' }));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(skipItem(owner, 'a')).rejects.toMatchObject({ kind: 'refused' });
    put.mockRestore();
    expect(await skipItem(owner, 'a')).toBe(true);
    expect(await statesOnDisk('full for once')).toEqual(['skipped']);
  });
});

describe('a queue that is begun or gone on with', () => {
  const stranger = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
  const newItems = (...keys: string[]) => keys.map((key) => ({ key, title: key, subject: null }));

  beforeEach(async () => {
    if (node.chain) node.chain.status = LANDED;
    node.isCodeHere = true;
    service.mockReset().mockImplementation(async () => success());
    vi.stubGlobal('fetch', service);
    check.checkTransaction.mockImplementation(async (_connection, { transaction }) => ({
      verdict: 'matches',
      tx: VersionedTransaction.deserialize(Buffer.from(transaction, 'base64')),
    }));
    await disk.remove((await disk.all()).map(({ id }) => id));
  });

  /** `before`: what happens while the wallet is asked. */
  function begin(before: () => Promise<void> | void = () => undefined) {
    const chain = node.chain ?? new TestChain();
    const client = new QueryClient();
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, children);
    const { result } = renderHook(() => ({ ...useQueueStart(), queue: useQueue(owner) }), { wrapper });
    const { signer, signed } = wallet(before);
    const subject = { intentOf: () => intentOn(chain).intent, skips: () => null };
    const request = { owner, signer, subject };
    return {
      signed,
      shown: () => result.current.queue,
      start: (keys: string[], of = signer) =>
        act(() => result.current.start('claim', newItems(...keys), { ...request, signer: of })),
      resume: (of = signer) => act(() => result.current.resume({ ...request, signer: of })),
      other: { ...signer, pubkey: stranger },
    };
  }
  const onDisk = async (): Promise<Queue | undefined> => (await stored.all())[0];
  const statesOf = (queue: Queue | undefined) => queue?.items.map(({ state }) => state.step);
  const stepsOnDisk = async () => (await disk.all()).map(({ step }) => step).sort();
  const itemOf = (key: string, state: QueueItem['state']): QueueItem => ({
    key,
    title: key,
    subject: null,
    attempt: state.step === 'waiting' ? 0 : 1,
    state,
  });

  it('does each once, and takes the place of one that has ended', async () => {
    await stored.put(queueOf('ended', 'ended', { step: 'done', signature, note: 'Claimed' }));
    const { start, signed } = begin();
    expect(await start(['a', 'b'])).toBe(true);
    expect(signed).toHaveBeenCalledTimes(2);
    expect(sent()).toHaveLength(2);
    expect(await stepsOnDisk()).toEqual(['done', 'done']);
    const [queue, ...others] = await stored.all();
    expect([queue?.status, statesOf(queue), others]).toEqual(['ended', ['done', 'done'], []]);
  });

  it('is not there at all where the disk does not take it', async () => {
    await loadQueues();
    const { start, shown, signed } = begin();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(start(['a'])).rejects.toMatchObject({ kind: 'refused' });
    put.mockRestore();
    expect([shown(), await stored.all()]).toEqual([undefined, []]);
    expect(signed).not.toHaveBeenCalled();
  });

  it('is not begun while the last one has not ended, which is shown', async () => {
    const last = queueOf('not over', 'paused', { step: 'waiting' });
    const { start, signed, shown } = begin();
    await stored.put(last);
    expect(await start(['b'])).toBe(false);
    expect([await stored.all(), shown()]).toEqual([[last], last]);
    expect(signed).not.toHaveBeenCalled();
  });

  it('is not begun, or gone on with, while another tab is at it', async () => {
    held.add(`evenline.queue.${owner}`);
    const { start, resume, signed } = begin();
    expect(await start(['a'])).toBe(false);
    expect(await stored.all()).toEqual([]);
    const theirs = queueOf('theirs', 'running', { step: 'waiting' });
    await stored.put(theirs);
    expect(await resume()).toBe(false);
    expect(await stored.all()).toEqual([theirs]);
    expect(signed).not.toHaveBeenCalled();
  });

  it('is not begun, or gone on with, by another wallet', async () => {
    const { start, resume, other, signed } = begin();
    expect(await start(['a'], other)).toBe(false);
    expect(await stored.all()).toEqual([]);
    const waits = queueOf('of its own', 'paused', { step: 'waiting' });
    await stored.put(waits);
    expect(await resume(other)).toBe(false);
    expect(await stored.all()).toEqual([waits]);
    expect(signed).not.toHaveBeenCalled();
  });

  it('first looks up what was sent, and never sends it again', async () => {
    const items = [itemOf('a', { step: 'sent', signature }), itemOf('b', { step: 'waiting' })];
    await stored.put({ ...queueOf('interrupted', 'running', { step: 'waiting' }), items });
    await journal.put(entryOf('interrupted', 'sent'));
    const { resume, signed } = begin();
    expect(await resume()).toBe(true);
    expect(signed).toHaveBeenCalledTimes(1);
    expect(sent()).toHaveLength(1);
    expect(await onDisk()).toMatchObject({ status: 'ended' });
    expect(statesOf(await onDisk())).toEqual(['done', 'done']);
  });

  it('rests where its wallet is no longer waited for, and asks it again when it goes on', async () => {
    const silent = begin(() => {
      leaveWallet(owner);
      return new Promise(() => undefined);
    });
    expect(await silent.start(['a'])).toBe(true);
    expect([(await onDisk())?.status, statesOf(await onDisk())]).toEqual(['paused', ['waiting']]);
    expect(sent()).toEqual([]);
    expect(await begin().resume()).toBe(true);
    expect(statesOf(await onDisk())).toEqual(['done']);
    expect(sent()).toHaveLength(1);
  });

  it('sends nothing more once it is stopped, and closes in the journal what the wallet has signed since', async () => {
    const stopped = vi.fn();
    const { start } = begin(async () => stopped(await stopQueue(owner)));
    expect(await start(['a', 'b'])).toBe(true);
    expect(stopped).toHaveBeenCalledExactlyOnceWith(true);
    expect([(await onDisk())?.status, statesOf(await onDisk())]).toEqual(['ended', ['skipped', 'skipped']]);
    expect(sent()).toEqual([]);
    expect(await stepsOnDisk()).toEqual(['discarded']);
  });

  it('has every press on disk that came while it was written, and is shown as it stands in this tab', async () => {
    const seen = vi.fn();
    const { start, shown } = begin(async () => {
      if (seen.mock.calls.length > 0) return;
      await Promise.all(['b', 'c', 'd'].map((key) => skipItem(owner, key)));
      const queue = await onDisk();
      seen(statesOf(queue));
      // Of another tab, or of before: what this tab does is newer.
      if (queue) await stored.put({ ...queue, items: queue.items.slice(0, 1) });
      await loadQueues();
    });
    expect(await start(['a', 'b', 'c', 'd'])).toBe(true);
    expect(seen.mock.calls).toEqual([[['wallet', 'skipped', 'skipped', 'skipped']]]);
    expect(tallyOf((await onDisk()) ?? { items: [] })).toMatchObject({ done: 1, skipped: 3, total: 4 });
    expect(shown()).toEqual(await onDisk());
  });
});
