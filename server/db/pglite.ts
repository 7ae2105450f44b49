import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database, SharedDatabase } from './client.ts';
import { createFolder } from './create-folder.ts';
import { hasRoom, nameFullDisk, requireRoom } from './disk.ts';
import { lockFolder } from './lock.ts';
import { makeDataPrivate, OWNER_ONLY_FOLDER } from './private.ts';
import type { Purpose } from './purpose.ts';
import { asPglite, openThreaded, type PgliteClient } from './threaded-pglite.ts';
import { startUpkeep } from './upkeep.ts';

type Log = (entry: Record<string, unknown>) => void;

/**
 * Megabytes that must be free before anything is written. The database ends where it finds no room for its log, of which
 * it takes 16 at a time.
 */
const ROOM_TO_WRITE = 32;
/** What frees more than it writes may have the next piece of the log. */
const ROOM_TO_FREE = 20;
/** A new one has 42 of its own. */
const ROOM_TO_CREATE = 50 + ROOM_TO_WRITE;

/**
 * Opens the database in a data folder, which is made with the first start.
 * @throws LockedError when another process uses it; DiskFullError when there is no room to write.
 */
export async function openPglite(
  dataDir: string,
  migrationsDir: string,
  log: Log,
  purpose: Purpose,
): Promise<SharedDatabase> {
  const folder = join(dataDir, 'db');
  // Asked again once the folder is ours: another process may have made it until then.
  const isNew = (): boolean => !existsSync(join(folder, 'PG_VERSION'));
  requireRoom(dataDir, isNew() ? ROOM_TO_CREATE : ROOM_TO_WRITE);
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const lock = await lockFolder(dataDir);
  try {
    tighten(dataDir, log);
    removeUnfinished(folder);
    if (isNew()) {
      const made = await createFolder(`${folder}${PARTIAL}-`);
      if (existsSync(folder)) setAside(folder, log);
      renameSync(made, folder);
    }
    // Whoever has taken the folder writes into it: nothing of ours may, not even by closing.
    const client = await openThreaded(folder, lock.lost);
    const database = await wrapPglite(client, migrationsDir, purpose).catch(async (error: unknown) => {
      await client.close();
      throw error;
    });
    client.watch();
    const endUpkeep = startUpkeep(client, purpose.changing, log, (megabytes) =>
      hasRoom(dataDir, ROOM_TO_WRITE + megabytes),
    );
    return {
      ...database,
      reader: () => ({ port: client.connect() }),
      lost: AbortSignal.any([client.lost, lock.lost]),
      transaction: async (work, frees = false) => {
        requireRoom(dataDir, frees ? ROOM_TO_FREE : ROOM_TO_WRITE);
        return database.transaction(work);
      },
      close: async () => {
        endUpkeep();
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    requireRoom(dataDir, ROOM_TO_WRITE);
    throw nameFullDisk(error, dataDir);
  }
}

/** Closes to others what an earlier version, or a copy, has left open to them. */
function tighten(dataDir: string, log: Log): void {
  try {
    const files = makeDataPrivate(dataDir);
    if (files === 0) return;
    log({
      level: 'warn',
      message: 'others could read the data folder; they cannot any more',
      dataDir,
      files,
    });
  } catch (error) {
    const cause = String(error);
    log({
      level: 'warn',
      message: 'others can read the data folder: it is not ours to close',
      dataDir,
      cause,
    });
  }
}

const PARTIAL = '.partial';

/** Removes what starts have left that were killed on the way. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}${PARTIAL}`)) continue;
    try {
      rmSync(join(dirname(folder), name), { recursive: true, force: true });
    } catch {
      // The process that creates one ends a moment after the one that was killed; the next start will do.
    }
  }
}

/** A folder without the mark of a database is none of this server's making; what it holds may still be of worth. */
function setAside(folder: string, log: Log): void {
  if (readdirSync(folder).length === 0) {
    rmdirSync(folder);
    return;
  }
  const aside = `${folder}.unusable-${Date.now()}`;
  renameSync(folder, aside);
  log({ level: 'warn', message: 'what lay where the database belongs is none: set aside', aside });
}

/** Whoever opens a client by itself has no lock to lose. */
const NEVER = new AbortController().signal;

/** A migrated database around a PGlite that is open already. */
export async function wrapPglite(
  client: PgliteClient,
  migrationsDir: string,
  { migrationsTable }: Purpose,
): Promise<Database> {
  // Nothing here gathers statistics, without which a page of many rows is planned as one of a few: collected, then
  // sorted. All of it is in memory, and lists are read in the order of an index.
  // Statements stay prepared, but each is planned for the values it comes with.
  await client.exec(
    'set enable_bitmapscan = off; set random_page_cost = 1; set plan_cache_mode = force_custom_plan;',
  );
  const db = drizzle(asPglite(client));
  await migrate(db, { migrationsFolder: migrationsDir, migrationsTable });
  return {
    db,
    transaction: (work) => client.transaction((tx) => work(drizzle(asPglite(tx)))),
    lost: NEVER,
    close: () => client.close(),
  };
}
