import { sql } from 'drizzle-orm';
import { inTurns } from '../../server/common/one-by-one.ts';
import { type Candle, coarser, DAY, HOUR, MINUTE } from '../../server/history/candle.ts';
import { encodeChunk } from '../../server/history/chunk.ts';
import type { HistoryStore } from '../../server/history/history.store.ts';
import type { Chunk, Series } from '../../server/history/history-rows.ts';
import { encodeSnapshot } from '../../server/history/snapshot.ts';

/** Share of the minutes in which a market's quote changes; in all others it was looked at, and the same. */
const CHANGES = 0.3;
const MOST = 980_000;
const AT_ONCE = 500;
/** Minutes that are made anew for each market; the others are those of a market before, from another bid on. */
const TICK = 1_000;

/** A walk of quotes that begins anew with each seed. */
function createWalk(seed: number) {
  let state = (seed * 2_654_435_761) % 4_294_967_296;
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  let bid = 50_000 + Math.floor(random() * 900) * TICK;
  let volume = Math.floor(random() * 100_000);
  return (at: number): Candle => {
    const open = 2 * bid + 2 * TICK;
    if (random() < CHANGES) {
      bid = Math.min(MOST, Math.max(TICK, bid + Math.round((random() - 0.5) * 8) * TICK));
      volume += Math.floor(random() * 500);
    }
    const close = 2 * bid + 2 * TICK;
    const course = { open, high: Math.max(open, close), low: Math.min(open, close), close };
    return { at, bid, ask: bid + 2 * TICK, last: null, volume, course };
  };
}

/** Fills a history with whole days that end at `end` (Unix seconds, the start of a day): minutes and hours. */
export async function fill(
  store: HistoryStore,
  all: readonly Series[],
  days: number,
  end: number,
): Promise<void> {
  const walks = new Map(all.map(({ id }) => [id, createWalk(id)]));
  for (let start = end - days * DAY; start < end; start += DAY) {
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const minutes: Chunk[] = [];
      const hours: Chunk[] = [];
      for (const { id } of all.slice(from, from + AT_ONCE)) {
        const walk = walks.get(id);
        if (!walk) continue;
        const day = Array.from({ length: DAY / MINUTE }, (_, nth) => walk(start / MINUTE + nth));
        for (let hour = 0; hour < DAY / HOUR; hour++) {
          const body = encodeChunk(day.slice(60 * hour, 60 * (hour + 1)), start / MINUTE + 60 * hour);
          minutes.push({ series: id, start: start + hour * HOUR, body });
        }
        hours.push({ series: id, start, body: encodeChunk(coarser(day, MINUTE, HOUR), start / HOUR) });
      }
      // In the order in which hours are rolled up.
      minutes.sort((a, b) => a.start - b.start);
      await store.addChunks({ minutes, hours });
    }
    await store.dayIsRolled(start / DAY, []);
  }
}

/**
 * Gives further series the chunks that others have, so many times over: a database as large as that of many more markets,
 * within minutes. `further` has the numbers of the first time, then those of the second, each as many as `all`.
 */
export async function copyChunks(
  store: HistoryStore,
  all: readonly Series[],
  further: readonly Series[],
): Promise<void> {
  const numbers = (of: readonly Series[]): string => `{${of.map(({ id }) => id).join(',')}}`;
  const parts = (await store.partitions()).filter(({ table }) => table === 'minutes' || table === 'hours');
  for (const { name } of parts) {
    const part = sql.raw(`history.${name}`);
    // Of those that were there: what is copied is not copied again.
    for (let from = 0; from < further.length; from += all.length) {
      await store.db.execute(sql`
        insert into ${part} (series, start, body)
        select pair.copy, had.start, had.body
        from unnest(${numbers(all)}::text::integer[],
          ${numbers(further.slice(from, from + all.length))}::text::integer[]) as pair (series, copy)
        join ${part} had on had.series = pair.series`);
    }
  }
}

/** Where all markets stood at an instant, as the recorder notes it every five minutes. */
export async function addSnapshot(store: HistoryStore, all: readonly Series[], at: number): Promise<void> {
  const standings = all.map(({ id }) => ({ series: id, age: 0, price: 100_000 + ((id * at) % 1_800_000) }));
  return store.addSnapshot({ at, body: await inTurns(encodeSnapshot(standings)) });
}
