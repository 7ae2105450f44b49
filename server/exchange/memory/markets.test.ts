import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { markets } from '../../db/schema.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { marketIdHash } from '../core/markets.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { Harness } from '../testing/exchange.ts';

const FORGET_SECONDS = 300;

let database: Database;
let h: Harness;
let wallet: PlatformSigner;
/** Names that the database was asked for. */
let asked: string[];
beforeEach(async () => {
  asked = [];
  const wrapStore = (store: ExchangeStore): ExchangeStore => ({
    ...store,
    memory: {
      ...store.memory,
      marketsNamed: (names) => {
        asked.push(...names);
        return store.memory.marketsNamed(names);
      },
    },
  });
  database = await freshDatabase();
  h = await Harness.open(database, { wrapStore, forgetSeconds: FORGET_SECONDS, madeUpKeys: true });
  wallet = await h.wallet();
});
afterEach(async () => {
  await h.exchange.close();
  await database.close();
});

/** Nothing is listed any more: only what was kept can tell of a market. */
function delist(): void {
  h.universe.market = () => undefined;
  h.universe.event = () => undefined;
  h.universe.list = () => [];
}

const owned = () => ({ ownerPubkey: wallet.address });
const answers = async (query: { ownerPubkey: string; marketId?: string }) => [
  (await h.services.listOrders({ query: owned() })).data,
  (await h.services.listHistory({ query })).data,
  (await h.services.listHistoryV2({ query })).data,
  (await h.services.listPositions({ query })).data,
  (await h.services.listPositionsV2({ query: { ...query, ownerPubkey: [query.ownerPubkey] } })).data,
];

it('a market that is listed no longer leaves memory, and is read as ever when it is named', async () => {
  const order = await h.buy(wallet);
  h.universe.books.clear();
  await h.buy(wallet, { marketId: 'MK-B' });
  delist();
  const before = await answers(owned());
  expect(JSON.stringify(before)).toContain('"title"');
  for (const leave of [() => h.idle(FORGET_SECONDS + 1), () => h.start()]) {
    asked = [];
    await leave();
    expect(await answers(owned())).toEqual(before);
    expect(new Set(asked)).toEqual(new Set(['MK-A', 'MK-B']));
    // Both at once, and once.
    expect(asked).toHaveLength(2);
  }
  const ofOne = (await answers({ ...owned(), marketId: 'MK-A' })).slice(1);
  expect(JSON.stringify(ofOne)).not.toContain('MK-B');
  await h.idle(FORGET_SECONDS + 1);
  expect((await answers({ ...owned(), marketId: marketIdHash('MK-A') })).slice(1)).toEqual(ofOne);
  const none = await h.services.listHistory({ query: { ...owned(), marketId: marketIdHash('MK-NONE') } });
  expect(none.data).toEqual([]);
  expect((await h.position(order?.positionPubkey ?? '')).marketId).toBe('MK-A');
});

it('a market is kept as it was first traded, also when it had left memory in between', async () => {
  const kept = async () => {
    const { marketId } = markets;
    return database.db.select().from(markets).where(eq(marketId, 'MK-A'));
  };
  await h.buy(wallet);
  const first = await kept();
  expect(first).toHaveLength(1);
  await h.idle(FORGET_SECONDS + 1);
  const [event] = h.universe.events;
  h.universe.event = () => event && { ...event, title: 'Another title' };
  h.universe.books.clear();
  asked = [];
  await h.buy(wallet);
  // Trading waits for no look at the database.
  expect(asked).toEqual([]);
  expect(await kept()).toEqual(first);
});

it('a page of very many markets brings them in at once', async () => {
  await h.buy(wallet);
  const row = sql`to_jsonb(one) || jsonb_build_object('id', one.id + 1000 + n, 'market_id', 'OLD-' || n)`;
  await database.db.execute(sql`insert into history_events select made.* from
    (select * from history_events limit 1) one, generate_series(1, 90) n,
    lateral jsonb_populate_record(null::history_events, ${row}) made`);
  await database.db.execute(sql`insert into markets select 'OLD-' || n, jsonb_build_object('eventMetadata',
    jsonb_build_object('eventId', 'EV'), 'marketMetadata', jsonb_build_object('title', 'Market ' || n))
    from generate_series(1, 90) n`);
  const { data } = await h.services.listHistory({ query: { end: 100 } });
  const titles = data.map(({ marketMetadata }) => (marketMetadata as { title?: string }).title);
  expect(titles.slice(0, 90)).toEqual(Array.from({ length: 90 }, (_, n) => `Market ${90 - n}`));
});
