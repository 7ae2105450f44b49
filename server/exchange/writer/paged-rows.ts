import { createKnownKeys } from '../ledger/known-keys.ts';
import { type MemoryKind, NotInMemoryError } from '../ledger/not-in-memory.ts';

/** Rows of which those in motion are always in memory, and others while somebody names them. */
export class PagedRows<Row> {
  private readonly rows = new Map<string, Row>();
  /** Keys whose row is in memory, or does not exist. */
  private readonly known = createKnownKeys();

  constructor(private readonly kind: MemoryKind) {}

  /** Undefined where there is none. @throws NotInMemoryError where only the database can say. */
  get(key: string): Row | undefined {
    if (!this.known.has(key)) throw new NotInMemoryError(this.kind, [key]);
    return this.rows.get(key);
  }

  /** They count as named. @throws NotInMemoryError naming all of these of which only the database can tell. */
  require(keys: readonly string[]): void {
    const missing = keys.filter((key) => !this.known.has(key));
    if (missing.length > 0) throw new NotInMemoryError(this.kind, missing);
  }

  /** Rows in memory. */
  values(): Iterable<Row> {
    return this.rows.values();
  }

  /** Whether the row is in memory; it counts as named. */
  has(key: string): boolean {
    return this.known.has(key) && this.rows.has(key);
  }

  /** The row where it is in memory. */
  peek(key: string): Row | undefined {
    return this.rows.get(key);
  }

  set(key: string, row: Row): void {
    this.rows.set(key, row);
    this.known.add(key);
  }

  /** There is no such row any more. */
  delete(key: string): void {
    this.rows.delete(key);
  }

  /** Only the database can say again. */
  forget(key: string): void {
    this.rows.delete(key);
    this.known.forget(key);
  }

  /** Keys of these that only the database can tell of. */
  unknown(keys: readonly string[]): string[] {
    return keys.filter((key) => !this.known.peek(key));
  }

  /** The database has no row under this key. */
  markAbsent(key: string): void {
    this.known.add(key);
  }

  /** Takes rows of the database, each by the key it was asked for; the others do not exist. What is here stays. */
  admit(asked: readonly string[], rows: ReadonlyMap<string, Row>): void {
    for (const key of this.unknown(asked)) {
      const row = rows.get(key);
      if (row) this.set(key, row);
      else this.markAbsent(key);
    }
  }

  /** How many keys have become known since the last call of `letGo`, be there a row or not. */
  get come(): number {
    return this.known.come;
  }

  /**
   * Lets go of rows that nobody has named since the call before the last, other than those that are in motion: of one
   * with each step.
   */
  *letGo(isInMotion: (row: Row) => boolean, gone: (row: Row) => void): Generator<void> {
    for (const key of this.known.turn()) {
      const row = this.rows.get(key);
      if (row === undefined || !isInMotion(row)) {
        this.forget(key);
        if (row !== undefined) gone(row);
      }
      yield;
    }
  }
}
