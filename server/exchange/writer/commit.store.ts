import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { ClockCheckpoint } from '../../common/clock.ts';
import type { Database, Db } from '../../db/client.ts';
import * as schema from '../../db/schema.ts';
import { textHash } from '../../db/texts.ts';
import { FencedError, NotCommittedError } from './commit-errors.ts';
import { type PruneBounds, pruneRound } from './prune.store.ts';

export type AccountRow = typeof schema.accounts.$inferSelect;
export type BlockhashRow = typeof schema.blockhashes.$inferSelect;
export type BuildRow = typeof schema.builds.$inferSelect;
/** A landed transaction with the addresses it names, which have a table of their own. */
export type TransactionRow = typeof schema.transactions.$inferSelect & {
  addresses: readonly string[];
  /** For those who follow what is committed; stored in `body`. */
  logs: readonly string[];
};
export type MarketRow = typeof schema.markets.$inferSelect;
export type OrderRow = typeof schema.orders.$inferSelect;
export type PositionRow = typeof schema.positions.$inferSelect;
export type HistoryRow = typeof schema.historyEvents.$inferSelect;
export type ParlayRow = typeof schema.parlays.$inferSelect;
export type TriggerVaultRow = typeof schema.triggerVaults.$inferSelect;
export type TriggerOrderRow = typeof schema.triggerOrders.$inferSelect;
export type FaucetRow = typeof schema.faucetGrants.$inferSelect;
export type MetaRow = typeof schema.meta.$inferSelect;

/** What every batch stores beside its rows. */
export interface WriterRow {
  batch: number;
  /** Last numbers given out, as digits. */
  counters: { order?: string; event?: string; transaction?: string };
  clock: ClockCheckpoint;
}

/** Every table the writer writes, with its row. */
export interface Rows {
  meta: MetaRow;
  accounts: AccountRow;
  blockhashes: BlockhashRow;
  builds: BuildRow;
  transactions: TransactionRow;
  markets: MarketRow;
  orders: OrderRow;
  positions: PositionRow;
  historyEvents: HistoryRow;
  faucetGrants: FaucetRow;
  parlays: ParlayRow;
  triggerVaults: TriggerVaultRow;
  triggerOrders: TriggerOrderRow;
}
export type TableName = keyof Rows;

/** What becomes of a row: accounts alone can go, and are null then. */
export interface Changed extends Omit<Rows, 'accounts'> {
  accounts: AccountRow | null;
}
/** What one batch changes: the last row of each key. */
export type Changes = { readonly [T in TableName]: Map<string, Changed[T]> };

export const emptyChanges = (): Changes => ({
  meta: new Map(),
  accounts: new Map(),
  blockhashes: new Map(),
  builds: new Map(),
  transactions: new Map(),
  markets: new Map(),
  orders: new Map(),
  positions: new Map(),
  historyEvents: new Map(),
  faucetGrants: new Map(),
  parlays: new Map(),
  triggerVaults: new Map(),
  triggerOrders: new Map(),
});

export interface CommitStore {
  /**
   * Makes this store the one that commits: from then on whoever did so before can commit nothing more, and what it
   * was committing has either landed or never will.
   * @returns number of the last batch, and what was stored with it; null before the first.
   */
  claim(): Promise<WriterRow | null>;
  /**
   * Writes one batch in one database transaction and moves the batch number from `batch - 1` to `batch`.
   * @throws FencedError when another store has claimed the database or may have, and nothing was written;
   * NotCommittedError when it failed before its commit was asked for; whatever the driver throws otherwise, and then
   * it may have landed.
   */
  commit(batch: number, writer: Omit<WriterRow, 'batch'>, changes: Changes): Promise<void>;
  /**
   * Whether the batch after the last known one has been committed.
   * @throws FencedError when another store has claimed the database or may have: then nobody here can say.
   */
  landed(batch: number): Promise<boolean>;
  /** One round of deleting what is old enough. @returns whether there is more; false when nothing is ours any more. */
  prune(bounds: PruneBounds): Promise<boolean>;
}

const WRITER = 'writer';
/** Counts the claims; every commit names the one it goes by. */
const TERM = 'term';

/** Value as JSON that PostgreSQL reads back into its column: bigints as digits, bytes in hex. */
function jsonValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value;
}

