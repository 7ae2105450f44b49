import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { lockFolder } from './lock.ts';
import * as schema from './schema.ts';
import { type LockOptions, takeWriterLock, WRITER_NAME } from './writer-lock.ts';

export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

/** An open, migrated database that no other process writes to. */
export interface Database {
  readonly db: Db;
  /** Aborted when another process may write to it from now on; what is not committed by then never is. */
  readonly lost: AbortSignal;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  dataDir: string;
  /** PostgreSQL instead of the database in `dataDir`. */
  databaseUrl?: string | undefined;
  /** Folder of the generated migrations. */
  migrationsDir: string;
  /** What to do about a PostgreSQL database that another process writes to. */
  lock: LockOptions;
}

/**
 * Opens PostgreSQL where an address is given, waiting until no other process writes to it; else PGlite in `dataDir`.
 * Takes the one lock and migrates.
 * @throws LockedError when another process uses the folder.
 */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined
    ? openPglite(options)
    : openPostgres(options.databaseUrl, options.migrationsDir, options.lock);
}

async function openPglite({ dataDir, migrationsDir }: DatabaseOptions): Promise<Database> {
  mkdirSync(dataDir, { recursive: true });
  const unlock = lockFolder(dataDir);
  try {
    const folder = join(dataDir, 'db');
    if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(folder);
    const client = await PGlite.create({ dataDir: folder });
    const database = await wrapPglite(client, migrationsDir);
    return {
      ...database,
      close: async () => {
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Creates the folder in a process of its own: creating takes half a gigabyte that WebAssembly would never give back,
 * and of which even a thread leaves a part behind. The folder gets its name once it is whole: a stop on the way leaves nothing that
 * looks like a database.
 */
async function initialise(folder: string): Promise<void> {
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const code = `
    const [module, dataDir] = process.argv.slice(1);
    const { PGlite } = await import(module);
    const client = await PGlite.create({ dataDir });
    await client.close();`;
  const module = import.meta.resolve('@electric-sql/pglite');
  const args = ['--input-type=module', '--eval', code, '--', module, partial];
  // What it prints is only wanted should it fail, when it becomes the message of the error.
  await promisify(execFile)(process.execPath, args);
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
}

/** The folder's lock belongs to a live process: nobody takes it away. */
const NEVER = new AbortController().signal;

/** A migrated database around a PGlite that is open already. */
export async function wrapPglite(client: PGlite, migrationsDir: string): Promise<Database> {
  const db = drizzlePglite(client, { schema });
  await migratePglite(db, { migrationsFolder: migrationsDir });
  return { db, lost: NEVER, close: () => client.close() };
}

const POOL_SIZE = 6;

async function openPostgres(url: string, migrationsDir: string, options: LockOptions): Promise<Database> {
  const lock = await takeWriterLock(url, options);
  const sockets = new Set<Socket>();
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const config = { connectionString: url, max: POOL_SIZE, application_name: WRITER_NAME, stream };
  const pool = new pg.Pool(config);
  // A connection that breaks, idle or at work, is replaced by the pool; without listeners the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Nothing is left to wait for an answer that may never come, or to reach the database after all.
  lock.lost.addEventListener('abort', () => {
    for (const socket of sockets) socket.destroy();
  });
  const close = async (): Promise<void> => {
    await pool.end();
    await lock.release();
  };
  try {
    const db = drizzlePostgres(pool, { schema });
    await migratePostgres(db, { migrationsFolder: migrationsDir });
    return { db, lost: lock.lost, close };
  } catch (error) {
    await close();
    throw error;
  }
}
