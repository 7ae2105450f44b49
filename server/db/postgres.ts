import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { MigrationConfig } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database, Db, SharedDatabase } from './client.ts';
import type { Purpose } from './purpose.ts';
import { type LockOptions, takeWriterLock } from './writer-lock.ts';

/** Of whoever reads alone. */
const READER_SIZE = 6;
/** Of the one that writes: what is read waits for no transaction, and no transaction for what is read. */
const READS_SIZE = 4;
const TRANSACTIONS_SIZE = 2;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** Longer than the database's own, which leaves the connection in order. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
const KEEPALIVE_AFTER_MS = 3_000;
const CLOSE_TIMEOUT_MS = 2_000;

const NAME = 'application_name';

/** Said on the connection and not when it is opened: a pooler in between refuses what it does not know by then. */
const SESSION = `set statement_timeout = ${STATEMENT_TIMEOUT_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;

/** Without a name of its own, which goes before the one by which a writer's connections are known to the server. */
function nameless(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has(NAME)) return url;
  address.searchParams.delete(NAME);
  return address.href;
}

/** Connections that end at once when they are told to, whatever they wait for. */
function createPool(url: string, name: string, size: Pick<pg.PoolConfig, 'max' | 'min'>) {
  const sockets = new Set<Socket>();
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const stream = (): Socket => {
    const socket = new Socket();
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const pool = new pg.Pool({
    connectionString: url,
    ...size,
    application_name: name,
    stream,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
    onConnect: (client) => client.query(SESSION),
  });
  // A connection that breaks, idle or at work, is replaced by the pool; without listeners the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const end = async (): Promise<void> => {
    await Promise.race([pool.end(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    cutAll();
  };
  return { pool, stream, cutAll, end };
}

/** Opens the database once this process holds its writer lock. @throws as `takeWriterLock`; what migrating threw. */
export async function openPostgres(
  databaseUrl: string,
  migrationsDir: string,
  options: LockOptions,
  purpose: Purpose,
): Promise<SharedDatabase> {
  const { name, migrationsTable } = purpose;
  const url = nameless(databaseUrl);
  const lock = await takeWriterLock(url, options, purpose);
  const reads = createPool(url, name, { max: READS_SIZE });
  // One stays open when nothing is written for long: by then the server may have no place left for another.
  const transactions = createPool(url, name, { max: TRANSACTIONS_SIZE, min: 1 });
  // Nothing is left to wait for an answer that may never come, or to reach the database after all.
  for (const { cutAll } of [reads, transactions]) lock.lost.addEventListener('abort', cutAll);
  const close = async (): Promise<void> => {
    await Promise.all([reads.end(), transactions.end()]);
    await lock.release();
  };
  try {
    const connection = { connectionString: url, application_name: name, stream: transactions.stream };
    await migrateOn(connection, { migrationsFolder: migrationsDir, migrationsTable });
    return {
      db: drizzle(reads.pool),
      transaction: (work) => transactionOn(transactions.pool, work),
      reader: () => ({ url: databaseUrl }),
      lost: lock.lost,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A database that somebody else writes, to read from; what is asked of it fails while it is away. */
export function openPostgresReader(url: string, { name }: Purpose): Pick<Database, 'db' | 'close'> {
  const { pool, end } = createPool(nameless(url), `${name} reader`, { max: READER_SIZE });
  return { db: drizzle(pool), close: end };
}

/** On a connection of its own, for a migration may take longer than any other statement. */
async function migrateOn(config: pg.ClientConfig, migrations: MigrationConfig): Promise<void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await migrate(drizzle(client), migrations);
  } finally {
    // Nothing is waited for: what is left of it is cut with all others.
    client.end().catch(() => undefined);
  }
}

/**
 * One transaction on a connection of the pool. One in which anything failed is ended together with its connection:
 * the database takes back what it had done, and nothing has to be asked of a connection that may be broken.
 */
export async function transactionOn<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(drizzle(client));
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
