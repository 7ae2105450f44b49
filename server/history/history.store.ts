import { and, asc, eq, gt, gte, inArray, lt, max, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/client.ts';
import {
  changes,
  fine,
  hours,
  minutes,
  recordings,
  rolledDays,
  series,
  snapshots,
} from '../db/history-schema.ts';
import { DAY, HOUR, type Kind, type Quote, type Seen } from './candle.ts';

/** What has a history, before it has a number. */
export interface Named {
  readonly kind: Kind;
  /** Id of a market; mint of an asset. */
  readonly key: string;
  readonly event: string | null;
  /** Empty where they are not known. */
  readonly title: string;
  readonly eventTitle: string;
  /** Whether it can be traded. */
  readonly open: boolean;
  /** Of the unit that its prices are kept in. */
  readonly decimals: number;
  /** When it was first seen, Unix seconds. */
  readonly since: number;
}
export interface Series extends Named {
  readonly id: number;
}

/** What was seen of one series. `at`: Unix milliseconds. */
export interface Change extends Seen {
  readonly series: number;
}

/** The chunks of one length: of seconds, minutes or hours. */
export type Tier = 'fine' | 'minutes' | 'hours';

export interface Chunk {
  readonly series: number;
  /** Unix seconds. */
  readonly start: number;
  readonly body: Uint8Array;
}

export interface Snapshot {
  /** Unix seconds. */
  readonly at: number;
  readonly body: Uint8Array;
}

/** A span in which something was recorded, in Unix milliseconds. */
export interface Recording {
  readonly since: number;
  readonly until: number;
  /** No other has begun since: it may be going on. */
  readonly isNewest: boolean;
}

export type Partitioned = 'changes' | 'snapshots' | Tier;

/** A part of a table that leaves as a whole. Its bounds are in the table's own unit, the second one exclusive. */
export interface Partition {
  readonly table: Partitioned;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** A database that is written to. */
export interface Opened extends Database {
  /** Nothing else lies in it: all of it counts as the history's. */
  readonly isOwn: boolean;
}

const TABLES = { fine, minutes, hours } as const;
const KINDS: readonly Kind[] = ['market', 'asset'];
const MONTH_DAYS = 30;
/** How long a partition of each table is, in the unit of the table. */
const LENGTHS: Readonly<Record<Partitioned, number>> = {
  changes: HOUR * 1_000,
  fine: DAY,
  minutes: DAY,
  hours: MONTH_DAYS * DAY,
  snapshots: DAY,
};

/** A list as the text of an array, which both databases read alike. */
const arrayOf = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
const textsOf = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const rowsOf = <T>(result: unknown): T[] => (result as { rows: T[] }).rows;

/** Makes the partitions that rows of these instants belong to, where there are none yet. */
async function makePartitions(db: Db, table: Partitioned, instants: Iterable<number>): Promise<void> {
  const length = LENGTHS[table];
  const starts = new Set([...instants].map((instant) => Math.floor(instant / length) * length));
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
    if (missing.size > 0) await makePartitions(db, table, missing);
  }
  /** After the transaction that made them: one that failed has made none. */
  private keepInMind(table: Partitioned, instants: readonly number[]): void {
    const length = LENGTHS[table];
    for (const instant of instants) this.made.add(`${table} ${Math.floor(instant / length) * length}`);
  }

  /** Every series that is known. */
  async allSeries(): Promise<Series[]> {
    return (await this.db.select().from(series)).map(seriesOf);
  }

  /** Numbers for what has none yet; of what has one the rest is noted as it is now. @returns in any order */
  async name(named: readonly Named[]): Promise<Series[]> {
    if (named.length === 0) return [];
    const numbers = (of: (one: Named) => number): string => arrayOf(named.map(of));
    const texts = (of: (one: Named) => string | null): string => textsOf(named.map(of));
    // As lists and not as thousands of parameters, which take long to be put together.
    const result = await this.db.execute(sql`
      insert into history.series (kind, key, event, title, event_title, open, decimals, since, seen)
      select k, key, event, title, event_title, open, decimals, since, since / ${DAY} from unnest(
        ${numbers(({ kind }) => KINDS.indexOf(kind))}::text::smallint[], ${texts(({ key }) => key)}::text::text[],
        ${texts(({ event }) => event)}::text::text[], ${texts(({ title }) => title)}::text::text[],
        ${texts(({ eventTitle }) => eventTitle)}::text::text[], ${texts(({ open }) => String(open))}::text::boolean[],
        ${numbers(({ decimals }) => decimals)}::text::smallint[], ${numbers(({ since }) => since)}::text::integer[]
      ) as given (k, key, event, title, event_title, open, decimals, since)
      on conflict (kind, key) do update set event = excluded.event, title = excluded.title,
        event_title = excluded.event_title, open = excluded.open
      returning id, kind, key, event, title, event_title as "eventTitle", open, decimals, since, seen`);
    return rowsOf<typeof series.$inferSelect>(result).map(seriesOf);
  }

  /** Begins a span of recording. @returns its number */
  async beginRecording(since: number): Promise<number> {
    const [row] = await this.db
      .insert(recordings)
      .values({ since, until: since })
      .returning({ id: recordings.id });
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

  /** The newest one; undefined when there is none. */
  async lastSnapshot(): Promise<Snapshot | undefined> {
    const [row] = await this.db.select().from(snapshots).orderBy(sql`at desc`).limit(1);
    return row;
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
    await this.db.execute(sql.raw(`drop table if exists history.${name}`));
    this.made.delete(`${table} ${from}`);
  }

  /** Forgets what was last seen before this day, and recordings that ended before it. @returns the series forgotten */
  async forgetBefore(day: number): Promise<number[]> {
    await this.db.delete(recordings).where(lt(recordings.until, day * DAY * 1_000));
    const rows = await this.db.delete(series).where(lt(series.seen, day)).returning({ id: series.id });
    return rows.map(({ id }) => id);
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

const seriesOf = ({ kind, seen: _, ...rest }: typeof series.$inferSelect): Series => ({
  ...rest,
  kind: KINDS[kind] ?? 'market',
});

/** Changes of series within a span of Unix milliseconds, in the order of time for each. */
export async function readChanges(
  db: Db,
  ids: readonly number[],
  from: number,
  to: number,
): Promise<Change[]> {
  return db
    .select()
    .from(changes)
    .where(
      and(
        sql`${changes.series} = any(${arrayOf(ids)}::text::integer[])`,
        gte(changes.at, from),
        lt(changes.at, to),
      ),
    )
    .orderBy(asc(changes.series), asc(changes.at));
}

/**
 * Chunks of series that start within a span of Unix seconds, in the order of time for each. They come joined, one text
 * for each series: a row of bytes for each chunk takes ten times as long to be handed over as to be read.
 */
export async function readChunks(
  db: Db,
  tier: Tier,
  ids: readonly number[],
  from: number,
  to: number,
): Promise<Chunk[]> {
  const result = await db.execute(sql`
    select series, string_agg(start::text, ',' order by start) as starts,
      string_agg(length(body)::text, ',' order by start) as lengths,
      encode(string_agg(body, ''::bytea order by start), 'hex') as bodies
    from ${TABLES[tier]}
    where series = any(${arrayOf(ids)}::text::integer[]) and start >= ${from} and start < ${to}
    group by series order by series`);
  const rows = rowsOf<{ series: number; starts: string; lengths: string; bodies: string }>(result);
  return rows.flatMap(({ series, starts, lengths, bodies }) => {
    const bytes = Buffer.from(bodies, 'hex');
    const sizes = lengths.split(',').map(Number);
    let at = 0;
    return starts.split(',').map((start, nth): Chunk => {
      const body = bytes.subarray(at, at + (sizes[nth] ?? 0));
      at += body.length;
      return { series, start: Number(start), body };
    });
  });
}

/** Every partition there is, the oldest of each table first. */
async function readPartitions(db: Db): Promise<Partition[]> {
  const result = await db.execute(sql`
      select parent.relname as table, part.relname as name, pg_total_relation_size(part.oid)::float8 as bytes
      from pg_inherits
        join pg_class part on part.oid = inhrelid
        join pg_class parent on parent.oid = inhparent
        join pg_namespace space on space.oid = part.relnamespace
      where space.nspname = 'history' and part.relkind = 'r'`);
  return rowsOf<{ table: Partitioned; name: string; bytes: number }>(result)
    .map(({ table, name, bytes }) => {
      const from = Number(name.slice(table.length + 1)) * LENGTHS[table];
      return { table, name, from, to: from + LENGTHS[table], bytes };
    })
    .sort((a, b) => a.from - b.from);
}

/** From when on, in Unix seconds, there are seconds, minutes and hours; infinite where there are none. */
export async function readBegins(db: Db): Promise<Readonly<Record<Tier, number>>> {
  const partitions = await readPartitions(db);
  const first = (name: Partitioned, unit: number): number =>
    Math.min(...partitions.flatMap(({ table, from }) => (table === name ? from / unit : [])));
  const changesFrom = first('changes', 1_000);
  return {
    fine: Math.min(first('fine', 1), changesFrom),
    minutes: Math.min(first('minutes', 1), changesFrom),
    hours: first('hours', 1),
  };
}

/** Days since 1970; undefined before the first. Every day up to it is in hours, as far as it has any. */
export async function lastRolledDay(db: Db): Promise<number | undefined> {
  const [row] = await db.select({ day: max(rolledDays.day) }).from(rolledDays);
  return row?.day ?? undefined;
}

/** Recordings that reach into a span of Unix milliseconds, in the order of time. */
export async function readRecordings(db: Db, from: number, to: number): Promise<Recording[]> {
  return db
    .select({
      since: recordings.since,
      until: recordings.until,
      isNewest: sql<boolean>`${recordings.id} = (select max(id) from history.recordings)`,
    })
    .from(recordings)
    .where(and(gt(recordings.until, from), lt(recordings.since, to)))
    .orderBy(asc(recordings.since));
}

/** The newest snapshot that was made within a span of Unix seconds; undefined: none. */
export async function readSnapshot(db: Db, from: number, to: number): Promise<Snapshot | undefined> {
  const [row] = await db
    .select()
    .from(snapshots)
    .where(and(gt(snapshots.at, from), sql`${snapshots.at} <= ${to}`))
    .orderBy(sql`at desc`)
    .limit(1);
  return row;
}

/** The series of markets or assets by their keys; those that are not known are left out. */
export async function readSeries(db: Db, kind: Kind, keys: readonly string[]): Promise<Series[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .select()
    .from(series)
    .where(and(eq(series.kind, KINDS.indexOf(kind)), inArray(series.key, [...keys])));
  return rows.map(seriesOf);
}

/** By their numbers. */
export async function readSeriesById(db: Db, ids: readonly number[]): Promise<Series[]> {
  const rows = await db
    .select()
    .from(series)
    .where(sql`${series.id} = any(${arrayOf(ids)}::text::integer[])`);
  return rows.map(seriesOf);
}

/** Markets of an event, in the order in which they were first seen. */
export async function readEvent(db: Db, event: string): Promise<Series[]> {
  return (await db.select().from(series).where(eq(series.event, event)).orderBy(asc(series.id))).map(
    seriesOf,
  );
}
