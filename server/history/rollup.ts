import { setImmediate as nextTurn } from 'node:timers/promises';
import { slices } from '../common/one-by-one.ts';
import type { Db } from '../db/client.ts';
import { coarser, DAY, FINE, finest, HOUR, MINUTE } from './candle.ts';
import { decodeChunk, encodeChunk } from './chunk.ts';
import type { HistoryStore } from './history.store.ts';
import type { Change, Chunk, Partition } from './history-rows.ts';
import { readChanges, readChunks, readSeriesById } from './read-history.store.ts';

/** How long after the end of an hour something may still be told of it, in milliseconds. */
export const LATE_MS = 5 * 60_000;
/** So many series at a time: what is asked for besides is answered in between. */
const SLICE = 25;
/** Series whose changes are read at a time: an hour of one may be a thousand rows, made into objects in one piece. */
const FEW = 3;

/** What is of one series, by its number. */
export function bySeries<T extends { readonly series: number }>(rows: readonly T[]): Map<number, T[]> {
  const found = new Map<number, T[]>();
  for (const row of rows) {
    const own = found.get(row.series);
    if (own) own.push(row);
    else found.set(row.series, [row]);
  }
  return found;
}

/** Changes of series within a span of Unix milliseconds, few series at a time, and each that has any in its own turn. */
export async function* changesOf(
  db: Db,
  ids: readonly number[],
  from: number,
  to: number,
): AsyncGenerator<[number, Change[]]> {
  for (const some of slices(ids, FEW)) {
    for (const one of bySeries(await readChanges(db, some, from, to))) {
      await nextTurn();
      yield one;
    }
  }
}

/** What is done after each few series: rolling all of them up may take half a minute. */
type Between = () => Promise<void>;
const nothing: Between = async () => undefined;

/** Rolls an hour of changes up to chunks of seconds and of minutes, and lets the changes go. */
async function rollHour(store: HistoryStore, hour: Partition, between: Between): Promise<void> {
  const start = hour.from / 1_000;
  for (const ids of slices(await store.changedSeries(hour.from, hour.to), SLICE)) {
    const kinds = new Map((await readSeriesById(store.db, ids)).map(({ id, kind }) => [id, kind]));
    const seconds: Chunk[] = [];
    const minutes: Chunk[] = [];
    for await (const [series, rows] of changesOf(store.db, ids, hour.from, hour.to)) {
      const candles = finest(kinds.get(series) ?? 'market', rows);
      seconds.push({ series, start, body: encodeChunk(candles, start) });
      const body = encodeChunk(coarser(candles, FINE, MINUTE), start / MINUTE);
      minutes.push({ series, start, body });
    }
    await store.addChunks({ fine: seconds, minutes });
    await between();
  }
  await store.drop(hour);
}

/** Rolls the minutes of a day up to a chunk of hours. The minutes stay. */
async function rollDay(store: HistoryStore, start: number, between: Between): Promise<void> {
  const all = await store.seriesOfDay(start);
  for (const ids of slices(all, SLICE)) {
    const hours: Chunk[] = [];
    for (const [series, chunks] of bySeries(await readChunks(store.db, 'minutes', ids, start, start + DAY))) {
      const candles = chunks.flatMap((chunk) => decodeChunk(chunk.body, chunk.start / MINUTE, HOUR / MINUTE));
      hours.push({ series, start, body: encodeChunk(candles, start / HOUR) });
    }
    await store.addChunks({ hours });
    await between();
  }
  await store.dayIsRolled(start / DAY, all);
}

/**
 * Rolls up what is over: hours to seconds and minutes, days to hours. Everything that was seen before must have been
 * written; what is seen meanwhile is of no hour that is over, and may be written `between`. What it leaves half done it
 * does again the next time.
 * @param now Unix milliseconds
 */
export async function rollUp(store: HistoryStore, now: number, between = nothing): Promise<void> {
  const isOver = (end: number): boolean => end + LATE_MS < now;
  const before = await store.partitions();
  for (const hour of before) {
    if (hour.table === 'changes' && isOver(hour.to)) await rollHour(store, hour, between);
  }
  const after = await store.partitions();
  const unrolled = after.flatMap(({ table, from }) => (table === 'changes' ? from / 1_000 : []));
  const rolled = new Set(await store.rolledDays());
  for (const { table, from, to } of after) {
    if (table !== 'minutes' || rolled.has(from / DAY) || !isOver(to * 1_000)) continue;
    if (unrolled.some((hour) => hour < to)) continue;
    await rollDay(store, from, between);
  }
}
