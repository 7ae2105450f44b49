// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Signature } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { records } from './database.ts';
import { journal } from './journal.ts';
import type { Queue, QueueStatus } from './queue.ts';
import { useQueueLeft } from './queue-left.ts';
import { loadQueues, useQueue } from './queue-service.ts';
import { journalEntry, LANDED, owner, TestChain } from './testing-world.ts';

const node = vi.hoisted(() => ({ chain: undefined as TestChain | undefined }));
vi.mock('@/api/rpc.ts', () => ({ getConnection: async () => node.chain?.connection }));

const signature = 'signature' as Signature;
const stored = records<Queue>('queues');
const put = async (status: QueueStatus, state: Queue['items'][number]['state']): Promise<void> => {
  const items = [{ key: 'a', title: 'A', subject: null, attempt: 1, state }];
  await stored.put({ id: 'theirs', owner, kind: 'claim', createdAt: 1, status, note: null, items });
  await act(loadQueues);
};
const onDisk = async () => (await stored.all())[0]?.status;
const sentStep = async () => (await journal.get('sent'))?.step;

/** Other tabs: how often they were waited for, and what they do with the lock. `next`: one that comes first. */
let other: { waitedFor: number; takes: () => void; letGo: (next?: () => void) => Promise<void> };

beforeEach(async () => {
  node.chain = new TestChain();
  node.chain.status = LANDED;
  let held: { free: Promise<void>; letGo: () => void } | null = null;
  const take = () => {
    let letGo = () => undefined as unknown;
    const free = new Promise<void>((resolve) => {
      letGo = resolve as () => unknown;
    });
    held = { free, letGo };
  };
  take();
  other = {
    waitedFor: 0,
    takes: take,
    letGo: (next = () => undefined) =>
      act(async () => {
        held?.letGo();
        held = null;
        next();
      }),
  };
  const request = async (_name: string, ...given: unknown[]) => {
    const work = given.at(-1) as (lock: object | null) => unknown;
    if (held && given.length > 1) return work(null);
    if (held) {
      other.waitedFor += 1;
      await held.free;
    }
    return work({});
  };
  vi.stubGlobal('navigator', { locks: { request } });
  await stored.remove((await stored.all()).map(({ id }) => id));
  await journal.put(journalEntry('sent', 'sent', { queue: 'theirs', key: 'a', attempt: 1 }));
});

function show() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const shown = () => {
    useQueueLeft(owner);
    return useQueue(owner);
  };
  // Two of its panels are on the page.
  return [renderHook(shown, { wrapper }), renderHook(shown, { wrapper })] as const;
}

it('what another tab leaves in the middle is looked up here as soon as that tab is gone', async () => {
  await put('running', { step: 'sent', signature });
  const [{ result }] = show();
  expect(other.waitedFor, 'once a wallet').toBe(1);
  expect([await onDisk(), await sentStep()]).toEqual(['running', 'sent']);
  await other.letGo();
  await act(() => expect.poll(onDisk).toBe('ended'));
  expect(result.current).toMatchObject({ status: 'ended', items: [{ state: { step: 'done' } }] });
  expect(await sentStep()).toBe('done');
});

it('what another tab has paused by itself is left as it is, and waited for when it goes on', async () => {
  await put('running', { step: 'sent', signature });
  show();
  await put('paused', { step: 'unknown', signature, why: 'The chain has not said.' });
  await other.letGo();
  for (const _ of 'while it looks') await act(loadQueues);
  expect([await onDisk(), await sentStep()]).toEqual(['paused', 'sent']);
  other.takes();
  await put('running', { step: 'sent', signature });
  expect(other.waitedFor).toBe(2);
  await other.letGo();
  await act(() => expect.poll(onDisk).toBe('ended'));
});

it('where a third tab comes first, its end is waited for as well', async () => {
  await put('running', { step: 'sent', signature });
  show();
  await other.letGo(other.takes);
  await act(() => expect.poll(() => other.waitedFor).toBe(2));
  expect([await onDisk(), await sentStep()]).toEqual(['running', 'sent']);
  await other.letGo();
  await act(() => expect.poll(onDisk).toBe('ended'));
});

it('a queue at rest, and one that has ended, waits for no tab', async () => {
  await put('paused', { step: 'waiting' });
  show();
  await put('ended', { step: 'done', signature, note: 'Claimed' });
  expect(other.waitedFor).toBe(0);
});
