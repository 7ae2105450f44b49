import { expect, it, vi } from 'vitest';
import type { ExchangeContext } from '../core/context.ts';
import { createKeeper } from '../core/keeper.ts';
import { foundTaskOf, type KeeperJob, ROUND } from '../core/keeper-rounds.ts';
import type { World } from '../simulation/world.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { createControl } from './apply-control.ts';

/** A keeper with more than two rounds of jobs that are due until they are done, and what controls it. */
function world(fails: (key: string) => boolean = () => false) {
  const due = new Set(Array.from({ length: 2 * ROUND + 40 }, (_, n) => `job ${n}`));
  const look = (): KeeperJob[] =>
    [...due].map((key) => [
      key,
      () => {
        if (fails(key)) throw new Error('no');
        due.delete(key);
      },
    ]);
  const put = vi.fn();
  const uow = { put, onUndo: () => undefined } as unknown as UnitOfWork;
  const state: { status: string; result: string | null } = { status: 'open', result: null };
  const prune = vi.fn(async () => false);
  const context = {
    ...{ log: () => undefined, state: { forgetBuilds: () => undefined }, ledger: { slot: () => 0 } },
    ...{ clock: { now: () => 0, wall: () => 0 }, store: { commits: { prune } } },
    universe: { market: () => ({}), state: () => state },
    change: () => {
      if (state.result !== null) return false;
      due.add('due by the change');
      return true;
    },
    writer: {
      read: async <T>(reads: () => T): Promise<T> => reads(),
      submit: async <T>(job: (uow: UnitOfWork) => T): Promise<T> => job(uow),
      submitKeeperJob: async (job: (uow: UnitOfWork) => void) => job(uow),
    },
  } as unknown as ExchangeContext;
  const keeper = createKeeper(context, [foundTaskOf('work', look)]);
  const nothingSet = { universe: { overrides: () => [] }, feeds: new Map(), listed: { pins: () => [] } };
  const control = createControl(context, keeper, nothingSet as unknown as World);
  return { due, keeper, control, put, state, prune };
}

it('answers a change once all is done that is due by it, though much was left of what was due before', async () => {
  const { due, keeper, control } = world();
  expect(await keeper.tick()).toBe(ROUND + 40);
  await control.resolve('M', 'yes');
  expect([...due]).toEqual([]);
});

it('answers a change though a whole round of jobs fails, and does all the others', async () => {
  const frail = new Set(Array.from({ length: ROUND }, (_, n) => `job ${n}`));
  const { due, control } = world((key) => frail.has(key));
  await control.resolve('M', 'yes');
  expect(due).toEqual(frail);
});

it('refuses a result that comes too late, and does what is due by the one that stands', async () => {
  const { control, due, put, state } = world();
  Object.assign(state, { status: 'closed', result: 'no' });
  await expect(control.resolve('M', 'yes')).rejects.toMatchObject({ kind: 'invalid', param: 'result' });
  expect(put).not.toHaveBeenCalled();
  await control.resolve('M', 'no');
  expect([...due]).toEqual([]);
  Object.assign(state, { status: 'cancelled', result: null });
  await control.resolve('M', 'cancelled');
  expect(put).not.toHaveBeenCalled();
});

it('says that a change is made where what is due by it cannot be done', async () => {
  const { control, put, prune } = world();
  prune.mockRejectedValue(new Error('the connection is gone'));
  await expect(control.resolve('M', 'yes')).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('the change is made'),
    retryAfter: undefined,
  });
  expect(put).toHaveBeenCalledOnce();
});
