import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { series } from '../db/history-schema.ts';
import { DAY, HOUR } from './candle.ts';
import type { HistoryStore } from './history.store.ts';
import type { Chunk, Opened } from './history-rows.ts';
import { KEPT_DAYS, prune } from './prune.ts';
import { readChunks } from './read-history.store.ts';
import { emptied, freshHistoryDatabase, seriesNamed } from './testing/database.ts';

const TODAY = 20_700;
const NOW = (TODAY * DAY + HOUR) * 1_000;
/** Of what does not become smaller when it is stored. */
const body = (nth: number): Uint8Array =>
  Uint8Array.from({ length: 1_000 }, (_, k) => (nth * 7_919 + k * k * 31 + (k >> 3) * 17) & 255);

let database: Opened;
let store: HistoryStore;
beforeAll(async () => {
  database = await freshHistoryDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  store = await emptied(database);
});

/** Two hundred chunks of a day; of minutes, rolled up unless told otherwise. */
async function fill(tier: 'fine' | 'minutes' | 'hours', day: number, isRolled = true): Promise<void> {
  const chunks = Array.from(
    { length: 200 },
    (_, series): Chunk => ({ series, start: day * DAY, body: body(series) }),
  );
  await store.addChunks({ [tier]: chunks });
  if (tier === 'minutes' && isRolled) await store.dayIsRolled(day, []);
}
const days = async (): Promise<string[]> =>
  (await store.partitions()).map(({ table, from }) => `${table} ${from / DAY - TODAY}`).sort();

describe('what goes', () => {
  it('is what is older than it is kept, but no minutes that are not in hours', async () => {
    await fill('fine', TODAY - KEPT_DAYS.fine);
    await fill('fine', TODAY - KEPT_DAYS.fine - 1);
    await fill('minutes', TODAY - KEPT_DAYS.minutes);
    await fill('minutes', TODAY - KEPT_DAYS.minutes - 1);
    await fill('minutes', TODAY - KEPT_DAYS.minutes - 2, false);
    await store.addSnapshot({ at: (TODAY - 10) * DAY, body: body(0) });
    expect(await prune(store, NOW, Number.POSITIVE_INFINITY)).toBe(true);
    expect(await days()).toEqual(['fine -2', 'minutes -35', 'minutes -37']);
  });

  it('is, where there is no room, the finest first and of it the oldest, and never today', async () => {
    for (const day of [2, 1, 0]) await fill('fine', TODAY - day);
    for (const day of [3, 2, 1, 0]) await fill('minutes', TODAY - day);
    const all = await store.bytes();
    const one = (await store.partitions())[0]?.bytes ?? 0;
    // As much less as one and a half of them take.
    expect(await prune(store, NOW, (all - 1.5 * one) / 0.95)).toBe(true);
    expect(await days()).toEqual(['fine 0', 'minutes -1', 'minutes -2', 'minutes -3', 'minutes 0'].sort());
    // And again.
    expect(await prune(store, NOW, (all - 3.5 * one) / 0.95)).toBe(true);
    expect(await days()).toEqual(['fine 0', 'minutes -1', 'minutes 0'].sort());
    expect((await store.bytes()) / 0.95).toBeLessThanOrEqual((all - 3.5 * one) / 0.95);
    // What remains may not go: nothing more is written then.
    expect(await prune(store, NOW, all / 10)).toBe(false);
    expect(await days()).toEqual(['fine 0', 'minutes 0']);
    expect(await readChunks(store.db, 'minutes', [7], TODAY * DAY, (TODAY + 1) * DAY)).toHaveLength(1);
  });

  it('are series of which nothing is left', async () => {
    const [old, young] = await store.name([
      seriesNamed('old', { since: (TODAY - 50) * DAY }),
      seriesNamed('young', { since: TODAY * DAY }),
    ]);
    expect(await store.forgetBefore(TODAY - 10)).toEqual([old?.id]);
    expect((await store.db.select().from(series)).map(({ id }) => id)).toEqual([young?.id]);
  });

  it('are no series that were seen on a day that is not in hours yet, whatever else is gone', async () => {
    const since = (TODAY - 1) * DAY;
    const named = await store.name(
      ['old', 'in minutes', 'in changes'].map((key) => seriesNamed(key, { since })),
    );
    const idOf = (name: string): number => named.find(({ key }) => key === name)?.id ?? 0;
    await store.addChunks({ minutes: [{ series: idOf('in minutes'), start: TODAY * DAY, body: body(0) }] });
    const seen = { series: idOf('in changes'), at: NOW, bid: 1, ask: 2, last: null, volume: null };
    await store.append([seen], await store.beginRecording(NOW), NOW);
    expect(await store.forgetBefore(TODAY)).toEqual([idOf('old')]);
  });
});
