import { expect, it, vi } from 'vitest';
import { NOW } from '../testing/stub-app.ts';
import type { ExchangeContext } from './core/context.ts';
import { createRounds, ROUND, type Task } from './core/keeper-rounds.ts';
import type { MarketDirectory } from './core/markets.ts';
import { parlayTasks } from './parlay/tasks.ts';
import { predictionTasks } from './prediction/tasks.ts';
import type { MarketModel } from './simulation/model.ts';
import type { TriggerContext } from './triggers/context.ts';
import { triggerTasks } from './triggers/tasks.ts';
import type { OrderRow, ParlayRow, PositionRow, TriggerOrderRow } from './writer/commit.store.ts';
import { ExchangeState } from './writer/state.ts';

/** More than two rounds of everything. */
const MANY = 2 * ROUND + 40;
const DAYS_AGO = NOW - 3 * 86_400;
const numbers = Array.from({ length: MANY }, (_, n) => n);

/** Tasks whose jobs are counted and not done, so that all of them stays due. */
function world() {
  const state = new ExchangeState();
  const log: Record<string, unknown>[] = [];
  let submitted: number[] = [];
  let looks = 0;
  const ended = () => {
    looks += 1;
    return { status: 'closed', result: 'yes' };
  };
  const context = {
    state,
    log: (entry: Record<string, unknown>) => log.push(entry),
    clock: { now: () => NOW, wall: () => NOW },
    universe: { market: () => ({ resolveTime: 0 }), state: ended },
    prices: {
      follow: (mint: string) => ({
        token: () => ({ spec: { address: mint, decimals: 6 } }),
        priceAt: () => 50n,
        depthUsd: () => null,
      }),
    },
    writer: {
      read: async <T>(look: () => T): Promise<T> => look(),
      submitKeeperJob: async () => {
        submitted[submitted.length - 1] = (submitted.at(-1) ?? 0) + 1;
      },
    },
  } as Partial<Record<keyof TriggerContext, unknown>> as TriggerContext;
  const rounds = createRounds(context as ExchangeContext);
  /** How many jobs the writer was given by each of so many calls. */
  async function runs(task: Task | undefined, times: number): Promise<number[]> {
    submitted = [];
    for (let n = 0; n < times; n++) {
      submitted.push(0);
      await task?.run(rounds);
    }
    return submitted;
  }
  return { state, context, log, runs, looks: () => looks };
}

/** Single orders that fire at the price there is, and the tasks: expiries before triggers. */
function openTriggers({ state, context }: ReturnType<typeof world>, expiresAt = (NOW + 1_000) * 1_000) {
  for (const n of numbers) {
    const row = {
      ...{ id: `T${n}`, owner: 'A', orderType: 'single', state: 'open', triggerMint: 'mint', mark: null },
      ...{ condition: 'above', triggerPrice: 40n, trailingBps: null, expiresAt },
    } as TriggerOrderRow;
    state.remember('triggerOrders', row.id, row);
  }
  return triggerTasks(context);
}

/** Positions that were won at an instant and not claimed since. */
function wonPositions({ state, context }: ReturnType<typeof world>, settledAt: number) {
  const rows = numbers.map((n) => ({ pubkey: `P${n}`, owner: 'A', status: 'won', settledAt }));
  state.admitPositions([], rows as PositionRow[]);
  return predictionTasks(context, {} as MarketDirectory).payouts;
}

/** Positions of one market that has ended. */
function openPositions({ state, context }: ReturnType<typeof world>) {
  const held = { owner: 'A', status: 'open', contracts: 1n, marketId: 'M' };
  const rows = numbers.map((n) => ({ ...held, pubkey: `P${n}` }));
  state.admitPositions([], rows as PositionRow[]);
  return predictionTasks(context, {} as MarketDirectory).settlements;
}

/** The same of a round whose token so many hold; how often its holders were asked for. */
function openRound(w: ReturnType<typeof world>, held: number) {
  let asked = 0;
  const holders = Array.from({ length: held }, (_, n) => ({ owner: `A${n}`, amount: 1n }));
  const market = { marketId: 'M', resolveTime: 0, outcome: { mint: 'mint' } };
  const settlements = openPositions({
    ...w,
    context: {
      ...w.context,
      universe: { ...w.context.universe, market: () => market as MarketModel },
      ledger: {
        holdersOf: () => {
          asked += 1;
          return holders;
        },
      },
    } as unknown as TriggerContext,
  });
  return { settlements, asked: () => asked };
}

