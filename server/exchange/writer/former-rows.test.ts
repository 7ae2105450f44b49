import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VersionedTransaction } from '@solana/web3.js';
import { type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { openDatabase } from '../../db/open.ts';
import { accounts } from '../../db/schema.ts';
import {
  createPostgres,
  freshDatabase,
  MIGRATIONS,
  NO_WAIT,
  placeEmptyDatabase,
} from '../../db/testing/database.ts';
import { messageAddresses } from '../ledger/message-bytes.ts';
import { CLOSE, DOWN, openRounds, UP } from '../rounds/testing/rounds.ts';
import { createTransactionsStore } from '../rpc/transactions.store.ts';
import { roundMarketId } from '../simulation/rounds-d/round-id.ts';
import { Harness } from '../testing/exchange.ts';
import { accountRow } from './account-row.ts';

/** The last migration before transactions were packed, and before it was stored which accounts are spent. */
const BEFORE_PACKED = 7;
const BEFORE_SPENT = 16;

let folder: string;
let url: string | undefined;
let drop: () => Promise<void>;
let database: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evenline-former-'));
  const server = inject('postgresUrl');
  if (server !== undefined) ({ url, drop } = await createPostgres(server));
  else placeEmptyDatabase(join(folder, 'data', 'db'));
});
afterEach(async () => {
  await database.close();
  if (url !== undefined) await drop();
  rmSync(folder, { recursive: true });
});

/** The migrations up to one of them. */
function migrationsUpTo(last: number): string {
  const former = join(folder, 'migrations');
  cpSync(MIGRATIONS, former, { recursive: true });
  const file = join(former, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number }[] };
  journal.entries = journal.entries.filter(({ idx }) => idx <= last);
  writeFileSync(file, JSON.stringify(journal));
  return former;
}

const open = (migrationsDir: string): Promise<Database> =>
  openDatabase({
    dataDir: join(folder, 'data'),
    databaseUrl: url,
    migrationsDir,
    lock: NO_WAIT,
    log: () => undefined,
  });

/** Everything that lands when a wallet buys, as it is read by whoever asks. */
async function landed() {
  const fresh = await freshDatabase();
  const h = await Harness.open(fresh);
  const wallet = await h.wallet();
  await h.buy(wallet);
  const store = createTransactionsStore(fresh.db);
  const list = await store.byAddress(wallet.address, { limit: 100 });
  const all = await Promise.all(list.map(({ signature }) => store.bySignature(signature)));
  await h.exchange.close();
  await fresh.close();
  return { wallet: wallet.address, transactions: all.flatMap((one) => one ?? []) };
}

it('a database from before keeps its transactions, and goes on', async () => {
  const { wallet, transactions } = await landed();
  expect(transactions.length).toBeGreaterThan(1);
  database = await open(migrationsUpTo(BEFORE_PACKED));
  for (const [index, { signature, slot, blockTime, transaction, meta }] of [...transactions]
    .reverse()
    .entries()) {
    const tx = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
    const addresses = JSON.stringify(messageAddresses(tx));
    await database.db.execute(sql`
      insert into transactions (signature, seq, slot, time_wall, addresses, raw, meta)
      values (${signature}, ${index - transactions.length}, ${slot}, ${blockTime},
        array(select jsonb_array_elements_text(${addresses}::jsonb)), ${transaction}, ${JSON.stringify(meta)}::jsonb)`);
    await database.db.execute(sql`
      insert into transaction_addresses (address, seq)
      select value, ${index - transactions.length} from jsonb_array_elements_text(${addresses}::jsonb)`);
  }
  await database.close();

  database = await open(MIGRATIONS);
  const store = createTransactionsStore(database.db);
  for (const one of transactions) expect(await store.bySignature(one.signature)).toEqual(one);
  const signatures = async () =>
    (await store.byAddress(wallet, { limit: 100 })).map(({ signature }) => signature);
  const before = transactions.map(({ signature }) => signature);
  expect(await signatures()).toEqual(before);
  const [, second] = before;
  expect(await store.byAddress(wallet, { limit: 1, before: before[0] ?? '' })).toMatchObject([
    { signature: second },
  ]);

  const h = await Harness.open(database);
  await h.buy(await h.wallet());
  expect(await signatures()).toEqual(before);
  await h.exchange.close();
});

/** Writes everything of one database to another, as far as there is a place for it. */
async function copyRows(from: Database, to: Database): Promise<void> {
  const rowsOf = async (database: Database, text: SQL) =>
    ((await database.db.execute(text)) as unknown as { rows: Record<string, unknown>[] }).rows;
  const tables = await rowsOf(
    to,
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  for (const table of tables.map(({ name }) => sql.identifier(String(name)))) {
    const [all] = await rowsOf(from, sql`select coalesce(jsonb_agg(t), '[]')::text as rows from ${table} t`);
    await to.db.execute(
      sql`insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${all?.rows}::jsonb)`,
    );
  }
}

it('a database from before knows of the accounts in it which are spent, and goes on', async () => {
  const fresh = await freshDatabase();
  const { h, feed } = await openRounds(fresh);
  const wallet = await h.wallet();
  await h.buy(wallet, { marketId: UP });
  await h.buy(wallet, { marketId: DOWN });
  await h.exchange.control.advance(CLOSE + 6 - h.exchange.clock.now());
  await h.exchange.close();
  database = await open(migrationsUpTo(BEFORE_SPENT));
  await copyRows(fresh, database);
  await database.close();
  await fresh.close();

  database = await open(MIGRATIONS);
  const rows = await database.db.select().from(accounts);
  expect(rows.filter(({ spent }) => spent)).toHaveLength(2);
  expect(rows).toEqual(rows.map(accountRow));
  const next = await Harness.open(database, { feed });
  expect(await next.exchange.audit()).toMatchObject({ ok: true });
  next.pass(CLOSE + 6 - next.exchange.clock.now());
  await next.buy(wallet, { marketId: roundMarketId(CLOSE, 'up') });
  expect(await next.exchange.audit()).toMatchObject({ ok: true });
  await next.exchange.close();
});
