import { sql } from 'drizzle-orm';
import type { Db } from '../client.ts';

/**
 * Writes so many rows to a table. `values`: names and SQL of what matters, by the number `n` of the row from 1 on; all
 * else has some value of its type.
 */
export async function fillTable(db: Db, table: string, rows: number, values: string): Promise<void> {
  await db.execute(
    sql.raw(`
    with base as materialized (
      select jsonb_object_agg(column_name, case data_type
        when 'text' then '"some"'::jsonb when 'boolean' then 'true'::jsonb when 'jsonb' then '[]'::jsonb
        when 'bytea' then '"\\\\x"'::jsonb else '1'::jsonb end) as value
      from information_schema.columns where table_name = '${table}')
    insert into ${table} select made.* from base, generate_series(1, ${rows}) n,
      lateral jsonb_populate_record(null::${table}, base.value || jsonb_build_object(${values})) made`),
  );
}
