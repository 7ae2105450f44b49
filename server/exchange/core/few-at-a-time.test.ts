import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshPglite } from '../../db/testing/database.ts';
import { eventModel } from '../../testing/stub-app.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { Harness, signed, TestUniverse } from '../testing/exchange.ts';
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

it('leaves out an order that was taken back while those before it were built', async () => {
  const h = await Harness.open(database, { fillDelayMs: 86_400_000 });
  const wallet = await h.wallet();
  for (let count = 0; count < AT_A_TIME; count++) await h.buy(wallet);
  const { orderPubkey } = await h.buy(wallet);
  const one = await h.services.closeOrder({
    body: { ownerPubkey: wallet.address, orderPubkey: orderPubkey ?? '' },
  });
  const all = h.services.closeAllOrders({ body: { ownerPubkey: wallet.address } });
  expect(await h.send(one, wallet)).toMatchObject({ status: 'Success' });
  const built = (await all).data.map((answer) => answer.orderPubkey);
  expect(built).toHaveLength(AT_A_TIME);
  expect(built).not.toContain(orderPubkey);
  await h.exchange.close();
});

it('leaves out a position that was put up for sale while those before it were built', async () => {
  const universe = new TestUniverse();
  const names = Array.from({ length: AT_A_TIME + 1 }, (_, at) => `MK-MANY-${at}`);
  universe.events.push(eventModel({ eventId: 'EV-MANY', markets: names.map((marketId) => ({ marketId })) }));
  const h = await Harness.openOn(database, universe);
  const wallet = await h.wallet();
  let last = '';
  for (const marketId of names) {
    last = (await h.buy(wallet, { marketId, depositAmount: 6_000_000n })).positionPubkey ?? '';
  }
  await h.exchange.tick();
  const ownerPubkey = wallet.address;
  const one = await h.services.closePosition({ params: { positionPubkey: last }, body: { ownerPubkey } });
  const all = h.services.closeAllPositions({ body: { ownerPubkey, minSellPriceSlippageBps: null } });
  expect(await h.send(one, wallet)).toMatchObject({ status: 'Success' });
  expect((await all).data).toHaveLength(AT_A_TIME);
  await h.exchange.close();
});
