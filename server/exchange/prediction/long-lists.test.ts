import type { AnswerWire } from '@contract/routes.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { Harness } from '../testing/exchange.ts';
import { LISTED_OF_EVERYBODY } from './orders.ts';
import { MOST_POSITIONS } from './positions.ts';

const MANY = LISTED_OF_EVERYBODY + 20;
/** Owns few positions, one of them with very many records. */
const BUSY = createTestWallet(new Uint8Array(32).fill(8)).address;
const RECORDS = 1_500;
/** Owns nearly as many positions as one answer may hold, a hundred of them with a record, and as many parlays. */
const RICH = createTestWallet(new Uint8Array(32).fill(9)).address;
const OWNED = 1_500;
/** Own as many positions as a page may have, and some more than that, with several records each. */
const MODEST = createTestWallet(new Uint8Array(32).fill(10)).address;
const STEADY = createTestWallet(new Uint8Array(32).fill(11)).address;
const RECORDS_EACH = 7;

let database: Database;
let h: Harness;
let wallet: PlatformSigner;

/** Called each time that one of the markets with listed positions is looked at. */
let looked = (): void => undefined;
const wrapStore = (store: ExchangeStore): ExchangeStore => ({
  ...store,
  positions: {
    ...store.positions,
    markets: async () =>
      new Proxy(
        Array.from({ length: MANY }, (_, nth) => `M${nth}`),
        {
          get(ids, key, ...more) {
            if (Number.isInteger(Number(String(key)))) looked();
            return Reflect.get(ids, key, ...more);
          },
        },
      ),
  },
});

/** Copies the first row of a table so many times, with other values by number. */
const copies = (table: string, count: number, values: string) =>
  database.db.execute(
    sql.raw(
      `insert into ${table} select made.* from (select * from ${table} limit 1) one, generate_series(1, ${count}) n,
       lateral jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${values})) made`,
    ),
  );

/** What was copied past the writer is counted as the writer counts. */
const countAnew = () =>
  database.db.execute(
    sql`insert into owner_totals (owner, orders, positions, history)
      select owner, (select count(*) from orders o where o.owner = p.owner), count(*),
        (select count(*) from history_events h where h.owner = p.owner) from positions p group by owner
      on conflict (owner) do update set orders = excluded.orders, positions = excluded.positions,
        history = excluded.history`,
  );

beforeAll(async () => {
  database = await freshDatabase();
  h = await Harness.open(database, { madeUpKeys: true, wrapStore });
  wallet = await h.wallet();
  await h.buy(wallet);
  await copies('positions', MANY, `'pubkey', 'P' || n, 'opened_at', one.opened_at + n`);
  await copies('positions', 30, `'pubkey', 'B' || n, 'owner', '${BUSY}'`);
  await copies('orders', MANY, `'pubkey', 'O' || n, 'seq', one.seq + n`);
  await copies('history_events', MANY, `'id', one.id + 100 + n, 'position_pubkey', 'P' || n`);
  const busy = `'owner', '${BUSY}', 'event_id', n::text`;
  await copies('history_events', RECORDS, `'id', one.id + 50000 + n, 'position_pubkey', 'B1', ${busy}`);
  await copies('history_events', 29, `'id', one.id + 60000 + n, 'position_pubkey', 'B' || n + 1, ${busy}`);
  await copies('positions', OWNED, `'pubkey', 'R' || n, 'owner', '${RICH}'`);
  await copies(
    'history_events',
    100,
    `'id', one.id + 70000 + n, 'position_pubkey', 'R' || n, 'owner', '${RICH}'`,
  );
  for (const [name, owner, count, id] of [
    ['M', MODEST, 100, 80_000],
    ['S', STEADY, 120, 90_000],
  ] as const) {
    await copies('positions', count, `'pubkey', '${name}' || n, 'owner', '${owner}'`);
    const ofEach = `'position_pubkey', '${name}' || (n % ${count} + 1), 'owner', '${owner}'`;
    await copies('history_events', count * RECORDS_EACH, `'id', one.id + ${id} + n, ${ofEach}`);
  }
  await database.db.execute(sql`insert into parlays
    select 'PY-' || n, n, ${RICH}, 'free', 0, 0, '[]', null, 'lost', '', n, n, n from generate_series(1, ${OWNED}) n`);
  await countAnew();
  await h.start();
  // Ten thousand rows of everything: longer than most tests begin, where the machine is busy.
});
afterAll(async () => {
  await h.exchange.close();
  await database.close();
});

describe('a list of everybody', () => {
  it('ends after the newest ten thousand, that of an owner with its last row', async () => {
    const { services } = h;
    const lists = [services.listOrders, services.listPositions, services.listHistory];
    for (const list of lists) {
      const { data, pagination } = await list({ query: { start: 0, end: 100 } });
      expect(data).toHaveLength(100);
      expect(pagination).toMatchObject({ total: LISTED_OF_EVERYBODY, hasNext: true });
      const last = await list({ query: { start: LISTED_OF_EVERYBODY - 10, end: LISTED_OF_EVERYBODY + 50 } });
      expect(last.data).toHaveLength(10);
      expect(last.pagination.hasNext).toBe(false);
      const after = await list({ query: { start: LISTED_OF_EVERYBODY, end: LISTED_OF_EVERYBODY + 50 } });
      expect(after).toMatchObject({ data: [], pagination: { hasNext: false } });
      const own = await list({ query: { ownerPubkey: wallet.address, start: MANY, end: MANY + 100 } });
      expect(own.pagination.total).toBeGreaterThan(MANY);
      expect(own.data.length).toBeGreaterThan(0);
    }
  });

  it('begins with what was opened last', async () => {
    const { data } = await h.services.listPositions({ query: { end: 2 } });
    expect(data.map(({ pubkey }) => pubkey)).toEqual([`P${MANY}`, `P${MANY - 1}`]);
  });
});

