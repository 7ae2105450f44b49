import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './client.ts';
import { lockFolder } from './lock.ts';

/** Opens the database in a data folder, which is made with the first start. @throws LockedError */
export async function openPglite(dataDir: string, migrationsDir: string): Promise<Database> {
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
  const db = drizzle(client);
  await migrate(db, { migrationsFolder: migrationsDir });
  return {
    db,
    transaction: (work) => db.transaction(work),
    lost: NEVER,
    close: () => client.close(),
  };
}
