import { count, countDistinct, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { ownerTotals, parlays, parlayTotals } from '../../db/schema.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { Harness } from '../testing/exchange.ts';
import { type Changes, createCommitStore, emptyChanges, type ParlayRow } from './commit.store.ts';

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

const parlay = (parlayId: string, owner: string, mode: ParlayRow['mode'], status: ParlayRow['status']) => ({
  ...{ parlayId, owner, mode, status, nonce: 1n, stake: 0n, payout: 0n, legs: [] },
  ...{ position: mode === 'paid' ? `position of ${parlayId}` : null, signature: '', placedAt: 1 },
  ...{ settledAt: null, closedAt: status === 'lost' || status === 'paid' ? 2 : null },
});

it('counts every parlay and every wallet that placed one once, and nothing of what was not committed', async () => {
  const database = await freshDatabase();
  const commits = createCommitStore(database);
  await commits.claim();
  const rest = { counters: {}, clock: { wall: 0, now: 0, speed: 1 } as never };
  const changesOf = (...rows: ReturnType<typeof parlay>[]): Changes => {
    const changes = emptyChanges();
    for (const row of rows) changes.parlays.set(row.parlayId, row);
    return changes;
  };
  const batches = [
    changesOf(
      parlay('a1', 'A', 'paid', 'open'),
      parlay('a2', 'A', 'free', 'open'),
      parlay('b1', 'B', 'paid', 'open'),
    ),
    changesOf(parlay('a1', 'A', 'paid', 'won'), parlay('b1', 'B', 'paid', 'lost')),
    changesOf(
      parlay('a1', 'A', 'paid', 'paid'),
      parlay('a3', 'A', 'free', 'open'),
      parlay('c1', 'C', 'free', 'open'),
    ),
    changesOf(
      parlay('a1', 'A', 'paid', 'paid'),
      parlay('a3', 'A', 'free', 'lost'),
      parlay('a4', 'A', 'paid', 'lost'),
    ),
  ];
  const kept = () =>
    database.db
      .select({ placed: parlayTotals.placed, wallets: parlayTotals.wallets, free: parlayTotals.free })
      .from(parlayTotals);
  const free = sql<number>`(count(*) filter (where ${parlays.mode} = 'free'))::integer`;
  const ended = () =>
    database.db
      .select({ owner: ownerTotals.owner, ended: ownerTotals.endedParlays })
      .from(ownerTotals)
      .orderBy(ownerTotals.owner);
  const endedBefore: { owner: string; ended: number }[][] = [];
  for (const [before, changes] of batches.entries()) {
    await commits.commit(before + 1, rest, changes);
    const counted = database.db.select({ placed: count(), wallets: countDistinct(parlays.owner), free });
    expect(await kept()).toEqual(await counted.from(parlays));
    endedBefore.push(await ended());
  }
  expect(endedBefore).toEqual([
    [],
    [{ owner: 'B', ended: 1 }],
    [
      { owner: 'A', ended: 1 },
      { owner: 'B', ended: 1 },
    ],
    [
      { owner: 'A', ended: 2 },
      { owner: 'B', ended: 1 },
    ],
  ]);
  const last = [{ placed: 6, wallets: 3, free: 3 }];
  expect(await kept()).toEqual(last);
  const again = commits.commit(1, rest, changesOf(parlay('d1', 'D', 'paid', 'open')));
  await expect(again).rejects.toThrow(/Another process/);
  expect(await kept()).toEqual(last);
  expect(await ended()).toEqual(endedBefore.at(-1));
  await database.close();
});
