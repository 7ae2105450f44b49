import { expect, it } from 'vitest';
import { createClock } from '../../common/clock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CommitStore } from './commit.store.ts';
import { ExchangeState } from './state.ts';
import { createWriter } from './writer.ts';

/** A writer whose commits take a turn of the event loop, and the sizes of its batches by who had work in them. */
function writerAlone() {
  const batches: { users: number; keeper: number }[] = [];
  let batch = { users: 0, keeper: 0 };
  const writer = createWriter({
    store: {
      commit: async () => {
        batches.push(batch);
        batch = { users: 0, keeper: 0 };
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
  const job = (who: 'users' | 'keeper') => (uow: { onUndo(undo: () => void): void }) => {
    batch[who] += 1;
    uow.onUndo(() => undefined);
  };
  return {
    writer,
    batches,
    user: () => writer.submit(job('users')),
    keeperJob: () => writer.submitKeeperJob(job('keeper')),
    look: () => writer.read(() => 'looked'),
  };
}

it('refuses no user, however much the keeper has to do, and lets none wait behind it', async () => {
  const { user, keeperJob, batches } = writerAlone();
  const jobs = Promise.all(Array.from({ length: 10_000 }, keeperJob));
  await Promise.all(Array.from({ length: 1_000 }, user));
  expect(batches.length).toBeLessThan(30);
  await jobs;
  expect(batches.reduce((sum, one) => sum + one.users + one.keeper, 0)).toBe(11_000);
});

it('lets the keeper get on however many users wait', async () => {
  const { user, keeperJob, batches } = writerAlone();
  let isOver = false;
  const flood = Array.from({ length: 500 }, async () => {
    while (!isOver) await user();
  });
  await Promise.all(Array.from({ length: 120 }, keeperJob));
  isOver = true;
  await Promise.all(flood);
  const shared = batches.filter(({ keeper }) => keeper > 0);
  expect(shared.length).toBeLessThanOrEqual(21);
  // Hardly anything of a batch goes to the keeper meanwhile.
  for (const { users } of shared.slice(1)) expect(users).toBeGreaterThanOrEqual(40);
});

it('gives the keeper no more of a batch for one user than for many', async () => {
  const { user, keeperJob, batches } = writerAlone();
  const jobs = Promise.all(Array.from({ length: 200 }, keeperJob));
  for (let n = 0; n < 5; n++) await user();
  await jobs;
  const shared = batches.filter(({ users }) => users > 0);
  expect(shared.map(({ keeper: some }) => some)).toEqual([6, 6, 6, 6, 6]);
  expect(Math.max(...batches.map(({ keeper: some }) => some)), 'alone it has more').toBe(24);
});

it('hears of new requests between two batches of the keeper’s', async () => {
  const { user, keeperJob, batches } = writerAlone();
  const jobs = Promise.all(Array.from({ length: 1_000 }, keeperJob));
  setImmediate(() => void user());
  await jobs;
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

it('lets everything else go on between many looks that waited for one commit, and no job begin before them', async () => {
  const { writer, user } = writerAlone();
  const done: string[] = [];
  let turns = 0;
  const tick = (): void => {
    turns += 1;
    if (done.length < 21) setImmediate(tick);
  };
  /** As long as a quarter of the time that looks may hold the process. */
  const look = (): void => {
    const until = performance.now() + 2;
    while (performance.now() < until);
    done.push('look');
  };
  const first = user();
  const looks = Array.from({ length: 20 }, () => writer.read(look));
  // Asked for while the looks are under way.
  const second = first.then(() => writer.submit(() => void done.push('job')));
  await first;
  tick();
  await Promise.all([...looks, second]);
  expect(done).toEqual([...Array(20).fill('look'), 'job']);
  expect(turns, 'of the event loop').toBeGreaterThan(3);
});

it('refuses users whose queue is full, and the keeper never, until there is room again', async () => {
  const { user, keeperJob } = writerAlone();
  const asked = Promise.allSettled(Array.from({ length: 2_002 }, user));
  const kept = keeperJob();
  const refused = (await asked).filter((one) => one.status === 'rejected');
  const full = { kind: 'unavailable', retryAfter: 1, message: expect.stringContaining('nothing happened') };
  expect(refused).toMatchObject(Array(2).fill({ reason: full }));
  await kept;
  await user();
});

it('undoes a job that follows another and fails, and not the one that it follows', async () => {
  const { writer } = writerAlone();
  const undone: string[] = [];
  const answer = await writer.submit((uow) => {
    uow.onUndo(() => undone.push('the first'));
    uow.followUp((next) => {
      next.onUndo(() => undone.push('what follows'));
      throw new Error('cannot be done');
    });
    return 'done';
  });
  expect([answer, undone]).toEqual(['done', ['what follows']]);
});

it('tells of what one batch has done before it answers, both in the order in which it was asked', async () => {
  const { writer, batches } = writerAlone();
  const said: string[] = [];
  const act = async (name: string): Promise<void> => {
    await writer.submit((uow) => {
      uow.onUndo(() => undefined);
      uow.onCommitted(() => said.push(`told ${name}`));
    });
    said.push(`answered ${name}`);
  };
  await Promise.all(['one', 'two'].map(act));
  expect(batches).toHaveLength(1);
  expect(said).toEqual(['told one', 'told two', 'answered one', 'answered two']);
});