type Total = Exclude<keyof typeof schema.ownerTotals.$inferSelect, 'owner' | 'endedParlays'>;

/** A statement with the rows that it has added counted for their owners under `total`. */
const counting =
  (total: Total) =>
  (put: SQL): SQL => {
    const totals = schema.ownerTotals;
    const column = sql.identifier(totals[total].name);
    // A row that was there before has been locked by the update: `xmax` says by whom.
    return sql`
    with put as (${put} returning owner, (xmax = 0) as is_new)
    insert into ${totals} as known (owner, ${column})
      select owner, count(*) from put where is_new group by owner
    on conflict (owner) do update set ${column} = known.${column} + excluded.${column}`;
  };

/** Key of the one row. */
const THE_TOTALS = 1;

/**
 * The statement `put`, with the parlays that it has added counted, their owners who had placed none before, and for each
 * owner those of the history that had not ended before.
 */
function countingParlays(put: SQL): SQL {
  const { ENDED_PARLAY, ownerTotals, parlays, parlayTotals } = schema;
  // What the statement itself writes is not seen by its looks at the table.
  return sql`
    with put as (${put} returning parlay_id, owner, mode, position, closed_at, (xmax = 0) as is_new),
      ended as (insert into ${ownerTotals} as known (owner, ended_parlays)
        select owner, count(*) from put where ${ENDED_PARLAY} and not exists (select from ${parlays} former
          where former.parlay_id = put.parlay_id and former.closed_at is not null) group by owner
        on conflict (owner) do update set ended_parlays = known.ended_parlays + excluded.ended_parlays),
      placed as (select owner, mode,
        not exists (select from ${parlays} former where former.owner = put.owner) as is_first from put where is_new)
    insert into ${parlayTotals} as known (key, placed, wallets, free)
      select ${THE_TOTALS}::integer, count(*), count(distinct owner) filter (where is_first),
        count(*) filter (where mode = 'free') from placed having count(*) > 0
    on conflict (key) do update set placed = known.placed + excluded.placed,
      wallets = known.wallets + excluded.wallets, free = known.free + excluded.free`;
}

/**
 * Statement texts of a table, written once. `counted`: the statement that counts what another one adds. `firstStays`:
 * a row that is there is not written again.
 */
function statementsOf(
  table: PgTable,
  { counted = (put) => put, firstStays = false }: { counted?: (put: SQL) => SQL; firstStays?: boolean } = {},
) {
  const columns = Object.entries(getTableColumns(table));
  const key = columns.find(([, column]) => column.primary)?.[1];
  if (!key) throw new Error(`${getTableName(table)} has no primary key`);
  const name = sql.identifier(getTableName(table));
  const keyName = sql.identifier(key.name);
  const updates = columns
    .filter(([, column]) => column !== key)
    .map(([, column]) => sql`${sql.identifier(column.name)} = excluded.${sql.identifier(column.name)}`);
  const change = firstStays ? sql`nothing` : sql`update set ${sql.join(updates, sql`, `)}`;
  const names = columns.map(([field, column]) => [field, column.name] as const);
  const toJson = (row: Record<string, unknown>): Record<string, unknown> => {
    const json: Record<string, unknown> = {};
    for (const [field, column] of names) {
      const value = row[field];
      json[column] = value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
    }
    return json;
  };
  return {
    upsert: (rows: Record<string, unknown>[]) => {
      const put = sql`
      insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows.map(toJson), jsonValue)}::jsonb)
      on conflict (${keyName}) do ${change}`;
      return counted(put);
    },
    remove: (keys: string[]) => sql`
      delete from ${name} where ${keyName}::text in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`,
  };
}

const TABLES: Record<TableName, ReturnType<typeof statementsOf>> = {
  meta: statementsOf(schema.meta),
  accounts: statementsOf(schema.accounts),
  blockhashes: statementsOf(schema.blockhashes),
  builds: statementsOf(schema.builds),
  transactions: statementsOf(schema.transactions),
  markets: statementsOf(schema.markets, { firstStays: true }),
  orders: statementsOf(schema.orders, { counted: counting('orders') }),
  positions: statementsOf(schema.positions, { counted: counting('positions') }),
  historyEvents: statementsOf(schema.historyEvents, { counted: counting('history') }),
  faucetGrants: statementsOf(schema.faucetGrants),
  parlays: statementsOf(schema.parlays, { counted: countingParlays }),
  triggerVaults: statementsOf(schema.triggerVaults),
  triggerOrders: statementsOf(schema.triggerOrders),
};

