import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/db/client.ts';
import { historyEvents, meta, orders, ownerTotals, positions } from '../../server/db/schema.ts';

type Db = Database['db'];

/** What is over, and so is in no account of the ledger and nowhere in the writer's memory. */
const OVER = sql`status in ('sold', 'claimed', 'lost', 'failed', 'refunded')`;
/** Columns that name something of which every copy has its own. */
const OWN = /^(pubkey|owner|payer|escrow|signature|(order|position)_pubkey|(external_)?order_id)$/;
/** Digits that an address ends with in a copy; nothing that base58 leaves out, and too few to look like one. */
const DIGITS = '23456789ABCDEFGHJKLMNPQRSTUVWXY';
const PLACES = 4;

/** How a copy is called: the same length, and as good an address. */
function codeOf(copy: number): string {
  let [rest, code] = [copy, ''];
  while (code.length < PLACES) {
    code = `${DIGITS[rest % DIGITS.length]}${code}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return code;
}

/** Rows of a table as those of a copy, out of those that are over; `numbers` are added to those that count. */
function copied(table: PgTable, code: string, numbers: Record<string, bigint>): SQL {
  const values = Object.values(getTableColumns(table)).map((column) => {
    const name = sql.identifier(column.name);
    const more = numbers[column.name];
    if (more !== undefined) return sql`${name} + ${more.toString()}::bigint`;
    return OWN.test(column.name) ? sql`left(${name}, -${sql.raw(String(PLACES))}) || ${code}::text` : name;
  });
  return sql`insert into ${table} select ${sql.join(values, sql`, `)} from ${over(table)}`;
}

const over = (table: PgTable): SQL => sql.raw(`over_${getTableName(table)}`);
const counted = (table: PgTable, as: string): SQL =>
  sql`(select owner, count(*)::integer as ${sql.raw(as)} from ${over(table)} group by owner)`;

/**
 * Copies all that is over so many times, each for owners of its own: years of records within minutes. Transactions are
 * not copied, for of years ago none is kept. To be done while no exchange is open.
 */
export async function copyRecords(db: Db, copies: number, tell: (line: string) => void): Promise<void> {
  const [writer] = await db.select().from(meta).where(sql`key = 'writer'`);
  if (!writer) throw new Error('nothing was ever written');
  const { counters } = writer.value as { counters: { order: string; event: string } };
  const [order, event] = [BigInt(counters.order), BigInt(counters.event)];
  const keep = (table: PgTable, rows: SQL) =>
    db.execute(sql`create temporary table ${over(table)} as select * from ${table} where ${rows}`);
  await keep(positions, OVER);
  await keep(historyEvents, sql`position_pubkey in (select pubkey from ${over(positions)})`);
  await keep(orders, sql`pubkey in (select order_pubkey from ${over(historyEvents)})`);
  await db.execute(sql`
    create temporary table ${over(ownerTotals)} as
    select owner, coalesce(o.orders, 0) as orders, coalesce(p.positions, 0) as positions,
      coalesce(h.history, 0) as history, 0 as ended_parlays
    from ${counted(orders, 'orders')} o
      full join ${counted(positions, 'positions')} p using (owner)
      full join ${counted(historyEvents, 'history')} h using (owner)`);
  for (let copy = 1; copy <= copies; copy++) {
    const numbers = { seq: order * BigInt(copy), id: event * BigInt(copy) };
    for (const table of [positions, orders, historyEvents, ownerTotals])
      await db.execute(copied(table, codeOf(copy), numbers));
    if (copy % 10 === 0) tell(`${copy} of ${copies} copies`);
  }
  const past = { order: `${order * BigInt(copies + 1)}`, event: `${event * BigInt(copies + 1)}` };
  await db.execute(sql`
    update ${meta} set value = jsonb_set(value, '{counters}', value->'counters' || ${JSON.stringify(past)}::jsonb)
    where key = 'writer'`);
}
