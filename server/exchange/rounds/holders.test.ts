import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import type { Harness } from '../testing/exchange.ts';
import { CLOSE, openRounds, UP } from './testing/rounds.ts';

/* The holders of a round that is over have left memory, and it takes long to bring them in. */

const DELAY = 2;

let database: Database;
let h: Harness;
let wallet: PlatformSigner;
let position: string;
/** What the database answers when it is asked who holds a token: nothing before the promise is settled. */
let answers: Promise<void>;
let asked: number;

beforeEach(async () => {
  [answers, asked] = [Promise.resolve(), 0];
  database = await freshDatabase();
  const wrapStore = (store: ExchangeStore): ExchangeStore => ({
    ...store,
    memory: {
      ...store.memory,
      holdersOf: async (mint) => {
        asked += 1;
        await answers;
        return store.memory.holdersOf(mint);
      },
    },
  });
  ({ h } = await openRounds(database, { fillDelayMs: DELAY * 1_000, wrapStore }));
  wallet = await h.wallet();
  position = (await h.buy(wallet, { marketId: UP, depositAmount: 100_000_000n })).positionPubkey;
  await h.start();
  h.pass(CLOSE + 6 - h.exchange.clock.now());
});
afterEach(async () => {
  expect(await h.exchange.audit()).toMatchObject({ ok: true });
  await database.close();
});

const isSettled = async () => (await h.position(position)).claimed;

it('does all else meanwhile, settles none of them, and answers the test control when all are there', async () => {
  let arrive = () => {};
  answers = new Promise((resolve) => {
    arrive = resolve;
  });
  expect(await h.exchange.tick()).toBe(0);
  const { orderPubkey } = await h.buy(wallet);
  h.pass(DELAY);
  expect(await h.exchange.tick()).toBe(0);
  expect(await h.order(orderPubkey)).toMatchObject({ status: 'filled' });
  let isAnswered = false;
  const answered = h.exchange.control.setTrading(true).then(() => {
    isAnswered = true;
  });
  for (let turn = 0; turn < 50; turn++) await nextTurn();
  expect([await isSettled(), isAnswered, asked]).toEqual([false, false, 1]);
  arrive();
  await answered;
  expect([await isSettled(), asked]).toEqual([true, 1]);
  expect(h.log).toEqual([]);
});

it('tries it again a moment after it could not be asked who they are, and does all else meanwhile', async () => {
  answers = Promise.reject(new Error('out of order'));
  answers.catch(() => undefined);
  await h.exchange.tick();
  await expect.poll(() => h.log).toHaveLength(1);
  expect(h.log).toMatchObject([
    { level: 'error', message: 'keeper jobs failed', task: 'holders', failed: 1 },
  ]);
  answers = Promise.resolve();
  await h.exchange.control.setTrading(true);
  expect([await isSettled(), asked]).toEqual([false, 1]);
  h.pass(5);
  await h.exchange.control.setTrading(true);
  expect([await isSettled(), asked]).toEqual([true, 2]);
});
