import { expect, it, vi } from 'vitest';
import { NOW } from '../../testing/stub-app.ts';
import { createRounds } from '../core/keeper-rounds.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import { ExchangeState } from '../writer/state.ts';
import type { TriggerContext } from './context.ts';
import { triggerTasks } from './tasks.ts';

const MANY = 120;

/** Trailing orders on as many mints, whose best price is the one there is and was written down at an instant. */
function world(markAt: number) {
  const state = new ExchangeState();
  for (let n = 0; n < MANY; n++) {
    const row = {
      ...{ id: `T${n}`, owner: 'A', orderType: 'single', state: 'open', triggerMint: `mint ${n}`, mark: 50n },
      ...{
        condition: 'below',
        triggerPrice: null,
        trailingBps: 500,
        expiresAt: (NOW + 1_000) * 1_000,
        markAt,
      },
    } as TriggerOrderRow;
    state.remember('triggerOrders', row.id, row);
  }
  let wall = NOW;
  let jobs = 0;
  /** What time it is, the second in which prices are better, and how long a look at one of them takes. */
  const now = { is: NOW, peak: Number.NaN, lasts: 0 };
  let looks = 0;
  const priceAt = (t: number) => {
    looks += 1;
    now.is += now.lasts;
    return Math.floor(t) === now.peak ? 60n : 50n;
  };
  const follow = vi.fn(() => ({ token: () => undefined, priceAt, depthUsd: () => null }));
  const put = (_: 'triggerOrders', id: string, row: TriggerOrderRow) =>
    state.remember('triggerOrders', id, row);
  const context = {
    ...{ state, prices: { follow }, clock: { now: () => now.is, wall: () => wall }, log: () => undefined },
    writer: {
      submitKeeperJob: async (job: (uow: unknown) => void) => {
        jobs += 1;
        job({ put });
      },
    },
  } as unknown as TriggerContext;
  const rounds = createRounds(context);
  let tasks = triggerTasks(context);
  return {
    ...{ state, follow, now },
    /** How many prices have been looked at since this was asked last. */
    looked(): number {
      const since = looks;
      looks = 0;
      return since;
    },
    /** The order's best price, as far as it has been looked at. */
    best: (id: string) => state.triggers.index.markOf(id),
    /** One call of the keeper; how many jobs it has led to, and what it has left. */
    async call() {
      const before = jobs;
      const left = await tasks[1]?.run(rounds);
      return { jobs: jobs - before, left };
    },
    /** As many as it takes to look at all. */
    async look(): Promise<void> {
      while (await tasks[1]?.run(rounds));
    },
    /** How many jobs write best prices down, five seconds later. */
    async checkpoints(): Promise<number> {
      wall += 5;
      await tasks[4]?.run(rounds);
      return jobs;
    },
    /** Begins anew with what was written down. */
    start(): void {
      for (const row of [...state.triggers.orders.values()]) {
        state.remember('triggerOrders', row.id, undefined as never);
        state.remember('triggerOrders', row.id, row);
      }
      tasks = triggerTasks(context);
    },
  };
}

it('knows every mint that orders wait for from look to look, and no longer than they wait', async () => {
  const { state, follow, look } = world(NOW);
  for (let time = 0; time < 3; time++) await look();
  expect(follow).toHaveBeenCalledTimes(MANY);
  const row = state.triggers.orders.get('T0');
  if (!row) throw new Error('there is no such order');
  state.remember('triggerOrders', row.id, { ...row, state: 'cancelled' });
  await look();
  state.remember('triggerOrders', row.id, row);
  await look();
  expect(follow).toHaveBeenCalledTimes(MANY + 1);
});

it('writes down what has stood still for ten minutes, so that a start looks at no more than that again', async () => {
  for (const [seconds, written] of [
    [599, 0],
    [600, 3],
  ] as const) {
    const { look, checkpoints } = world(NOW - seconds);
    await look();
    expect(await checkpoints()).toBe(written);
  }
});

