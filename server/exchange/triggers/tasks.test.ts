import { expect, it, vi } from 'vitest';
import { NOW } from '../../testing/stub-app.ts';
import { createRounds } from '../core/keeper-rounds.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';
import { ExchangeState } from '../writer/state.ts';
import type { TriggerContext } from './context.ts';
import { replayMarks } from './replay-marks.ts';
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
  const follow = vi.fn(() => ({ token: () => undefined, priceAt: () => 50n, depthUsd: () => null }));
  const context = {
    ...{ state, prices: { follow }, clock: { now: () => NOW, wall: () => wall }, log: () => undefined },
    writer: {
      submitKeeperJob: async () => {
        jobs += 1;
      },
    },
  } as unknown as TriggerContext;
  const rounds = createRounds(context);
  const [, fires, , , marks] = triggerTasks(context);
  return {
    ...{ state, context, follow },
    look: () => fires?.run(rounds),
    /** How many jobs write best prices down, five seconds later. */
    async checkpoints(): Promise<number> {
      wall += 5;
      await marks?.run(rounds);
      return jobs;
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
  expect(await world(NOW - 599).checkpoints()).toBe(0);
  expect(await world(NOW - 600).checkpoints()).toBe(3);
});

it('gives others their turn while the prices of the time before a start are looked at again', async () => {
  const { context } = world(NOW - 10);
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
  await replayMarks(context);
  isOver = true;
  clock.mockRestore();
  expect(turns).toBeGreaterThan(MANY);
});