/** Notes which addresses the transactions of a batch name, for reads by address. */
function indexAddresses(landed: Changes['transactions']) {
  const named = new Map<string, bigint[]>();
  for (const row of landed.values()) {
    for (const address of row.addresses) {
      const seqs = named.get(address);
      if (seqs) seqs.push(row.seq);
      else named.set(address, [row.seq]);
    }
  }
  const entries = [...named].map(([address, seqs]) => {
    const [seq, ...more] = seqs;
    return { address, seq, more: more.length > 0 ? more : null };
  });
  const table = schema.transactionAddresses;
  return sql`
    insert into ${table}
      select ${textHash(sql`named.address`)}, named.seq, named.more
      from json_to_recordset(${JSON.stringify(entries, jsonValue)}::json)
        as named(address text, seq bigint, more bigint[])
    on conflict do nothing`;
}

/** The writer's side of the database: batches in. What a start or memory reads is in memory.store.ts. */
export function createCommitStore({
  db,
  transaction,
  lost,
}: Pick<Database, 'db' | 'transaction' | 'lost'>): CommitStore {
  let term = 0;
  const stayOurs = (): void => {
    if (lost.aborted) throw new FencedError('The connection that holds the writer lock is gone.');
  };
  const isWriter = eq(schema.meta.key, WRITER);
  const isOurTerm = () => sql`(${schema.meta.value}->>${TERM})::integer = ${term}`;

  return {
    async claim() {
      const next = sql`jsonb_set(${schema.meta.value}, '{term}', to_jsonb(coalesce((${schema.meta.value}->>${TERM})::integer, 0) + 1))`;
      const [row] = await db
        .insert(schema.meta)
        .values({ key: WRITER, value: { batch: 0, [TERM]: 1 } })
        .onConflictDoUpdate({ target: schema.meta.key, set: { value: next } })
        .returning({ value: schema.meta.value });
      const last = row?.value as WriterRow & { term: number };
      term = last.term;
      return last.batch === 0 ? null : last;
    },
    async commit(batch, writer, changes) {
      stayOurs();
      let isWritten = false;
      const write = async (tx: Db): Promise<void> => {
        const moved = await tx
          .update(schema.meta)
          .set({ value: { ...writer, batch, [TERM]: term } })
          .where(and(isWriter, isOurTerm(), sql`(${schema.meta.value}->>'batch')::integer = ${batch - 1}`))
          .returning({ key: schema.meta.key });
        if (moved.length !== 1) throw new FencedError('Another process has written to the database.');
        for (const name of Object.keys(TABLES) as TableName[]) {
          const rows = [...changes[name].values()].filter((row) => row !== null);
          if (rows.length > 0) await tx.execute(TABLES[name].upsert(rows));
          if (name === 'transactions' && rows.length > 0) await tx.execute(indexAddresses(changes[name]));
        }
        const gone = [...changes.accounts].flatMap(([key, row]) => (row === null ? [key] : []));
        if (gone.length > 0) await tx.execute(TABLES.accounts.remove(gone));
        stayOurs();
        isWritten = true;
      };
      try {
        await transaction(write);
      } catch (error) {
        // The commit is asked for once the work is done: until then there is nothing that could have landed.
        if (isWritten || error instanceof FencedError) throw error;
        throw new NotCommittedError('The batch could not be written.', { cause: error });
      }
    },
    async landed(batch) {
      stayOurs();
      // The lock is waited for: a commit whose connection broke may still be at work, and holds this row until it ends.
      const [row] = await transaction((tx) =>
        tx.select().from(schema.meta).where(and(isWriter, isOurTerm())).for('share'),
      );
      if (!row) throw new FencedError('Another process has written to the database.');
      return (row.value as WriterRow).batch === batch;
    },
    async prune(bounds) {
      stayOurs();
      return transaction(async (tx) => {
        const [ours] = await tx.select().from(schema.meta).where(and(isWriter, isOurTerm())).for('share');
        return ours !== undefined && pruneRound(tx, bounds);
      });
    },
  };
}