describe('positions of several owners', () => {
  it('that are too many for one answer are refused whole', async () => {
    const asked = h.services.listPositionsV2({ query: { ownerPubkey: [BUSY, wallet.address] } });
    await expect(asked).rejects.toMatchObject({
      kind: 'invalid',
      code: 'INVALID_PARAM',
      param: 'ownerPubkey',
    });
    expect(MANY).toBeGreaterThan(MOST_POSITIONS);
  });

  it('come whole, once an owner, and with nothing for who has none', async () => {
    const none = createTestWallet().address;
    const { data } = await h.services.listPositionsV2({ query: { ownerPubkey: [BUSY, none, BUSY] } });
    expect(Object.keys(data)).toEqual([BUSY, none]);
    expect(data[BUSY]).toHaveLength(30);
    expect(data[none]).toEqual([]);
  });
});

describe('positions with their records', () => {
  /** Everything of an owner, each page from where the one before says that it ended. */
  async function pagesOf(ownerPubkey: typeof BUSY, total: number) {
    const pages: AnswerWire<'listHistoryV2'>['data'][] = [];
    for (let start = 0, hasNext = true; hasNext; ) {
      const page = await h.services.listHistoryV2({ query: { ownerPubkey, start, end: start + 100 } });
      pages.push(page.data);
      expect(page.pagination).toMatchObject({ start, end: start + page.data.length, total });
      start = Number(page.pagination.end);
      hasNext = page.pagination.hasNext;
    }
    const seen = pages.flat().map(({ positionPubkey }) => positionPubkey);
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
    return pages;
  }

  it('end a page early when these are very many, and leave nothing out', async () => {
    const pages = await pagesOf(BUSY, 30);
    expect(pages.map(({ length }) => length)).toEqual([10, 20]);
    for (const { positionPubkey, events } of pages.flat())
      expect(events).toHaveLength(positionPubkey === 'B1' ? RECORDS : 1);
  });

  it.each([
    ['whole where they are no more than a page', MODEST, [100]],
    ['with some 150 records a page where they are more', STEADY, [22, 22, 22, 22, 22, 10]],
  ])('come %s', async (_, owner, lengths) => {
    const pages = await pagesOf(
      owner,
      lengths.reduce((sum, length) => sum + length),
    );
    expect(pages.map(({ length }) => length)).toEqual(lengths);
    for (const { events } of pages.flat()) expect(events).toHaveLength(RECORDS_EACH);
  });

  it('are found by position, by record, and not by a record of another', async () => {
    const keys = async (query: Parameters<typeof h.services.listHistoryV2>[0]['query']) =>
      (await h.services.listHistoryV2({ query })).data.map(({ positionPubkey }) => positionPubkey);
    expect(await keys({ positionPubkey: 'B2' as never })).toEqual(['B2']);
    const [event] = (await h.services.listHistory({ query: { positionPubkey: 'B3' as never } })).data;
    const [row] = (await h.services.listHistoryV2({ query: { positionPubkey: 'B3' as never } })).data;
    expect(event?.id).toBeTypeOf('number');
    expect(row?.events?.[0]?.id).toBe(event?.id);
    expect(await keys({ id: Number(event?.id) })).toEqual(['B3']);
    expect(await keys({ id: Number(event?.id), positionPubkey: 'B2' as never })).toEqual([]);
    expect(await keys({ id: 999_999 })).toEqual([]);
  });
});

describe('a long answer', () => {
  /** How often others had their turn until it was there. */
  async function turnsOf(answer: () => Promise<unknown>): Promise<number> {
    let turns = 0;
    const count = () => {
      turns += 1;
      again = setImmediate(count);
    };
    let again = setImmediate(count);
    await answer();
    clearImmediate(again);
    return turns;
  }

  it('lets others have their turn: positions of several owners', async () => {
    const asked = () => h.services.listPositionsV2({ query: { ownerPubkey: [RICH] } });
    expect((await asked()).data[RICH]).toHaveLength(OWNED);
    expect(await turnsOf(asked)).toBeGreaterThanOrEqual(29);
  });

  it('lets others have their turn: positions of the market of an address', async () => {
    const turns = [0];
    looked = () => turns.push((turns.pop() ?? 0) + 1);
    const count = () => {
      turns.push(0);
      again = setImmediate(count);
    };
    let again = setImmediate(count);
    const marketPubkey = createTestWallet().address as never;
    expect((await h.services.listPositions({ query: { marketPubkey } })).data).toEqual([]);
    clearImmediate(again);
    looked = () => undefined;
    expect(turns.reduce((sum, one) => sum + one, 0)).toBe(MANY);
    // Its address takes up to a tenth of a millisecond to work out.
    expect(Math.max(...turns)).toBeLessThanOrEqual(200);
  });

  it('lets others have their turn: positions with their records', async () => {
    const asked = () => h.services.listHistoryV2({ query: { ownerPubkey: RICH, end: 100 } });
    expect((await asked()).data).toHaveLength(100);
    expect(await turnsOf(asked)).toBeGreaterThanOrEqual(3);
  });

  it('lets others have their turn: slips, which come whole, newest first', async () => {
    const asked = () => h.services.listSlips({ query: { walletAddress: RICH } });
    const { slips } = await asked();
    expect(slips.map(({ parlayId }) => parlayId)).toEqual(
      Array.from({ length: OWNED }, (_, nth) => `PY-${OWNED - nth}`),
    );
    expect(await turnsOf(asked)).toBeGreaterThanOrEqual(14);
  });
});
