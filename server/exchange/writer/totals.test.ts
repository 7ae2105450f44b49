import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { Harness } from '../testing/exchange.ts';

it('counts every row of an owner once, whatever fails and however often rows change', async () => {
  const database = await freshDatabase();
  let isBroken = false;
  const wrapStore = (store: ExchangeStore): ExchangeStore => ({
    ...store,
    commits: {
      ...store.commits,
      commit: (...args) => (isBroken ? Promise.reject(new Error('disk')) : store.commits.commit(...args)),
    },
  });
  const h = await Harness.open(database, { wrapStore, fillDelayMs: 1_000 });
  const wallets = [await h.wallet(), await h.wallet()];
  for (const wallet of wallets) {
    const order = await h.buy(wallet);
    const refused = h.sign((await h.buildBuy(wallet, { marketId: 'MK-B' })).transaction, wallet);
    isBroken = true;
    await expect(h.execute(refused)).rejects.toMatchObject({ kind: 'unavailable' });
    isBroken = false;
    await h.execute(refused);
    h.pass(2);
    await h.exchange.tick();
    h.universe.books.clear();
    await h.sell(wallet, order?.positionPubkey ?? '', 10_000_000n);
    h.pass(2);
    await h.exchange.tick();
  }
  const owned = sql`owner_totals t order by owner`;
  const kept = await database.db.execute(sql`select owner, orders, positions, history from ${owned}`);
  const counted = await database.db.execute(sql`select owner,
    (select count(*)::integer from orders o where o.owner = t.owner) as orders,
    (select count(*)::integer from positions p where p.owner = t.owner) as positions,
    (select count(*)::integer from history_events e where e.owner = t.owner) as history from ${owned}`);
  const rowsOf = (result: unknown) => (result as { rows: { orders: number }[] }).rows;
  expect(rowsOf(kept)).toEqual(rowsOf(counted));
  expect(rowsOf(kept).map(({ orders }) => orders)).toEqual([3, 3]);
  const { pagination } = await h.services.listOrders({ query: { ownerPubkey: wallets[0]?.address } });
  expect(pagination?.total).toBe(3);
  await h.exchange.close();
  await database.close();
});
