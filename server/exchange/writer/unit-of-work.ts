import type { VersionedTransaction } from '@solana/web3.js';
import type { Clock } from '../../common/clock.ts';
import type { ExecuteResult, Ledger, StoredAccount } from '../ledger/ledger.ts';
import { messageAddresses } from '../ledger/message-bytes.ts';
import { accountRow } from './account-row.ts';
import { type Changed, emptyChanges, type Rows, type TableName } from './commit.store.ts';
import type { ExchangeState } from './state.ts';
import { packTransaction } from './transaction-body.ts';

/** What a job of the writer may do. Everything it does is undone when it throws, or when the commit fails. */
export interface UnitOfWork {
  /** Stores a row, and keeps it in memory where the table is kept there. */
  put<T extends TableName>(table: T, key: string, row: Rows[T]): void;
  /** Runs a signed transaction on the ledger; what lands is stored with the batch. @throws NotInMemoryError */
  execute(tx: VersionedTransaction): ExecuteResult;
  /**
   * Puts an account on the ledger that no transaction of ours makes: the mint of a token launched elsewhere, or the
   * sponsor with its SOL refilled.
   */
  install(account: StoredAccount): void;
  /** The next number of a counter; numbers are never given twice, but may be left out. */
  next(counter: 'order' | 'event' | 'transaction'): bigint;
  /**
   * Moves time once the batch is committed, and with it: no time can be taken back.
   * @returns the unscaled time as it will be then
   */
  advance(seconds: number): number;
  /** Something else to take back. */
  onUndo(undo: () => void): void;
  /** What everybody is told at once, and must not be told before it is committed. Must not throw. */
  onCommitted(tell: () => void): void;
  /** Another job for the same batch; its failure leaves this one standing. */
  followUp(job: (uow: UnitOfWork) => void): void;
}

export type Job<T> = (uow: UnitOfWork) => T;

/** One batch: the changes of its jobs, and how to take them back. */
export class Batch implements UnitOfWork {
  readonly changes = emptyChanges();
  readonly followUps: Job<void>[] = [];
  /** What its jobs tell of once it is committed, in their order. */
  readonly told: (() => void)[] = [];
  /** Seconds by which time moves with the commit. */
  advanced = 0;
  private readonly undos: (() => void)[] = [];

  constructor(
    private readonly state: ExchangeState,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  get isEmpty(): boolean {
    return this.undos.length === 0;
  }

  savepoint(): number {
    return this.undos.length;
  }

  rollbackTo(savepoint: number): void {
    while (this.undos.length > savepoint) this.undos.pop()?.();
  }

  put<T extends TableName>(table: T, key: string, row: Rows[T]): void {
    this.record(table, key, row);
    const undo = this.state.remember(table, key, row);
    if (undo) this.undos.push(undo);
  }

  execute(tx: VersionedTransaction): ExecuteResult {
    const result = this.ledger.execute(tx);
    if (!result.ok) return result;
    this.undos.push(() => this.ledger.rollback([result]));
    for (const { pubkey, after } of result.changes)
      this.record('accounts', pubkey, after && accountRow(after));
    this.record('transactions', result.signature, {
      signature: result.signature,
      seq: this.next('transaction'),
      slot: result.slot,
      time: this.clock.wall(),
      addresses: messageAddresses(tx),
      logs: result.meta.logs,
      body: packTransaction(tx, result.meta),
      raw: null,
      meta: null,
    });
    return result;
  }

  install(account: StoredAccount): void {
    const change = this.ledger.put(account);
    this.undos.push(() => this.ledger.rollback([{ changes: [change], signature: '' }]));
    this.record('accounts', account.pubkey, accountRow(account));
  }

  next(counter: 'order' | 'event' | 'transaction'): bigint {
    return this.state.next(counter);
  }

  advance(seconds: number): number {
    const before = this.advanced;
    this.advanced += seconds;
    this.undos.push(() => {
      this.advanced = before;
    });
    return this.clock.wall() + this.advanced;
  }

  onUndo(undo: () => void): void {
    this.undos.push(undo);
  }

  onCommitted(tell: () => void): void {
    this.told.push(tell);
    // What came later has been taken back by then.
    this.undos.push(() => this.told.pop());
  }

  followUp(job: Job<void>): void {
    this.followUps.push(job);
    this.undos.push(() => {
      const index = this.followUps.indexOf(job);
      if (index >= 0) this.followUps.splice(index, 1);
    });
  }

  private record<T extends TableName>(table: T, key: string, row: Changed[T]): void {
    const rows: Map<string, Changed[T]> = this.changes[table];
    const before = rows.get(key);
    rows.set(key, row);
    this.undos.push(() => {
      if (before === undefined) rows.delete(key);
      else rows.set(key, before);
    });
  }
}
