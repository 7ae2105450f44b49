import { oneByOne } from '../common/one-by-one.ts';
import type { Db } from '../db/client.ts';
import { type Candle, coarser, DAY, FINE, type FIVE_MINUTES, finest, HOUR, MINUTE } from './candle.ts';
import { decodeChunk } from './chunk.ts';
import type { Chunk, Series } from './history-rows.ts';
import { lastRolledDay, readChunks } from './read-history.store.ts';
import { bySeries, changesOf } from './rollup.ts';

/** Seconds of the spans that can be read. */
export type Unit = typeof FINE | typeof MINUTE | typeof FIVE_MINUTES | typeof HOUR;

interface Span {
  /** Unix seconds, multiples of the unit; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

const floorTo = (instant: number, step: number): number => Math.floor(instant / step) * step;

/** Candles of the last hours from what has not been rolled up, of the rest from chunks of an hour. */
async function readHourly(
  db: Db,
  all: readonly Series[],
  unit: Unit,
  { from, to }: Span,
): Promise<Map<number, Candle[]>> {
  const [tier, kept] = unit === FINE ? (['fine', FINE] as const) : (['minutes', MINUTE] as const);
  const byId = new Map(all.map((one) => [one.id, one]));
  const ids = [...byId.keys()];
  const start = floorTo(from, HOUR);
  // In this order: an hour that is rolled up in between is read twice, and not missed.
  const latest = new Map<number, Candle[]>();
  for await (const [id, changes] of changesOf(db, ids, start * 1_000, to * 1_000)) {
    latest.set(id, coarser(finest((byId.get(id) as Series).kind, changes), FINE, unit));
  }
  const chunks = bySeries(await readChunks(db, tier, ids, start, to));
  const found = await oneByOne(all, ({ id }): [number, Candle[]] => {
    const own = chunks.get(id) ?? [];
    const hours = new Set(own.map((chunk) => chunk.start));
    const candles = own.flatMap((chunk) => decodeChunk(chunk.body, chunk.start / kept, unit / kept));
    // No candle reaches over the end of an hour.
    const rest = (latest.get(id) ?? []).filter(({ at }) => !hours.has(floorTo(at * unit, HOUR)));
    return [id, candles.concat(rest)];
  });
  return new Map(found);
}

/** Days that have been rolled up from their chunks, the rest from minutes. */
async function readDaily(db: Db, all: readonly Series[], { from, to }: Span): Promise<Map<number, Candle[]>> {
  const rolled = await lastRolledDay(db);
  const start = floorTo(from, DAY);
  const since = Math.max(start, rolled === undefined ? 0 : (rolled + 1) * DAY);
  const ids = all.map(({ id }) => id);
  const chunks = bySeries<Chunk>(since > start ? await readChunks(db, 'hours', ids, start, since) : []);
  const rest = since < to ? await readHourly(db, all, HOUR, { from: since, to }) : new Map();
  const found = await oneByOne(all, ({ id }): [number, Candle[]] => {
    const candles = (chunks.get(id) ?? []).flatMap((chunk) => decodeChunk(chunk.body, chunk.start / HOUR));
    return [id, candles.concat(rest.get(id) ?? [])];
  });
  return new Map(found);
}

/**
 * Candles of series within a span, by the number of the series; spans in which nobody looked are left out. Of seconds
 * the last days alone are known, of minutes the last weeks.
 */
export async function readCandles(
  db: Db,
  all: readonly Series[],
  unit: Unit,
  { from, to }: Span,
): Promise<Map<number, Candle[]>> {
  const span = { from: floorTo(from, unit), to };
  const found = unit === HOUR ? await readDaily(db, all, span) : await readHourly(db, all, unit, span);
  const isInside = ({ at }: Candle): boolean => at * unit >= span.from && at * unit < span.to;
  const cut = await oneByOne(found, ([id, candles]): [number, Candle[]] => [
    id,
    candles.filter(isInside).sort((a, b) => a.at - b.at),
  ]);
  return new Map(cut);
}