it('sees the price of a second in which it did not look, and none from before an order', async () => {
  const { state, now, look, best } = world(NOW);
  await look();
  now.peak = NOW + 2;
  now.is = NOW + 4.5;
  const row = state.triggers.orders.get('T0');
  if (!row) throw new Error('there is no such order');
  state.remember('triggerOrders', 'new', { ...row, id: 'new', markAt: now.is });
  await look();
  expect([best('T0'), best('new')]).toEqual([60n, 50n]);
});

it('sees the price of a second in which it came to some mints and not to others', async () => {
  const { now, look, best } = world(NOW);
  await look();
  Object.assign(now, { is: NOW + 1, peak: NOW + 1, lasts: 0.01 });
  await look();
  expect(now.is).toBeGreaterThan(NOW + 2);
  expect([best('T0'), best(`T${MANY - 1}`)]).toEqual([60n, 60n]);
});

const PEAK = NOW - 500;
/** Each order's price of the time before a start, once a second for a thousand of them. */
const PRICES = 1_001;

/** How many calls it takes to look at all of it, and how many trailing orders fire with each. */
const CALLS = [25, 25, 25, 25, 20];

it('looks some at a time at what prices were before a start, and fires no trailing order before it has', async () => {
  const { now, call, looked, best } = world(NOW - 1_000);
  now.peak = PEAK;
  for (const [nth, fired] of CALLS.entries()) {
    const before = 25 * nth;
    expect(best(`T${before}`), 'its turn comes now').toBe(50n);
    expect(await call()).toEqual({ jobs: fired, left: MANY - before - fired });
    expect([best(`T${before}`), best(`T${before + fired}`)]).toEqual([60n, nth === 4 ? undefined : 50n]);
    expect(looked()).toBe(fired * PRICES + MANY);
  }
  expect(await call()).toEqual({ jobs: 0, left: 0 });
  expect(looked()).toBe(MANY);
});

it('looks at every price meanwhile for orders that wait for a fixed one', async () => {
  const { state, call } = world(NOW - 1_000);
  const row = state.triggers.orders.get('T0');
  if (!row) throw new Error('there is no such order');
  const fixed = { ...row, id: 'fixed', triggerMint: `mint ${MANY - 1}`, mark: null, trailingBps: null };
  state.remember('triggerOrders', 'fixed', { ...fixed, triggerPrice: 50n });
  expect(await call()).toEqual({ jobs: 1, left: MANY - 25 });
});

it('goes on after a stop in the middle of it where it was, for all that is written down', async () => {
  const { now, call, look, looked, checkpoints, start, best } = world(NOW - 1_000);
  now.peak = PEAK;
  const { jobs } = await call();
  expect(await checkpoints()).toBe(jobs + 1);
  start();
  looked();
  await look();
  expect(best(`T${MANY - 1}`)).toBe(60n);
  const calls = CALLS.length - 1;
  expect(looked()).toBe((MANY - 25) * PRICES + 25 + calls * MANY);
});

it('looks after a stop at what it had not looked at when it last wrote best prices down', async () => {
  const { now, look, checkpoints, start, best } = world(NOW - 600);
  await look();
  // What followed took three seconds; one of them is seen by nobody before the stop.
  now.peak = NOW + 1;
  now.is = NOW + 3;
  expect(await checkpoints()).toBe(3);
  start();
  expect(best('T0')).toBe(50n);
  await look();
  expect(best('T0')).toBe(60n);
});

it('says of no order that it was looked at before it was opened', async () => {
  const { state, now, look, checkpoints, start, best } = world(NOW - 600);
  await look();
  const row = state.triggers.orders.get('T0');
  if (!row) throw new Error('there is no such order');
  now.peak = NOW + 1;
  now.is = NOW + 3;
  // Its best price is not what is stored, so that it is written down.
  state.remember('triggerOrders', 'new', { ...row, id: 'new', markAt: now.is });
  state.triggers.index.remind('new', 51n);
  await checkpoints();
  start();
  await look();
  expect(best('new')).toBe(51n);
});

it('gives others their turn while the prices of the time before a start are looked at again', async () => {
  const { look } = world(NOW - 10);
  let ms = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    ms += 9;
    return ms;
  });
  let turns = 0;
  let isOver = false;
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await look();
  isOver = true;
  clock.mockRestore();
  // Eleven prices and a look of each.
  expect(turns).toBeGreaterThan(10 * MANY);
});
