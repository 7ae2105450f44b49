import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { describe, expect, it } from 'vitest';
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

describe('the journal', () => {
  it('gives back what has no end yet, oldest first, as another tab would find it', async () => {
    await journal.put(entry('newer', 'sent', 2));
    await journal.put(entry('older', 'signed', 1));
    for (const step of ['done', 'failed', 'expired', 'discarded'] as const) {
      await journal.put(entry(step, step, 3));
    }
    expect((await journal.unfinished()).map(({ id, step }) => [id, step])).toEqual([
      ['older', 'signed'],
      ['newer', 'sent'],
    ]);
  });

  it('keeps one entry a transaction: a later step replaces the earlier', async () => {
    const built = await journal.put(entry('one', 'built', 5));
    await journal.put({ ...built, step: 'signed' });
    expect(await journal.get('one')).toMatchObject({ id: 'one', step: 'signed' });
  });

  it('forgets what ended more than a week ago, and never what may still land', async () => {
    await journal.put(entry('ended', 'done', 1));
    await journal.put(entry('open', 'sent', 1));
    const later = Date.now() + 8 * 24 * 3_600_000;
    expect((await journal.unfinished(later)).map(({ id }) => id)).toContain('open');
    await expect.poll(() => journal.get('ended')).toBeUndefined();
    expect(await journal.get('open')).toBeDefined();
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
