import { and, eq, gte, lt, notExists, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { changes, minutes, recordings, rolledDays, series, snapshots } from '../db/history-schema.ts';
import { DAY, type Quote } from './candle.ts';
import {
  arrayOf,
  type Change,
  type Chunk,
  KINDS,
  LENGTHS,
  type Named,
  type Opened,
  type Partition,
  type Partitioned,
  rowsOf,
  type Series,
  type Snapshot,
  seriesOf,
  TABLES,
  type Tier,
} from './history-rows.ts';
import { readPartitions } from './read-history.store.ts';

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
const textsOf = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Makes the partitions that begin at these instants, where there are none yet. */
async function makePartitions(db: Db, table: Partitioned, starts: Iterable<number>): Promise<void> {
  const length = LENGTHS[table];
  for (const start of starts) {
    const name = `history.${table}_${start / length}`;
    await db.execute(
      sql.raw(
        `create table if not exists ${name} partition of history.${table} for values from (${start}) to (${start + length})`,
      ),
    );
  }
}
/** Writing, by the one that records. Everything it is given is in the order of time for each series. */
export class HistoryStore {
  /** Partitions that are known to be there. */
  private readonly made = new Set<string>();

  constructor(private readonly database: Opened) {}

  get db(): Db {
    return this.database.db;
  }

  private async ready(db: Db, table: Partitioned, instants: readonly number[]): Promise<void> {
    const length = LENGTHS[table];
    const missing = new Set(
      instants
        .map((instant) => Math.floor(instant / length) * length)
        .filter((start) => !this.made.has(`${table} ${start}`)),
    );
    await makePartitions(db, table, missing);
  }
  /** After the transaction that made them: one that failed has made none. */
  private keepInMind(table: Partitioned, instants: readonly number[]): void {
    const length = LENGTHS[table];
    for (const instant of instants) this.made.add(`${table} ${Math.floor(instant / length) * length}`);
  }

  /** Numbers for what has none yet; of what has one the rest is noted as far as it is known now. @returns in any order */
  async name(given: readonly Named[]): Promise<Series[]> {
    if (given.length === 0) return [];
    // Once each, as it was first seen: what was forgotten and seen again is given twice, which a statement refuses.
    const byName = new Map<string, Named>();
    for (const one of given) {
      const name = `${one.kind} ${one.key}`;
      if (!byName.has(name)) byName.set(name, one);
    }
    const named = [...byName.values()];
    const numbers = (of: (one: Named) => number): string => arrayOf(named.map(of));
    const texts = (of: (one: Named) => string | null): string => textsOf(named.map(of));
    // As lists and not as thousands of parameters, which take long to be put together.
    const result = await this.database.transaction((tx) =>
      tx.execute(sql`
      insert into history.series as known (kind, key, event, title, event_title, open, decimals, since, seen)
      select k, key, event, title, event_title, open, decimals, since, since / ${DAY} from unnest(
        ${numbers(({ kind }) => KINDS.indexOf(kind))}::text::smallint[], ${texts(({ key }) => key)}::text::text[],
        ${texts(({ event }) => event)}::text::text[], ${texts(({ title }) => title)}::text::text[],
        ${texts(({ eventTitle }) => eventTitle)}::text::text[], ${texts(({ open }) => String(open))}::text::boolean[],
        ${numbers(({ decimals }) => decimals)}::text::smallint[], ${numbers(({ since }) => since)}::text::integer[]
      ) as given (k, key, event, title, event_title, open, decimals, since)
      on conflict (kind, key) do update set event = coalesce(excluded.event, known.event),
        title = coalesce(nullif(excluded.title, ''), known.title),
        event_title = coalesce(nullif(excluded.event_title, ''), known.event_title), open = excluded.open
      returning id, kind, key, event, title, event_title as "eventTitle", open, decimals, since, seen`),
    );
    return rowsOf<typeof series.$inferSelect>(result).map(seriesOf);
  }

  /** Begins a span of recording. @returns its number */
  async beginRecording(since: number): Promise<number> {
    const [row] = await this.database.transaction((tx) =>
      tx.insert(recordings).values({ since, until: since }).returning({ id: recordings.id }),
    );
    if (!row) throw new Error('The database has not answered with a number.');
    return row.id;
  }

  /** Writes what was seen, all or nothing, and how far the recording has come. */
  async append(rows: readonly Change[], recording: number, until: number): Promise<void> {
    const instants = rows.map(({ at }) => at);
    const column = (name: keyof Quote | 'series' | 'at') => arrayOf(rows.map((row) => row[name]));
    await this.database.transaction(async (tx) => {
      await this.ready(tx, 'changes', instants);
      if (rows.length > 0) {
        await tx.execute(sql`
          insert into history.changes (series, at, bid, ask, last, volume)
          select * from unnest(${column('series')}::text::integer[], ${column('at')}::text::bigint[],
            ${column('bid')}::text::bigint[], ${column('ask')}::text::bigint[],
            ${column('last')}::text::bigint[], ${column('volume')}::text::bigint[])
          on conflict do nothing`);
      }
      await tx.update(recordings).set({ until }).where(eq(recordings.id, recording));
    });
    this.keepInMind('changes', instants);
  }

  /** Writes chunks; what is there already stays. */
  async addChunks(written: Readonly<Partial<Record<Tier, readonly Chunk[]>>>): Promise<void> {
    const tiers = Object.entries(written) as [Tier, readonly Chunk[]][];
    await this.database.transaction(async (tx) => {
      for (const [tier, chunks] of tiers) {
        if (chunks.length === 0) continue;
        await this.ready(
          tx,
          tier,
          chunks.map(({ start }) => start),
        );
        await tx.execute(sql`
          insert into ${TABLES[tier]} (series, start, body)
          select s, t, decode(b, 'hex') from unnest(
            ${arrayOf(chunks.map((chunk) => chunk.series))}::text::integer[],
            ${arrayOf(chunks.map(({ start }) => start))}::text::integer[],
            ${textsOf(chunks.map(({ body }) => hexOf(body)))}::text::text[]) as given (s, t, b)
          on conflict do nothing`);
      }
    });
    for (const [tier, chunks] of tiers)
      this.keepInMind(
        tier,
        chunks.map(({ start }) => start),
      );
  }

  async addSnapshot({ at, body }: Snapshot): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.ready(tx, 'snapshots', [at]);
      await tx.insert(snapshots).values({ at, body }).onConflictDoNothing();
    });
    this.keepInMind('snapshots', [at]);
  }

  /** Series with changes within a span of Unix milliseconds, ascending. */
  async changedSeries(from: number, to: number): Promise<number[]> {
    const rows = await this.db
      .selectDistinct({ id: changes.series })
      .from(changes)
      .where(and(gte(changes.at, from), lt(changes.at, to)));
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  }

  /** Series with minutes on a day that starts at this instant, ascending. */
  async seriesOfDay(start: number): Promise<number[]> {
    const rows = await this.db
      .selectDistinct({ id: minutes.series })
      .from(minutes)
      .where(and(gte(minutes.start, start), lt(minutes.start, start + DAY)));
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  }

  async rolledDays(): Promise<number[]> {
    return (await this.db.select().from(rolledDays)).map(({ day }) => day);
  }

  /** The day is in hours; these series were seen on it. */
  async dayIsRolled(day: number, seen: readonly number[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.insert(rolledDays).values({ day }).onConflictDoNothing();
      await tx.execute(sql`update history.series set seen = ${day}
        where seen < ${day} and id = any(${arrayOf(seen)}::text::integer[])`);
    });
  }

  /** Every partition there is, the oldest of each table first. */
  partitions(): Promise<Partition[]> {
    return readPartitions(this.db);
  }

  /** Everything in it is gone, and its room is free. */
  async drop({ table, name, from }: Partition): Promise<void> {
    await this.database.transaction(
      (tx) => tx.execute(sql.raw(`drop table if exists history.${name}`)),
      true,
    );
    this.made.delete(`${table} ${from}`);
  }

  /**
   * Forgets what was last seen before this day, and recordings that ended before it. Of a series that was seen since its
   * last day was rolled up only its rows tell. @returns the series forgotten
   */
  async forgetBefore(day: number): Promise<number[]> {
    return this.database.transaction(async (tx) => {
      await tx.delete(recordings).where(lt(recordings.until, day * DAY * 1_000));
      const [inMinutes, inChanges] = [minutes, changes].map((table) =>
        notExists(tx.select({ series: table.series }).from(table).where(eq(table.series, series.id))),
      );
      const rows = await tx
        .delete(series)
        .where(and(lt(series.seen, day), inMinutes, inChanges))
        .returning({ id: series.id });
      return rows.map(({ id }) => id);
    });
  }

  /** Bytes that the history takes on the disk: with the log and all else of a database of its own, alone on a server. */
  async bytes(): Promise<number> {
    const all = sql`select (pg_database_size(current_database()) + (select sum(size) from pg_ls_waldir()))::float8 as bytes`;
    const ours = sql`select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'history' and c.relkind = 'r'`;
    const result = await this.db.execute(this.database.isOwn ? all : ours);
    return rowsOf<{ bytes: number }>(result)[0]?.bytes ?? 0;
  }
}