it('gives positions to the holders of a round once for all that was found, some with each job', async () => {
  const w = world();
  const { settlements, asked } = openRound(w, MANY);
  const [first, ...rest] = await w.runs(settlements, 3);
  expect(first).toBeGreaterThan(ROUND + 10);
  expect(rest).toEqual([ROUND, MANY - 2 * ROUND]);
  expect(asked()).toBe(1);
});

it('gives the writer no more of these jobs at once than of others', async () => {
  const w = world();
  let under = 0;
  let most = 0;
  const submitKeeperJob = async () => {
    under += 1;
    most = Math.max(most, under);
    await Promise.resolve();
    under -= 1;
  };
  Object.assign(w.context.writer, { submitKeeperJob });
  const { settlements } = openRound(w, 60 * ROUND);
  await w.runs(settlements, 1);
  expect(most).toBe(ROUND);
});

it('rests after one of them has failed, and settles nobody of that round meanwhile', async () => {
  const w = world();
  let jobs = 0;
  const submitKeeperJob = async () => {
    jobs += 1;
    throw new Error('no room');
  };
  Object.assign(w.context.writer, { submitKeeperJob });
  const { settlements, asked } = openRound(w, 60 * ROUND);
  await w.runs(settlements, 3);
  expect([asked(), jobs]).toEqual([1, ROUND]);
  expect(w.log.filter(({ level }) => level === 'error')).toHaveLength(1);
});

const EACH = [ROUND, ROUND, MANY - 2 * ROUND];

it.each<[name: string, open: (w: ReturnType<typeof world>) => Task | undefined]>([
  [
    'fills',
    ({ state, context }) => {
      for (const n of numbers) {
        const row = { pubkey: `O${n}`, position: `P${n}`, status: 'pending', marketId: 'M', dueAt: NOW };
        state.remember('orders', row.pubkey, row as OrderRow);
      }
      return predictionTasks(context, { isOpen: () => true } as Partial<MarketDirectory> as MarketDirectory)
        .fills;
    },
  ],
  ['settlements', openPositions],
  ['payouts', (w) => wonPositions(w, DAYS_AGO)],
  [
    'parlays',
    ({ state, context }) => {
      const legs = [{ marketId: 'M', state: 'open' }];
      for (const n of numbers) {
        const row = {
          parlayId: `Y${n}`,
          owner: 'A',
          position: null,
          status: 'open',
          legs,
        } as unknown as ParlayRow;
        state.remember('parlays', row.parlayId, row);
      }
      return parlayTasks(context).settlements;
    },
  ],
  [
    'parlay payouts',
    ({ state, context }) => {
      for (const n of numbers) {
        const row = {
          parlayId: `Y${n}`,
          owner: 'A',
          position: null,
          status: 'won',
          mode: 'free',
        } as ParlayRow;
        state.remember('parlays', row.parlayId, row);
      }
      return parlayTasks(context).payouts;
    },
  ],
  ['triggers', (w) => openTriggers(w)[1]],
  ['expiries', (w) => openTriggers(w, NOW * 1_000)[0]],
])(
  'more %s than a round takes are done round by round, none twice before all had their turn',
  async (task, open) => {
    const w = world();
    expect(await w.runs(open(w), 3)).toEqual(EACH);
    const lines = w.log.map(({ message, left, task: of }) => ({ message, left, of }));
    expect(lines).toEqual(
      [MANY - ROUND, MANY - 2 * ROUND].map((left) => ({ message: 'the keeper is behind', left, of: task })),
    );
  },
);

it('looks for what is to be settled once, not again for each round of it', async () => {
  const w = world();
  const settlements = openPositions(w);
  await w.runs(settlements, 2);
  expect(w.looks()).toBe(1);
  await w.runs(settlements, 1);
  settlements.wake?.();
  await w.runs(settlements, 1);
  expect(w.looks(), 'then anew').toBe(2);
});

