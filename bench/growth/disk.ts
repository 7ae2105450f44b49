import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../server/db/client.ts';
import { figure, heading, kb, mb } from './figures.ts';
import { accountKinds, columnSizes, databaseBytes, indexSizes, tableSizes } from './records.ts';
import type { Settings } from './settings.ts';

/** Bytes of all files below a folder. */
export function bytesOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true, recursive: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}

/** Tables whose columns are told one by one. */
const DETAILED = 5;
/** What takes less than so many bytes an order is not told. */
const LEAST = 8;

/** Prints what an order takes, by table, index, column and kind of account. `empty`: bytes of an empty folder. */
export async function printDisk(
  database: Database,
  { dir, databaseUrl }: Pick<Settings, 'dir' | 'databaseUrl'>,
  { orders, empty }: { orders: number; empty: number },
): Promise<void> {
  heading(`Disk of ${orders} orders`);
  if (databaseUrl === undefined) {
    const bytes = bytesOf(dir);
    const wal = bytesOf(join(dir, 'db', 'pg_wal'));
    figure('folder', `${mb(bytes)}, of it write-ahead log ${mb(wal)}; empty ${mb(empty)}`);
    figure('disk an order', kb((bytes - empty) / orders), '≤ 8 KB');
  }
  figure('tables and indexes an order', kb((await databaseBytes(database)) / orders), '≤ 8 KB');
  const tables = await tableSizes(database);
  const each = (bytes: number): string => (bytes / orders).toFixed(0).padStart(6);
  console.log('  bytes an order:   heap, outside of it, indexes; rows an order');
  for (const { name, rows, heap, toast, indexes } of tables) {
    if ((heap + toast + indexes) / orders < LEAST) continue;
    const share = (rows / orders).toFixed(2);
    console.log(`  ${name.padEnd(18)} ${each(heap)} ${each(toast)} ${each(indexes)}   ${share}`);
  }
  console.log('  indexes:');
  for (const { name, bytes } of await indexSizes(database)) {
    if (bytes / orders >= LEAST) console.log(`  ${name.padEnd(32)} ${each(bytes)}`);
  }
  console.log('  columns:');
  for (const { name } of tables.slice(0, DETAILED)) {
    for (const { column, bytes } of await columnSizes(database, name)) {
      if (bytes / orders >= 4 * LEAST) console.log(`  ${`${name}.${column}`.padEnd(32)} ${each(bytes)}`);
    }
  }
  console.log('  accounts of the ledger: owner, bytes, how many, token accounts that hold nothing');
  for (const { owner, length, count, empty: none } of await accountKinds(database)) {
    console.log(`  ${owner.padEnd(46)} ${String(length).padStart(4)} ${String(count).padStart(8)} ${none}`);
  }
}
