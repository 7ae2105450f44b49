import type { SharedDatabase } from './client.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';
import { EXCHANGE, type Purpose } from './purpose.ts';
import type { LockOptions } from './writer-lock.ts';

export interface DatabaseOptions {
  dataDir: string;
  /** PostgreSQL instead of the database in `dataDir`. */
  databaseUrl?: string | undefined;
  /** Folder of the generated migrations. */
  migrationsDir: string;
  /** What to do about a PostgreSQL database that another process writes to. */
  lock: LockOptions;
  log: (entry: Record<string, unknown>) => void;
  /** Unless given, the exchange's. */
  purpose?: Purpose | undefined;
}

/**
 * Opens PostgreSQL where an address is given, waiting until no other process writes to it; else PGlite in `dataDir`.
 * Takes the one lock and migrates.
 * @throws LockedError when another process uses the folder; DiskFullError when there is no room in it.
 */
export function openDatabase({
  dataDir,
  databaseUrl,
  migrationsDir,
  lock,
  log,
  purpose = EXCHANGE,
}: DatabaseOptions): Promise<SharedDatabase> {
  return databaseUrl === undefined
    ? openPglite(dataDir, migrationsDir, log, purpose)
    : openPostgres(databaseUrl, migrationsDir, lock, purpose);
}
