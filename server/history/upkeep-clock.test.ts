import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from './candle.ts';
import type { HistoryStore } from './history.store.ts';
import type { Opened } from './history-rows.ts';
import { readCandles } from './read-candles.ts';
import { readSeries } from './read-history.store.ts';
import { Recording } from './recording.ts';
import { emptied, freshHistoryDatabase } from './testing/database.ts';
import { Tracker } from './tracker.ts';
import { UpkeepClock } from './upkeep-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('what is over and old', () => {
  /** Both clocks, of which the system's may be set. */
  function clocks() {
    const time = { even: 1_000, set: 1_790_000_000_000 };
    const clock = new UpkeepClock(
      () => time.set + time.even,
      () => time.even,
    );
    /** By how much what is read is ahead of what it is really, after some time. */
    const ahead = (passMs: number): number => {
      time.even += passMs;
      return clock.read() - time.even - 1_790_000_000_000;
    };
    return { time, clock, ahead };
  }

  it('is so by the clock, where nothing was recorded and it goes evenly', () => {
    const { clock, ahead } = clocks();
    clock.begin(undefined);
    expect([ahead(0), ahead(HOUR_MS), ahead(40 * 24 * HOUR_MS)]).toEqual([0, 0, 0]);
  });

  it('is not by a clock that is ahead for less than an hour, and by it once it has gone evenly for longer', () => {
    const { time, clock, ahead } = clocks();
    clock.begin(undefined);
    time.set += HOUR_MS;
    expect([ahead(MINUTE_MS), ahead(50 * MINUTE_MS)]).toEqual([0, 0]);
    // Another jump is doubted anew.
    time.set += 40 * 24 * HOUR_MS;
    expect([ahead(20 * MINUTE_MS), ahead(59 * MINUTE_MS)]).toEqual([0, 0]);
    expect(ahead(MINUTE_MS)).toBe(HOUR_MS + 40 * 24 * HOUR_MS);
    // What is set back counts at once, and what it was set back from is doubted again.
    time.set = 1_790_000_000_000;
    expect(ahead(MINUTE_MS)).toBe(0);
    time.set += HOUR_MS;
    expect(ahead(MINUTE_MS)).toBe(0);
  });

  it('is by a clock that is ahead by no more than what is told late', () => {
    const { time, clock, ahead } = clocks();
    clock.begin(undefined);
    time.set += 4 * MINUTE_MS;
    expect(ahead(MINUTE_MS)).toBe(4 * MINUTE_MS);
  });

  it('is after a start what was so when something was recorded last, until the clock has gone evenly for an hour', () => {
    const { time, clock, ahead } = clocks();
    clock.begin(time.set + time.even - 10 * HOUR_MS);
    expect([ahead(0), ahead(59 * MINUTE_MS), ahead(MINUTE_MS)]).toEqual([-10 * HOUR_MS, -10 * HOUR_MS, 0]);
  });
});

describe('a clock that was ahead for a moment', () => {
  /** Ten minutes into a day. */
  const START = Math.floor(1_790_000_000 / DAY) * DAY + 10 * MINUTE;
  let database: Opened;
  let store: HistoryStore;
  let tracker: Tracker;
  /** Seconds that have passed, and by how much the clock is ahead. */
  let passed: number;
  let ahead: number;
  const now = (): number => (START + passed + ahead) * 1_000;
  beforeAll(async () => {
    database = await freshHistoryDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    store = await emptied(database);
    tracker = new Tracker();
    passed = 0;
    ahead = 0;
  });

  /** Records as the recorder does, which begins anew when its clock was set back. */
  const open = (upkeep: UpkeepClock): Recording => {
    tracker.clear();
    return new Recording(store, tracker, Number.POSITIVE_INFINITY, now, upkeep);
  };
  async function look(recording: Recording, bid: number): Promise<void> {
    passed += 2 * MINUTE;
    const quote = { bid: BigInt(bid), ask: BigInt(bid + 20_000), volume: 0n };
    const about = { event: 'E1', title: '', eventTitle: '', open: true };
    tracker.see({ kind: 'quote', market: 'M1', ...quote, about }, now(), now());
    await recording.flush();
    await recording.maintain();
  }

  it.each([
    ['an hour', HOUR],
    ['a day', DAY],
    ['three days', 3 * DAY],
    ['forty days', 40 * DAY],
  ])('costs nothing that was seen before or after it, by %s', async (_, by) => {
    const upkeep = new UpkeepClock(now, () => passed * 1_000);
    const first = open(upkeep);
    await look(first, 400_000);
    ahead = by;
    await look(first, 410_000);
    ahead = 0;
    const second = open(upkeep);
    await look(second, 420_000);
    // The day after, when all of it has been rolled up.
    passed = 26 * HOUR;
    await second.maintain();
    const from = START - (START % HOUR);
    const all = await readSeries(store.db, 'market', ['M1']);
    const read = await readCandles(store.db, all, MINUTE, { from, to: from + HOUR });
    expect([...read.values()].flat().map(({ bid }) => bid)).toEqual([400_000, 420_000]);
    const tables = (await store.partitions()).map(({ table, from: at }) => [table, Math.floor(at / DAY)]);
    expect(tables).toContainEqual(['hours', expect.any(Number)]);
  });
});
