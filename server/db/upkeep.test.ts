import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, it } from 'vitest';
import { EXCHANGE } from './purpose.ts';
import { MIGRATIONS } from './testing/database.ts';
import { createUpkeep } from './upkeep.ts';

it('writes the log into the tables before it grows long, and clears away what was changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenline-upkeep-'));
  const client = await PGlite.create({ dataDir: folder });
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  const number = async (query: string): Promise<number> =>
    (await client.query<{ is: number }>(`select (${query})::float8 as is`)).rows[0]?.is ?? 0;
  const logged = () =>
    number('select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) from pg_control_checkpoint()');
  const size = () => number("select pg_relation_size('meta')");
  const upkeep = createUpkeep(client, EXCHANGE.changing);

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
  await client.close();
  rmSync(folder, { recursive: true });
});
