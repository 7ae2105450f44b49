import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/db/client.ts';
import { historyEvents, meta, orders, ownerTotals, positions } from '../../server/db/schema.ts';

type Db = Database['db'];

/** What is over, and so is in no account of the ledger and nowhere in the writer's memory. */
const OVER = sql`positions.status in ('sold', 'claimed', 'lost', 'failed', 'refunded')`;
/** Columns that name something of which every copy has its own. */
const OWN = /^(pubkey|owner|payer|escrow|signature|(order|position)_pubkey|(external_)?order_id)$/;
/** Digits that an address ends with in a copy; nothing that base58 leaves out. */
const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
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

/** All columns of a row as those of a copy; `numbers` are added to those that count. */
function copied(table: PgTable, code: string, numbers: Record<string, bigint>): SQL {
  const values = Object.values(getTableColumns(table)).map((column) => {
    const name = sql.identifier(column.name);
    const more = numbers[column.name];
    if (more !== undefined) return sql`${name} + ${more.toString()}::bigint`;
    return OWN.test(column.name) ? sql`left(${name}, -${sql.raw(String(PLACES))}) || ${code}::text` : name;
  });
  return sql`select ${sql.join(values, sql`, `)} from ${table}`;
}

const count = (of: PgTable, as: string, rows: SQL): SQL =>
  sql`(select owner, count(*)::integer as ${sql.raw(as)} from ${of} where ${rows} group by owner)`;

/**
 * Copies all that is over so many times, each for owners of its own: years of records within minutes. Transactions are
 * not copied, for of years ago none is kept. To be done while no exchange is open.
 */
export async function copyRecords(db: Db, copies: number, tell: (line: string) => void): Promise<void> {
  const over = sql`(select pubkey from positions where ${OVER})`;
  await db.execute(sql`create temporary table over_positions as select pubkey from positions where ${OVER}`);
  await db.execute(sql`create temporary table over_orders as
    select distinct order_pubkey as pubkey from history_events where position_pubkey in ${over}`);
  await db.execute(sql`create temporary table over_events as
    select id from history_events where position_pubkey in ${over}`);
  const isOverPosition = sql`pubkey in (select pubkey from over_positions)`;
  const isOverOrder = sql`pubkey in (select pubkey from over_orders)`;
  const isOverEvent = sql`id in (select id from over_events)`;
  const [writer] = await db.select().from(meta).where(sql`key = 'writer'`);
  if (!writer) throw new Error('nothing was ever written');
  const { counters } = writer.value as { counters: { order: string; event: string } };
  const [order, event] = [BigInt(counters.order), BigInt(counters.event)];
  for (let copy = 1; copy <= copies; copy++) {
    const code = codeOf(copy);
    const numbers = { seq: order * BigInt(copy), id: event * BigInt(copy) };
    await db.execute(sql`insert into ${positions} ${copied(positions, code, {})} where ${isOverPosition}`);
    await db.execute(sql`insert into ${orders} ${copied(orders, code, numbers)} where ${isOverOrder}`);
    await db.execute(
      sql`insert into ${historyEvents} ${copied(historyEvents, code, numbers)} where ${isOverEvent}`,
    );
    if (copy % 10 === 0) tell(`${copy} of ${copies} copies`);
  }
  for (let copy = 1; copy <= copies; copy++) {
    await db.execute(sql`
      insert into ${ownerTotals} (owner, orders, positions, history)
      select left(owner, -${sql.raw(String(PLACES))}) || ${codeOf(copy)}::text,
        coalesce(o.orders, 0), coalesce(p.positions, 0), coalesce(h.history, 0)
      from ${count(orders, 'orders', isOverOrder)} o
        full join ${count(positions, 'positions', isOverPosition)} p using (owner)
        full join ${count(historyEvents, 'history', isOverEvent)} h using (owner)`);
  }
  const past = { order: `${order * BigInt(copies + 1)}`, event: `${event * BigInt(copies + 1)}` };
  await db.execute(sql`
    update ${meta} set value = jsonb_set(value, '{counters}', value->'counters' || ${JSON.stringify(past)}::jsonb)
    where key = 'writer'`);
}
