import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import { wrapPglite } from '../../db/pglite.ts';
import { HISTORY } from '../../db/purpose.ts';
import { createPglite, createPostgres, NO_WAIT } from '../../db/testing/database.ts';
import { HistoryStore } from '../history.store.ts';
import type { Named, Opened } from '../history-rows.ts';

export const HISTORY_MIGRATIONS = fileURLToPath(new URL('../../db/history-migrations', import.meta.url));

/** An empty history on a database of the kind that the run is about. */
export async function freshHistoryDatabase(): Promise<Opened> {
  const server = inject('postgresUrl');
  if (server === undefined) {
    const client = await createPglite(HISTORY_MIGRATIONS, HISTORY);
    return { ...(await wrapPglite(client, HISTORY_MIGRATIONS, HISTORY)), isOwn: true };
  }
  const { url } = await createPostgres(server);
  const database = await openDatabase({
    dataDir: '',
    databaseUrl: url,
    migrationsDir: HISTORY_MIGRATIONS,
    lock: NO_WAIT,
    log: () => undefined,
    purpose: HISTORY,
  });
  return { ...database, isOwn: false };
}

/** Makes a history empty again, which takes less than making another. */
export async function emptied(database: Opened): Promise<HistoryStore> {
  const store = new HistoryStore(database);
  for (const partition of await store.partitions()) await store.drop(partition);
  await database.db.execute('truncate history.series, history.recordings, history.rolled_days');
  return new HistoryStore(database);
}

/** A market by its id, or whatever it is said to be. */
export const seriesNamed = (key: string, rest: Partial<Named> = {}): Named => ({
  kind: 'market',
  key,
  event: null,
  title: '',
  eventTitle: '',
  open: true,
  decimals: 6,
  since: 1_790_000_000,
  ...rest,
});
