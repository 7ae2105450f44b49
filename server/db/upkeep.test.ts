import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EXCHANGE } from './purpose.ts';
import { MIGRATIONS, placeEmptyDatabase } from './testing/database.ts';
import { createUpkeep } from './upkeep.ts';

let folder: string;
let client: PGlite;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evenline-upkeep-'));
  placeEmptyDatabase(folder);
  client = await PGlite.create({ dataDir: folder });
});
afterEach(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

it('writes the log into the tables before it grows long, and clears away what was changed', async () => {
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  const number = async (query: string): Promise<number> =>
    (await client.query<{ is: number }>(`select (${query})::float8 as is`)).rows[0]?.is ?? 0;
  const logged = () =>
    number('select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) from pg_control_checkpoint()');
  const size = () => number("select pg_relation_size('meta')");
  const upkeep = createUpkeep(client, EXCHANGE.changing, () => true);

  await client.exec(
    "insert into meta select n::text, to_jsonb(repeat('x', 200)) from generate_series(1, 5000) n",
  );
  const rewrite = () =>
    client.exec("update meta set value = to_jsonb(md5(random()::text) || repeat('y', 168))");
  await rewrite();
  const first = await size();
  for (let times = 0; times < 8; times++) {
    await rewrite();
    for (let turn = 0; turn < EXCHANGE.changing.length; turn++) await upkeep();
    expect(await logged()).toBeLessThan(17 * 1024 * 1024);
  }
  // Without it every change leaves as many old rows behind.
  expect(await size()).toBeLessThan(2 * first);
});

it('vacuums a table once a fifth of its rows and 50 are dead, and no sooner', async () => {
  await client.exec(`
    create table busy (number integer primary key);
    create table quiet (number integer primary key);
    insert into busy select generate_series(1, 5000);
    insert into quiet select generate_series(1, 500)`);
  const vacuums = async () =>
    (
      await client.query<{ relname: string; dead: number; times: number }>(`
        select relname, n_dead_tup::integer as dead, vacuum_count::integer as times
          from pg_stat_user_tables order by relname`)
    ).rows.map(({ relname, dead, times }) => [relname, dead, times]);
  const upkeep = createUpkeep(client, ['busy', 'quiet', 'not_there'], () => true);

  // How many rows there are is known since the last vacuum.
  await client.exec('vacuum busy');
  await client.exec('vacuum quiet');
  await client.exec('insert into busy select generate_series(5001, 20000)');
  await client.exec('delete from busy where number <= 1000');
  await upkeep();
  // New rows alone are no reason.
  expect(await vacuums()).toEqual([
    ['busy', 1_000, 1],
    ['quiet', 0, 1],
  ]);
  // Both need it: the one that is further over its bound comes first, one a call.
  await client.exec('delete from busy where number <= 1100; delete from quiet where number <= 200');
  await upkeep();
  expect(await vacuums()).toEqual([
    ['busy', 1_100, 1],
    ['quiet', 0, 2],
  ]);
  await upkeep();
  expect(await vacuums()).toEqual([
    ['busy', 0, 2],
    ['quiet', 0, 2],
  ]);
});

it('writes nothing that the disk has no room for', async () => {
  await client.exec(`
    create table busy (number integer primary key, text text);
    insert into busy select n, repeat('x', 1000) from generate_series(1, 20000) n;
    delete from busy where number <= 10000`);
  const stands = async () =>
    (
      await client.query<{ vacuums: number; log: number }>(`
        select vacuum_count::integer as vacuums,
            pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 / 1048576 as log
          from pg_stat_user_tables, pg_control_checkpoint()`)
    ).rows[0];
  let free = -1;
  const upkeep = createUpkeep(client, ['busy'], (megabytes) => megabytes <= free);

  await upkeep();
  const before = await stands();
  expect(before?.vacuums).toBe(0);
  expect(before?.log).toBeGreaterThan(16);
  // Enough for a checkpoint, not for the pages of the table.
  free = 10;
  await upkeep();
  const after = await stands();
  expect(after?.vacuums).toBe(0);
  expect(after?.log).toBeLessThan(1);
  free = 100;
  await upkeep();
  expect(await stands()).toMatchObject({ vacuums: 1 });
});
