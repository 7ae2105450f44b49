import 'fake-indexeddb/auto';
import type { Signature } from '@contract/ids.ts';
import type { Connection } from '@solana/web3.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type JournalEntry, type JournalStep, journal } from './journal.ts';
import type { QueueItem } from './queue.ts';
import { leaveSent, queueHistory } from './queue-work.ts';
import { journalEntry } from './testing-world.ts';

const node = vi.hoisted(() => ({ has: false }));
vi.mock('@/config.ts', async (original) => ({
  ...(await original<typeof import('@/config.ts')>()),
  hasRpc: () => node.has,
}));
vi.mock('./confirm-via-api.ts', () => ({ confirmViaApi: async () => null }));
vi.mock('./reconcile.ts', async (original) => ({
  ...(await original<typeof import('./reconcile.ts')>()),
  settledResult: async () => ({ result: 'open' }),
}));

const signature = 'signature' as Signature;
const item: QueueItem = {
  key: 'position',
  title: 'Claim',
  subject: null,
  attempt: 1,
  state: { step: 'sent', signature },
};
const put = (step: JournalStep): Promise<JournalEntry> =>
  journal.put(journalEntry('entry', step, { queue: 'queue', key: item.key, attempt: 1 }));
const stepOnDisk = async () => (await journal.get('entry'))?.step;
const history = queueHistory({
  queue: 'queue',
  connection: {} as Connection,
  onWaiting: () => () => undefined,
});

describe('an item that was sent and never confirmed', () => {
  beforeEach(() => {
    node.has = false;
  });

  it('is untold where there is no chain to ask, without a word of what became of it', async () => {
    await put('sent');
    const found = await history.lookUp(item);
    expect(found).toMatchObject({ step: 'unknown', untold: true, signature });
    expect(found).toHaveProperty('why', expect.stringContaining('It may have gone through'));
    // Not for good: it is asked about again until its reader leaves it.
    expect(await stepOnDisk()).toBe('sent');
  });

  it('is never untold where a chain can still say', async () => {
    node.has = true;
    await put('sent');
    expect(await history.lookUp(item)).toEqual({
      step: 'unknown',
      signature,
      why: 'The chain has not said.',
    });
  });

  it('is asked about no more by any load once it is left', async () => {
    await put('sent');
    await leaveSent('queue', item);
    expect(await journal.unfinished()).toEqual([]);
    expect(await history.recall(item)).toEqual({ step: 'left', signature });
  });

  it('is never said to have moved nothing where it was refused and no chain can be asked', async () => {
    await put('failed');
    expect(await history.recall(item)).toMatchObject({ step: 'failed', money: 'It is not confirmed.' });
  });

  it('stays what it is known to be when it is left', async () => {
    await put('landed');
    await leaveSent('queue', item);
    expect(await stepOnDisk()).toBe('landed');
  });
});
