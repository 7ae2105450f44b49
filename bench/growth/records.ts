import { sql } from 'drizzle-orm';
import type { Database } from '../../server/db/client.ts';

type Db = Database['db'];

/** Bytes of one table on disk. */
export interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly heap: number;
  readonly toast: number;
  readonly indexes: number;
}

/** Rows of a statement whose columns are numbers or text, which drivers hand over in different types. */
async function rowsOf(db: Db, statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  const { rows } = (await db.execute(statement)) as unknown as { rows: Record<string, unknown>[] };
  return rows;
}

export async function countOrders({ db }: Pick<Database, 'db'>): Promise<number> {
  const [row] = await rowsOf(db, sql`select count(*) as n from orders`);
  return Number(row?.n);
}

/** Every table that takes any room worth a line, largest first. */
export async function tableSizes({ db }: Pick<Database, 'db'>): Promise<TableSize[]> {
  const tables = await rowsOf(
    db,
    sql`select c.relname as name, pg_relation_size(c.oid) as heap, pg_indexes_size(c.oid) as indexes,
          pg_table_size(c.oid) - pg_relation_size(c.oid) as toast
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname = 'public' order by pg_total_relation_size(c.oid) desc`,
  );
  const sizes: TableSize[] = [];
  for (const { name, heap, indexes, toast } of tables) {
    const [counted] = await rowsOf(db, sql`select count(*) as n from ${sql.identifier(String(name))}`);
    const [rows, ...bytes] = [counted?.n, heap, toast, indexes].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const [heapBytes = 0, toastBytes = 0, indexBytes = 0] = bytes;
    sizes.push({ name: String(name), rows, heap: heapBytes, toast: toastBytes, indexes: indexBytes });
  }
  return sizes;
}

/** Bytes of every index, largest first. */
export async function indexSizes({ db }: Pick<Database, 'db'>): Promise<{ name: string; bytes: number }[]> {
  const rows = await rowsOf(
    db,
    sql`select indexrelname as name, pg_relation_size(indexrelid) as bytes from pg_stat_user_indexes
        where schemaname = 'public' order by bytes desc`,
  );
  return rows.map(({ name, bytes }) => ({ name: String(name), bytes: Number(bytes) }));
}

/** Bytes that the values of each column take, compressed as they are stored, largest first. */
export async function columnSizes(
  { db }: Pick<Database, 'db'>,
  table: string,
): Promise<{ column: string; bytes: number }[]> {
  const names = await rowsOf(
    db,
    sql`select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table}`,
  );
  const sums = names.map(({ name }) => {
    const column = sql.identifier(String(name));
    return sql`coalesce(sum(pg_column_size(${column})), 0) as ${column}`;
  });
  const [row = {}] = await rowsOf(db, sql`select ${sql.join(sums, sql`, `)} from ${sql.identifier(table)}`);
  return Object.entries(row)
    .map(([column, bytes]) => ({ column, bytes: Number(bytes) }))
    .sort((a, b) => b.bytes - a.bytes);
}

/** The ledger's accounts by owner and length; `empty`: token accounts that hold nothing. */
export async function accountKinds({ db }: Pick<Database, 'db'>) {
  const rows = await rowsOf(
    db,
    sql`select owner, octet_length(data) as length, count(*) as n,
          sum(case when octet_length(data) >= 165 and octet_length(data) not in (82, 202)
            and substring(data from 65 for 8) = '\\x0000000000000000'::bytea then 1 else 0 end) as empty
        from accounts group by 1, 2 order by 3 desc limit 8`,
  );
  return rows.map(({ owner, length, n, empty }) => ({
    owner: String(owner),
    length: Number(length),
    count: Number(n),
    empty: Number(empty),
  }));
}

/** Bytes of the whole database server-side, without its write-ahead log. */
export async function databaseBytes({ db }: Pick<Database, 'db'>): Promise<number> {
  const [row] = await rowsOf(db, sql`select pg_database_size(current_database()) as n`);
  return Number(row?.n);
}
