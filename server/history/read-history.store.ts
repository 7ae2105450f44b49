import { and, asc, eq, gt, gte, inArray, lt, max, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { changes, recordings, rolledDays, series, snapshots } from '../db/history-schema.ts';
import type { Kind } from './candle.ts';
import {
  arrayOf,
  type Change,
  type Chunk,
  KINDS,
  LENGTHS,
  type Partition,
  type Partitioned,
  type Recording,
  rowsOf,
  type Series,
  type Snapshot,
  seriesOf,
  TABLES,
  type Tier,
} from './history-rows.ts';

/* What is read of the history, by whoever answers and by whoever rolls it up. */

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
export async function readPartitions(db: Db): Promise<Partition[]> {
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

/** How far the recordings have come, in Unix milliseconds; undefined: there are none. */
export async function lastRecordedAt(db: Db): Promise<number | undefined> {
  const [row] = await db.select({ until: max(recordings.until) }).from(recordings);
  return row?.until ?? undefined;
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
