/** What a statement may name: the transaction it belongs to, else it stands alone. */
interface Within {
  readonly transaction?: number;
}

/** To the thread of the database. Each is answered once, under its number. */
export type ThreadRequest = { readonly id: number } & (
  | ({ readonly kind: 'query'; readonly sql: string; readonly params: readonly unknown[] } & Within)
  | ({ readonly kind: 'exec'; readonly sql: string } & Within)
  /** Answered when it is open; it is named by this request's number. */
  | { readonly kind: 'begin' }
  | { readonly kind: 'commit' | 'rollback'; readonly transaction: number }
  | { readonly kind: 'close' }
);

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

/** A failure as it crosses threads, which keep nothing of an error but its message. */
export interface ThreadFailure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Code of SQL or of the system, table, constraint and whatever else was said. */
  readonly details: Record<string, unknown>;
}

/** From the thread. Number 0 says that the database is open, or why it is not. */
export type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: ThreadFailure };

export interface ThreadData {
  /** The database's own folder. */
  readonly folder: string;
}

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);

export function failureOf(error: unknown): ThreadFailure {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: undefined, details: {} };
  const details = Object.fromEntries(Object.entries(error).filter(([, value]) => isPlain(value)));
  return { name: error.name, message: error.message, stack: error.stack, details };
}

export function errorOf({ name, message, stack, details }: ThreadFailure): Error {
  const error = Object.assign(new Error(message), details);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
