import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { journal } from './journal.ts';
import { recoverTransactions } from './recover.ts';
import { journalEntry as entry, passing, TestChain } from './testing-world.ts';
import { dropToast, showTx } from './toast.tsx';

const node = vi.hoisted(() => ({ chain: undefined as TestChain | undefined }));
vi.mock('./toast.tsx');
vi.mock('@/api/rpc.ts', () => ({ getConnection: async () => node.chain?.connection }));

type Work = (lock: object | null) => unknown;
/** What another tab does between a list of the disk and the lock of an entry; the names of locks it holds. */
let meanwhile: (lock: string) => Promise<unknown>;
let held: Set<string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  node.chain = new TestChain();
  meanwhile = async () => undefined;
  held = new Set();
  vi.mocked(showTx).mockReset();
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, _options: unknown, work: Work) => {
        await meanwhile(name);
        return work(held.has(name) ? null : {});
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const recover = () => passing(recoverTransactions(new QueryClient()));
const stepOf = async (id: string) => (await journal.get(id))?.step;
const told = () => vi.mocked(showTx).mock.calls.map(([, , message]) => message.text);

describe('what a load finds in the journal', () => {
  it('is discarded where it was built and never signed', async () => {
    await journal.put(entry('left', 'built'));
    await recover();
    expect(await stepOf('left')).toBe('discarded');
    expect(told()).toEqual([]);
  });

  it.each(['signed', 'done', 'discarded'] as const)(
    'is read again under its lock: what another tab has made %s meanwhile is no longer discarded',
    async (step) => {
      const id = `other ${step}`;
      await journal.put(entry(id, 'built'));
      meanwhile = (lock) => (lock.endsWith(id) ? journal.put(entry(id, step)) : Promise.resolve());
      void recoverTransactions(new QueryClient());
      await expect.poll(() => vi.advanceTimersByTimeAsync(100).then(() => stepOf(id))).toBe(step);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await stepOf(id)).toBe(step);
      await journal.put(entry(id, 'done'));
    },
  );

  it('is left alone while another tab holds it', async () => {
    await journal.put(entry('mine', 'built'));
    held = new Set(['evenline.tx.mine']);
    await recover();
    expect(await stepOf('mine')).toBe('built');
    await journal.put(entry('mine', 'done'));
  });

  it('is left alone while another tab is in a run, however long that takes, and taken up then', async () => {
    await journal.put(entry('waits', 'built'));
    held = new Set(['evenline.tx.running']);
    let over = false;
    const recovered = recoverTransactions(new QueryClient()).then(() => {
      over = true;
    });
    await passing(new Promise((resolve) => setTimeout(resolve, 300_000)));
    expect([over, await stepOf('waits')]).toEqual([false, 'built']);
    held = new Set();
    await passing(recovered);
    expect(await stepOf('waits')).toBe('discarded');
  });

  it('is offered on where the disk fails at a press, which says so and can be repeated', async () => {
    await journal.put(entry('offered', 'signed'));
    void recoverTransactions(new QueryClient());
    const offers = () => vi.mocked(showTx).mock.calls.filter(([id]) => id === 'tx-offered');
    const press = async (label: 'action' | 'cancel') => offers().at(-1)?.[4]?.[label]?.onClick();
    await expect.poll(() => offers().length).toBe(1);
    const full = new AppError('refused', 'The disk is full.');

    vi.spyOn(journal, 'get').mockRejectedValueOnce(full);
    await press('action');
    await expect.poll(() => offers().length).toBe(2);
    vi.spyOn(journal, 'put').mockRejectedValueOnce(full);
    await press('cancel');
    await expect.poll(() => offers().length).toBe(3);
    // A full disk can still be read.
    vi.spyOn(journal, 'put').mockRejectedValueOnce(full);
    await press('action');
    await expect.poll(() => offers().length).toBe(4);
    for (const [, , message, , buttons] of offers().slice(1)) {
      expect(message.detail).toBe('The disk is full. No funds moved so far.');
      expect(buttons).toMatchObject({ action: { label: 'Send now' }, cancel: { label: 'Discard' } });
    }
    expect(await stepOf('offered')).toBe('signed');

    await press('cancel');
    await expect.poll(() => stepOf('offered')).toBe('discarded');
    expect(vi.mocked(dropToast)).toHaveBeenCalledWith('tx-offered');
    expect(offers()).toHaveLength(4);
  });

  it('is said to be looked up where it was sent, until the chain has said enough', async () => {
    await journal.put(entry('sent', 'sent'));
    const begun = performance.now();
    await recover();
    expect(told()).toEqual(['Sent, not confirmed yet', 'Expired: not confirmed in time']);
    expect(performance.now() - begun).toBeGreaterThan(72_800);
    expect(await stepOf('sent')).toBe('expired');
  });
});
