// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Signature } from '@contract/ids.ts';
import { QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { records } from './database.ts';
import { type JournalEntry, journal } from './journal.ts';
import type { Queue } from './queue.ts';
import { loadQueues, pauseQueue, recoverQueues, useIsQueueMine, useQueue } from './queue-service.ts';
import { journalEntry, LANDED, owner, TestChain } from './testing-world.ts';

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

beforeEach(async () => {
  node.chain = new TestChain();
  vi.stubGlobal('navigator', {
    locks: { request: async (_name: string, _options: unknown, work: (lock: object) => unknown) => work({}) },
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
