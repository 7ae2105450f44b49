import type { MessagePort } from 'node:worker_threads';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Single statements. Its own way to open transactions is left out: it keeps a connection that breaks for ever. */
export type Db = Omit<PgDatabase<PgQueryResultHKT>, 'transaction'>;

/** How another thread of a process reads the database that the process has open: by the thread of PGlite, or itself. */
export type ReaderSource = { readonly port: MessagePort } | { readonly url: string };

/** An open, migrated database that no other process writes to. */
export interface Database {
  readonly db: Db;
  /**
   * Runs `work` in one database transaction. Its commit is asked for when `work` has resolved, and never before.
   * @throws what `work` or the database threw. Nothing is committed then, unless the connection broke while the
   * commit was on its way: whether it landed only the database can tell.
   * @param frees it makes room, for which less has to be free
   */
  transaction<T>(work: (tx: Db) => Promise<T>, frees?: boolean): Promise<T>;
  /** Aborted when another process may write to it from now on; what is not committed by then never is. */
  readonly lost: AbortSignal;
  /** Ends within seconds, whether the database answers or not. */
  close(): Promise<void>;
}

/** One that more threads of this process can read. */
export interface SharedDatabase extends Database {
  /** For one more thread. */
  reader(): ReaderSource;
}