it('looks for winners to pay once, not again for each round of them, nor before one has waited long enough', async () => {
  const due = world();
  const looks = vi.spyOn(due.state.positions, 'get');
  expect(await due.runs(wonPositions(due, DAYS_AGO), 3)).toEqual(EACH);
  expect(looks).toHaveBeenCalledTimes(MANY);
  const waiting = world();
  const others = vi.spyOn(waiting.state.positions, 'get');
  expect(await waiting.runs(wonPositions(waiting, NOW), 3)).toEqual([0, 0, 0]);
  expect(others).toHaveBeenCalledTimes(MANY);
});

it('looks at the legs of a parlay that was placed, and at those of all others only when one can have ended', async () => {
  const w = world();
  const place = (n: number) => {
    const legs = [{ marketId: `M${n}`, state: 'open' }];
    const row = { parlayId: `Y${n}`, owner: 'A', position: null, status: 'open', legs };
    w.state.remember('parlays', row.parlayId, row as unknown as ParlayRow);
  };
  let now = NOW;
  w.context.clock.now = () => now;
  let result: 'yes' | null = null;
  w.context.universe.state = () => ({ status: 'open', result, resolveAt: null });
  const looks = vi.spyOn(w.context.universe, 'market');
  looks.mockReturnValue({ resolveTime: NOW + 1_000 } as MarketModel);
  for (const n of numbers) place(n);
  const { settlements } = parlayTasks(w.context);
  expect(await w.runs(settlements, 2)).toEqual([0, 0]);
  expect(looks).toHaveBeenCalledTimes(MANY);
  place(MANY);
  expect(await w.runs(settlements, 2)).toEqual([0, 0]);
  expect(looks.mock.calls.slice(MANY).map(([marketId]) => marketId)).toEqual([`M${MANY}`]);
  // It ends before the others do.
  looks.mockReturnValue({ resolveTime: NOW + 500 } as MarketModel);
  place(MANY + 1);
  await w.runs(settlements, 1);
  now = NOW + 500;
  result = 'yes';
  expect(await w.runs(settlements, 1)).toEqual([ROUND]);
  expect(looks).toHaveBeenCalledTimes(2 * (MANY + 2));
});

it('looks what orders of the first version trade up once a round, not again for each of them', async () => {
  const w = world();
  for (const n of numbers) {
    const row = {
      ...{ id: `R${n}`, owner: 'A', orderType: 'v1', state: 'open', mark: null, nextFillAt: 0 },
      ...{
        inputMint: 'mint',
        outputMint: n % 2 === 0 ? 'another' : 'third',
        remainingInput: 9n,
        taking: 10n,
      },
    } as TriggerOrderRow;
    w.state.remember('triggerOrders', row.id, row);
  }
  let looks = 0;
  const { follow } = w.context.prices;
  const followed = vi.spyOn(w.context.prices, 'follow').mockImplementation((mint) => ({
    ...follow(mint),
    priceAt: () => {
      looks += 1;
      return 50n;
    },
  }));
  const [, , , rates] = triggerTasks(w.context);
  expect(await w.runs(rates, 1)).toEqual([0]);
  expect(looks, 'both sides of two pairs').toBe(4);
  expect(await w.runs(rates, 2)).toEqual([0, 0]);
  expect(looks).toBe(12);
  expect(followed, 'each of them for good').toHaveBeenCalledTimes(3);
});

it('does nothing for orders whose fills have stopped, until their owners come', async () => {
  const w = world();
  const stored = (id: string, rawState: string) => {
    const row = {
      id,
      owner: 'A',
      orderType: 'single',
      state: 'executing',
      rawState,
      mark: null,
      nextFillAt: 0,
    };
    w.state.remember('triggerOrders', id, row as TriggerOrderRow);
  };
  for (const n of numbers) stored(`T${n}`, 'ready_to_cancel');
  const [, , slices] = triggerTasks(w.context);
  expect(await w.runs(slices, 2)).toEqual([0, 0]);
  stored('T0', 'stopping');
  stored('T1', 'partial_fill_success');
  expect(await w.runs(slices, 1)).toEqual([2]);
  expect(w.log).toEqual([]);
});
