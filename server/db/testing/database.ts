import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../client.ts';
import { openDatabase } from '../open.ts';
import { wrapPglite } from '../pglite.ts';
import { EXCHANGE, type Purpose } from '../purpose.ts';
import * as schema from '../schema.ts';
import type { LockOptions } from '../writer-lock.ts';

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/evenline', import.meta.url));

/** A migrated PGlite in memory. Building one takes seconds, so a template is kept beside the packages. */
export async function createPglite(migrationsDir: string, purpose: Purpose): Promise<PGlite> {
  const journal = join(migrationsDir, 'meta', '_journal.json');
  const made = `${purpose.migrationsTable}-${Math.round(statSync(journal).mtimeMs)}`;
  const template = join(CACHE, `pglite-${made}.tar`);
  if (!existsSync(template)) {
    const client = await PGlite.create();
    await wrapPglite(client, migrationsDir, purpose);
    const dump = await client.dumpDataDir('none');
    await client.close();
    mkdirSync(CACHE, { recursive: true });
    const partial = `${template}.${process.pid}`;
    writeFileSync(partial, Buffer.from(await dump.arrayBuffer()));
    renameSync(partial, template);
  }
  return PGlite.create({ loadDataDir: new Blob([readFileSync(template)]) });
}

/**
 * Puts the database that was built with the server, with nothing in it, into a folder that one is about to be opened in:
 * creating one takes three seconds of a core. Where none was built, opening it creates one.
 */
export function placeEmptyDatabase(folder: string): void {
  const built = inject('builtServer');
  if (built !== undefined) cpSync(join(dirname(built), 'empty-database'), folder, { recursive: true });
}

const EMPTIED = Object.values(schema)
  .filter((table) => is(table, PgTable))
  .map((table) => `"${getTableName(table)}"`)
  .join(', ');

/**
 * Lends databases that are emptied and lent again, for making one takes as long as most tests that use it. They live
 * as long as the process of the tests; run.ts then drops those of a server.
 */
function lender<Made extends Database>(make: () => Promise<Made>): () => Promise<Made> {
  const free: Made[] = [];
  return async () => {
    const made = free.pop() ?? (await make());
    let open = true;
    // Whoever still holds it after it was closed reaches nothing of the next test.
    const db = new Proxy(made.db, {
      get(target, key) {
        if (!open) throw new Error('This database is closed');
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const transaction: Database['transaction'] = (work) => {
      if (!open) throw new Error('This database is closed');
      return made.transaction(work);
    };
    const close = async (): Promise<void> => {
      if (!open) return;
      open = false;
      // Unlike a deletion it waits for a transaction that is still at work.
      await made.db.execute(`truncate ${EMPTIED}`);
      free.push(made);
    };
    return { ...made, db, transaction, close };
  };
}

/** An empty, migrated PGlite in memory. */
export const freshPglite = lender(async () =>
  wrapPglite(await createPglite(MIGRATIONS, EXCHANGE), MIGRATIONS, EXCHANGE),
);

/** For databases that nobody else knows of. */
export const NO_WAIT: LockOptions = {
  onWait: () => undefined,
  signal: new AbortController().signal,
  again: false,
};

/** An empty, migrated database of its own on the PostgreSQL server that the run is about. */
const freshPostgres = lender(async () => {
  const { url } = await createPostgres(inject('postgresUrl') ?? '');
  return openDatabase({
    dataDir: '',
    databaseUrl: url,
    migrationsDir: MIGRATIONS,
    lock: NO_WAIT,
    log: () => undefined,
  });
});

/** An empty PostgreSQL database that nobody has opened yet. */
export async function createPostgres(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `evenline_test_${inject('testRun')}_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await onServer(serverUrl, `create database ${name}`);
  return { url: url.href, drop: () => onServer(serverUrl, `drop database ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Any database of the server that the suite runs on; undefined runs it on PGlite. See vitest.config.ts. */
    postgresUrl: string | undefined;
    /** Names the databases of this run on that server. See run.ts. */
    testRun: string;
  }
}

/** An empty database of the kind that the run is about. */
export const freshDatabase = (): Promise<Database> =>
  inject('postgresUrl') === undefined ? freshPglite() : freshPostgres();
