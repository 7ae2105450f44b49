import { expect, it } from 'vitest';
import { createClock } from '../../common/clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CommitStore } from './commit.store.ts';
import { ExchangeState } from './state.ts';
import { createWriter } from './writer.ts';

/** A writer whose commits take a turn of the event loop, and the sizes of its batches by who had work in them. */
function writerAlone() {
  const batches: { users: number; duties: number }[] = [];
  let batch = { users: 0, duties: 0 };
  const writer = createWriter({
    store: {
      commit: async () => {
        batches.push(batch);
        batch = { users: 0, duties: 0 };
        await new Promise((resolve) => setImmediate(resolve));
      },
    } as Partial<CommitStore> as CommitStore,
    ledger: { drainNewBlockhashes: () => [] } as Partial<Ledger> as Ledger,
    state: new ExchangeState(),
    clock: createClock({ speed: 1 }),
    lastBatch: 0,
    log: () => undefined,
    fatal: () => undefined,
  });
  const job = (who: 'users' | 'duties') => (uow: { onUndo(undo: () => void): void }) => {
    batch[who] += 1;
    uow.onUndo(() => undefined);
  };
  return {
    batches,
    user: () => writer.submit(job('users')),
    duty: () => writer.submitDuty(job('duties')),
    look: () => writer.read(() => 'looked'),
  };
}

it('refuses no user, however much the keeper has to do, and lets none wait behind it', async () => {
  const { user, duty, batches } = writerAlone();
  const duties = Promise.all(Array.from({ length: 10_000 }, duty));
  await Promise.all(Array.from({ length: 1_000 }, user));
  expect(batches.length).toBeLessThan(30);
  await duties;
  expect(batches.reduce((sum, one) => sum + one.users + one.duties, 0)).toBe(11_000);
});

it('lets the keeper get on however many users wait', async () => {
  const { user, duty, batches } = writerAlone();
  let isOver = false;
  const flood = Array.from({ length: 500 }, async () => {
    while (!isOver) await user();
  });
  await Promise.all(Array.from({ length: 120 }, duty));
  isOver = true;
  await Promise.all(flood);
  const shared = batches.filter(({ duties }) => duties > 0);
  expect(shared.length).toBeLessThanOrEqual(21);
  // Hardly anything of a batch goes to the keeper meanwhile.
  for (const { users } of shared.slice(1)) expect(users).toBeGreaterThanOrEqual(40);
});

it('gives the keeper no more of a batch for one user than for many', async () => {
  const { user, duty, batches } = writerAlone();
  const duties = Promise.all(Array.from({ length: 200 }, duty));
  for (let n = 0; n < 5; n++) await user();
  await duties;
  const shared = batches.filter(({ users }) => users > 0);
  expect(shared.map(({ duties: some }) => some)).toEqual([6, 6, 6, 6, 6]);
  expect(Math.max(...batches.map(({ duties: some }) => some)), 'alone it has more').toBe(24);
});

it('hears of new requests between two batches of the keeper’s', async () => {
  const { user, duty, batches } = writerAlone();
  const duties = Promise.all(Array.from({ length: 1_000 }, duty));
  setImmediate(() => void user());
  await duties;
  expect(batches.findIndex(({ users }) => users > 0)).toBeLessThan(3);
});

it('answers a look that is asked for right after a job, however few turns after it', async () => {
  const { user, look } = writerAlone();
  for (let turns = 0; turns < 12; turns++) {
    await user();
    for (let turn = 0; turn < turns; turn++) await undefined;
    let looked: string | undefined;
    void look().then((said) => {
      looked = said;
    });
    // All that has nothing more to wait for has come by the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    expect(looked, `${turns} turns after it`).toBe('looked');
  }
});
