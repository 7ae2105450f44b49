import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshPglite } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { Harness, signed } from '../testing/exchange.ts';
import { AT_A_TIME, fewAtATime } from './few-at-a-time.ts';

let database: Database;
beforeAll(async () => {
  database = await freshPglite();
});
afterAll(() => database.close());

it('answers in the order in which it was asked, whatever is over first', async () => {
  const numbers = Array.from({ length: 2 * AT_A_TIME + 1 }, (_, at) => at);
  let running = 0;
  let most = 0;
  const answers = await fewAtATime(numbers, async (one) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, one % 3));
    running -= 1;
    return 10 * one;
  });
  expect(answers).toEqual(numbers.map((one) => 10 * one));
  expect(most).toBe(AT_A_TIME);
});

it('builds what one request asks for of many a few at a time', async () => {
  const built: number[] = [];
  const wrapStore = (store: ExchangeStore): ExchangeStore => ({
    ...store,
    commits: {
      ...store.commits,
      commit: (batch, writer, changes) => {
        built.push(changes.builds.size);
        return store.commits.commit(batch, writer, changes);
      },
    },
  });
  const h = await Harness.open(database, { wrapStore, fillDelayMs: 86_400_000 });
  const wallet = await h.wallet();
  for (let count = 0; count <= AT_A_TIME; count++) {
    const order = await h.buildBuy(wallet);
    await h.execute(signed(order.transaction, wallet));
  }
  built.length = 0;
  const { data } = await h.services.closeAllOrders({ body: { ownerPubkey: wallet.address } });
  expect(data).toHaveLength(AT_A_TIME + 1);
  expect(Math.max(...built)).toBeLessThanOrEqual(AT_A_TIME);
  await h.exchange.close();
});
