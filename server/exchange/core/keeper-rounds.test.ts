import { expect, it } from 'vitest';
import { ServiceError } from '../../common/errors.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { ExchangeContext } from './context.ts';
import { createRounds, type KeeperJob, type Task, taskOf } from './keeper-rounds.ts';

/** Two jobs that are always due, of which one does what a test says, and what was done in one call of the keeper. */
function world() {
  let now = 1_000;
  let failure: Error | undefined;
  let done: string[] = [];
  const log: Record<string, unknown>[] = [];
  const context = {
    clock: { wall: () => now },
    log: (entry: Record<string, unknown>) => log.push(entry),
    writer: { submitKeeperJob: async (job: (uow: UnitOfWork) => void) => job({} as UnitOfWork) },
  } as unknown as ExchangeContext;
  const rounds = createRounds(context);
  const due: KeeperJob[] = [
    [
      'frail',
      () => {
        done.push('frail');
        if (failure) throw failure;
      },
    ],
    ['sound', () => done.push('sound')],
  ];
  const task: Task = taskOf('work', () => due);
  return {
    log,
    rounds,
    fail: (error: Error | undefined) => {
      failure = error;
    },
    async tick(seconds = 0): Promise<string[]> {
      now += seconds;
      done = [];
      await task.run(rounds);
      return done;
    },
  };
}

const BOTH = ['frail', 'sound'];

it('leaves a job that has failed alone for five seconds, and no other one', async () => {
  const w = world();
  w.fail(new Error('Failed query: select $1\nparams: not to be told'));
  expect(await w.tick()).toEqual(BOTH);
  expect(await w.tick(4.9)).toEqual(['sound']);
  w.fail(undefined);
  expect(await w.tick(0.1)).toEqual(BOTH);
  expect(await w.tick(0.1), 'once it is done it waits no more').toEqual(BOTH);
  expect(w.log).toEqual([
    {
      ...{ level: 'error', message: 'keeper jobs failed', task: 'work', done: 1, failed: 1, left: 0 },
      ...{ key: 'frail', cause: ['Error: Failed query: select $1'], stack: expect.any(Array) },
    },
  ]);
});

it('rests for a second when the writer itself has failed, and no longer when it is told that something changed', async () => {
  const w = world();
  w.fail(new ServiceError('unavailable', 'INTERNAL', 'not saved'));
  await w.tick();
  expect(await w.tick(0.9)).toEqual([]);
  expect(await w.tick(0.1)).toEqual(['sound']);
  await w.tick(4);
  w.rounds.release();
  expect(await w.tick()).toEqual(['sound']);
});

it('keeps the wait of a failed job when it forgets those that are over', async () => {
  const w = world();
  w.fail(new Error('no'));
  await w.tick();
  w.rounds.prune();
  expect(await w.tick(4.9)).toEqual(['sound']);
});
