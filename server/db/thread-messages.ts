import type { MessagePort } from 'node:worker_threads';
import type { ThreadFailure } from '../common/thread.ts';

/** What a statement may name: the transaction it belongs to, else it stands alone. */
interface Within {
  readonly transaction?: number;
}

/** To the thread of the database. Each is answered once, under its number. */
export type ThreadRequest = { readonly id: number } & (
  | ({ readonly kind: 'query'; readonly sql: string; readonly params: readonly unknown[] } & Within)
  | ({ readonly kind: 'exec'; readonly sql: string } & Within)
  /** Answered when it is open, with its number: that of this request. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'commit' | 'rollback'; readonly transaction: number }
  | { readonly kind: 'close' }
);

/** Whoever has the other end of the port may ask by it, statements that stand alone. */
export type ThreadMessage = ThreadRequest | { readonly kind: 'connect'; readonly port: MessagePort };

/** A column of an answer; its type by its number in PostgreSQL. */
export interface Column {
  readonly name: string;
  readonly type: number;
}

/** What a query is answered with: the messages of the database as it wrote them. */
export interface Answer {
  readonly columns: readonly Column[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** From the thread. Number 0 says that the database is open, or why it is not. */
export type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: ThreadFailure };

export interface ThreadData {
  /** The database's own folder. */
  readonly folder: string;
}
