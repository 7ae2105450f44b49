import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { describe, expect, it, vi } from 'vitest';
import { type JournalEntry, journal } from './journal.ts';

const entry = (id: string, step: JournalEntry['step'], createdAt: number): JournalEntry => ({
  id,
  kind: 'buy',
  title: 'Buy Yes',
  owner: 'owner' as Pubkey,
  step,
  createdAt,
  updatedAt: createdAt,
  lastValidBlockHeight: 10,
  orderPubkey: null,
  signedTransaction: null,
  signature: null,
  context: undefined,
});

/** So many later ones that none of the earlier is among those that always stay. */
async function manyLater(): Promise<void> {
  for (let index = 0; index < 200; index++) await journal.put(entry(`later ${index}`, 'failed', 9));
}

describe('the journal', () => {
  it('gives back what has no end yet, oldest first, as another tab would find it', async () => {
    await journal.put(entry('newer', 'sent', 2));
    await journal.put(entry('older', 'signed', 1));
    for (const step of ['done', 'failed', 'expired', 'discarded', 'left'] as const) {
      await journal.put(entry(step, step, 3));
    }
    expect((await journal.unfinished()).map(({ id, step }) => [id, step])).toEqual([
      ['older', 'signed'],
      ['newer', 'sent'],
    ]);
  });

  it('gives back what was written for a queue, and for no other, oldest first', async () => {
    const ref = (queue: string) => ({ queue, key: 'k', attempt: 1 });
    await journal.put({ ...entry('second', 'done', 2), ref: ref('q') });
    await journal.put({ ...entry('first', 'sent', 1), ref: ref('q') });
    await journal.put({ ...entry('third', 'sent', 1), ref: ref('r') });
    expect((await journal.ofQueue('q')).map(({ id }) => id)).toEqual(['first', 'second']);
  });

  it('keeps one entry a transaction: a later step replaces the earlier', async () => {
    const built = await journal.put(entry('one', 'built', 5));
    await journal.put({ ...built, step: 'signed' });
    expect(await journal.get('one')).toMatchObject({ id: 'one', step: 'signed' });
  });

  it('forgets what ended more than a week ago, and never what may still land', async () => {
    await journal.put(entry('ended', 'done', 1));
    await journal.put(entry('open', 'sent', 1));
    await new Promise((next) => setTimeout(next, 2));
    await manyLater();
    const later = Date.now() + 8 * 24 * 3_600_000;
    expect((await journal.unfinished(later)).map(({ id }) => id)).toContain('open');
    await expect.poll(() => journal.get('ended')).toBeUndefined();
    expect(await journal.get('open')).toBeDefined();
  });

  it('gives back what is open where the disk does not drop what is old, and fails nobody by it', async () => {
    await journal.put(entry('ended', 'done', 1));
    await journal.put(entry('open', 'sent', 1));
    await manyLater();
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const dropped = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new Error('The disk fails.');
    });
    try {
      const later = Date.now() + 8 * 24 * 3_600_000;
      expect((await journal.unfinished(later)).map(({ id }) => id)).toContain('open');
      await vi.waitFor(() => expect(dropped).toHaveBeenCalled());
      for (let turn = 0; turn < 5; turn++) await new Promise((next) => setImmediate(next));
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      dropped.mockRestore();
      process.off('unhandledRejection', unhandled);
    }
  });

  it.each([
    ['nine days ahead', 9],
    ['two years ahead', 730],
    ['a day behind', -1],
  ])('drops nothing that is fresh or unfinished by a clock that is %s', async (_name, days) => {
    await journal.put(entry('fresh', 'done', 1));
    await journal.put(entry('fresh and open', 'sent', 1));
    const then = Date.now() + days * 24 * 3_600_000;
    expect((await journal.unfinished(then)).map(({ id }) => id)).toContain('fresh and open');
    await new Promise((next) => setTimeout(next, 20));
    expect(await journal.get('fresh')).toBeDefined();
    expect(await journal.get('fresh and open')).toBeDefined();
  });

  it('keeps what a trade was quoted at for a year, wallet by wallet', async () => {
    const quoted = {
      average: microUsd(600_000n),
      contracts: microContracts(10_000_000n),
      fees: microUsd(170_000n),
      total: microUsd(6_170_000n),
    };
    const owner = 'receipts' as Pubkey;
    await journal.put({ ...entry('first', 'done', 1), owner, quoted });
    await journal.put({ ...entry('second', 'done', 2), owner, quoted });
    await journal.put({ ...entry('elsewhere', 'done', 2), quoted });
    await journal.put({ ...entry('claimed', 'done', 3), owner });
    await new Promise((next) => setTimeout(next, 2));
    await manyLater();
    const day = 24 * 3_600_000;
    await journal.unfinished(Date.now() + 300 * day);
    expect((await journal.quoted(owner)).map(({ id, quoted: terms }) => [id, terms])).toEqual([
      ['second', quoted],
      ['first', quoted],
    ]);
    await journal.unfinished(Date.now() + 400 * day);
    await expect.poll(() => journal.quoted(owner)).toEqual([]);
  });
});
