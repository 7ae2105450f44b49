import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublicAnswer } from '../common/public-answer.ts';
import { DAY } from './candle.ts';
import { HistoryStore } from './history.store.ts';
import type { Opened } from './history-rows.ts';
import { readChanges, readRecordings, readSeries } from './read-history.store.ts';
import { createRecorder, type Recorder, type RecorderOptions } from './recorder.ts';
import { Recording } from './recording.ts';
import { LATE_MS } from './rollup.ts';
import { sightingsIn } from './sightings.ts';
import { emptied, freshHistoryDatabase } from './testing/database.ts';
import { Tracker } from './tracker.ts';

let database: Opened;
beforeAll(async () => {
  database = await freshHistoryDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptied(database);
});

const log: Record<string, unknown>[] = [];
let recorder: Recorder;
afterEach(async () => {
  await recorder.close();
  log.length = 0;
});

/** The database of this file, which stays open when a recorder closes it. */
const lent = (lost = new AbortController().signal): Opened => ({
  ...database,
  lost,
  close: async () => undefined,
});

function start(options: Partial<RecorderOptions> = {}): void {
  recorder = createRecorder({
    open: async () => lent(),
    maxBytes: Number.POSITIVE_INFINITY,
    log: (entry) => log.push(entry),
    ...options,
    limits: { flushMs: 5, retryMs: 5, ...options.limits },
  });
}

/** Of what a list of texts could mistake for its own. */
const TITLE = 'Yes, "no" or {\\N}?\n\tNULL’';

const market = (bid: number) => ({
  marketId: 'M1',
  eventId: 'E1',
  status: 'open',
  title: TITLE,
  pricing: { buyYesPriceUsd: bid + 20_000, sellYesPriceUsd: bid, volume: 7 },
});
const answer = (bid: number, at = Date.now()): PublicAnswer => ({
  id: 'getMarket',
  params: { marketId: 'M1' },
  body: new TextEncoder().encode(JSON.stringify(market(bid))),
  at,
});
const gauge = (name: string): number =>
  recorder.gauges.find((one) => one.name === name)?.read() ?? Number.NaN;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}
/** The bids that the database has of the market. */
async function bids(): Promise<(number | null)[]> {
  const all = await readSeries(database.db, 'market', ['M1']);
  const rows = await readChanges(
    database.db,
    all.map(({ id }) => id),
    0,
    Number.MAX_SAFE_INTEGER,
  );
  return rows.map(({ bid }) => bid);
}
const recordings = () => readRecordings(database.db, 0, Number.MAX_SAFE_INTEGER);

describe('a recorder', () => {
  it('reads a long answer in small pieces, others in between', async () => {
    start();
    const markets = Array.from({ length: 20_000 }, (_, at) => ({ ...market(400_000), marketId: `M${at}` }));
    const body = new TextEncoder().encode(JSON.stringify({ data: markets }));
    recorder.see({ id: 'listEventMarkets', params: { eventId: 'E1' }, body, at: Date.now() });
    const seen: number[] = [];
    while (seen.at(-1) !== 20_000) {
      await new Promise((next) => setImmediate(next));
      seen.push(gauge('history_series'));
    }
    expect(seen.length).toBeGreaterThan(3);
  });

  it('writes what answers say, whether they were read already or not, and what its market is', async () => {
    start();
    const now = Date.now();
    recorder.see(answer(400_000, now - 2));
    recorder.see({ ...answer(0, now - 1), json: market(410_000) });
    recorder.see({ ...answer(0, now), body: new TextEncoder().encode('{') });
    await until(async () => (await bids()).length === 2);
    expect(await bids()).toEqual([400_000, 410_000]);
    expect(await readSeries(database.db, 'market', ['M1'])).toMatchObject([
      { event: 'E1', title: TITLE, open: true, decimals: 6 },
    ]);
    expect(gauge('history_recording')).toBe(1);
  });

  it('keeps nobody waiting while the database is away, and writes then what it has seen', async () => {
    let isAway = true;
    start({
      open: async () => {
        if (isAway) throw new Error('away');
        return lent();
      },
    });
    const began = Date.now();
    for (let nth = 0; nth < 20; nth++) recorder.see(answer(400_000 + nth, began - 20 + nth));
    await until(() => gauge('history_waiting') === 20);
    expect(log).toMatchObject([{ level: 'warn', message: 'the history cannot be opened' }]);
    isAway = false;
    await until(async () => (await bids()).length === 20);
    await until(() => log.length === 2);
    expect(log[1]).toMatchObject({ level: 'info' });
    // Nothing is missing: it is one recording.
    expect(await recordings()).toHaveLength(1);
  });

  it('drops what there is no room for while writing fails, which is a gap', async () => {
    let fails = true;
    const failing: Opened = {
      ...lent(),
      transaction: (work) => (fails ? Promise.reject(new Error('no')) : database.transaction(work)),
    };
    start({ open: async () => failing, limits: { maxPending: 3 } });
    const began = Date.now();
    for (let nth = 0; nth < 5; nth++) recorder.see(answer(400_000 + nth, began - 10 + nth));
    await until(() => gauge('history_dropped_total') === 2 && log.length > 0);
    fails = false;
    // Rows are in the database before the recorder knows that they are, and makes room.
    await until(() => gauge('history_waiting') === 0);
    expect(await bids()).toHaveLength(3);
    recorder.see(answer(500_000));
    await until(async () => (await bids()).length === 4);
    const [first, second] = await recordings();
    expect(first?.until).toBe(began - 10 + 3);
    expect(second?.since).toBeGreaterThan(began - 10 + 3);
    expect(log.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  it('writes nothing of what answers waited too long to be read, and says so', async () => {
    start({ limits: { maxAnswers: 2 } });
    for (let nth = 0; nth < 5; nth++) recorder.see(answer(400_000 + nth, Date.now() - 10 + nth));
    expect(gauge('history_dropped_total')).toBe(3);
    await until(async () => (await bids()).length === 2);
  });

  it('sees nothing while another process records, and all from when it does itself', async () => {
    let take = (): void => undefined;
    start({
      open: async (onWait, signal) => {
        onWait('another process writes');
        await new Promise<void>((resolve) => {
          take = resolve;
          signal.addEventListener('abort', () => resolve());
        });
        return lent();
      },
    });
    recorder.see(answer(400_000));
    expect(gauge('history_waiting')).toBe(0);
    take();
    await until(() => gauge('history_recording') === 1);
    recorder.see(answer(420_000));
    await until(async () => (await bids()).length === 1);
    expect(await bids()).toEqual([420_000]);
  });

  it('goes on in another term when it has lost the database', async () => {
    const lost = new AbortController();
    let terms = 0;
    start({
      open: async () => {
        terms += 1;
        return lent(terms === 1 ? lost.signal : undefined);
      },
    });
    recorder.see(answer(400_000));
    await until(async () => (await bids()).length === 1);
    lost.abort();
    await until(() => recorder.database() === undefined);
    recorder.see(answer(430_000));
    await until(async () => (await bids()).length === 2);
    expect(terms).toBe(2);
  });

  it('writes nothing at all where transactions are refused, as without room on the disk', async () => {
    const transaction = (): never => {
      throw new Error('no room');
    };
    let refuses = false;
    start({
      open: async () => ({
        ...lent(),
        transaction: (work) => (refuses ? transaction() : database.transaction(work)),
      }),
    });
    await until(() => gauge('history_recording') === 1);
    refuses = true;
    recorder.see(answer(400_000));
    await until(() => log.length > 0);
    expect(await readSeries(database.db, 'market', ['M1'])).toEqual([]);
    refuses = false;
    await until(async () => (await bids()).length === 1);
  });

  it('writes all that was seen of a market that it had forgotten and saw again before it was written', async () => {
    const tracker = new Tracker({ maxSeries: 1 });
    const now = Date.now();
    const recording = new Recording(new HistoryStore(database), tracker, Number.POSITIVE_INFINITY, () => now);
    const see = (marketId: string, bid: number, at: number, title = TITLE): void => {
      const told = { ...market(bid), marketId, title };
      for (const sighting of sightingsIn('getMarket', told, { marketId })) tracker.see(sighting, at, now);
    };
    see('M1', 400_000, now - 4);
    see('M2', 500_000, now - 3);
    see('M1', 410_000, now - 2, 'another title');
    await recording.flush();
    expect(tracker.waiting).toBe(0);
    expect(await bids()).toEqual([400_000, 410_000]);
    // What was learnt the second time is written with what is seen next.
    see('M1', 420_000, now - 1, 'another title');
    await recording.flush();
    expect(await readSeries(database.db, 'market', ['M1'])).toMatchObject([{ title: 'another title' }]);
    expect(await bids()).toEqual([400_000, 410_000, 420_000]);
  });

  it('writes what is seen while it rolls up, and notes that it records', async () => {
    const tracker = new Tracker();
    const store = new HistoryStore(database);
    let now = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const recording = new Recording(store, tracker, Number.POSITIVE_INFINITY, () => now);
    const see = (marketId: string, bid: number): void => {
      const told = { ...market(bid), marketId };
      for (const sighting of sightingsIn('getMarket', told, { marketId })) tracker.see(sighting, now, now);
    };
    // More than are rolled up at a time.
    for (let nth = 1; nth <= 60; nth++) see(`M${nth}`, 400_000);
    await recording.flush();
    now += 3_600_000 + LATE_MS + 1;
    const began = now;
    // The database is slow, and prices move meanwhile.
    const addChunks = store.addChunks.bind(store);
    store.addChunks = async (written) => {
      await addChunks(written);
      now += 10_000;
      see('M1', 400_000 + now - began);
    };
    await recording.flush();
    await recording.maintain();
    expect(now).toBe(began + 30_000);
    expect(await bids()).toEqual([410_000, 420_000, 430_000]);
    expect((await recordings()).map(({ until: end }) => end)).toEqual([now]);
  });

  it('counts what the history has no room for as dropped, and not as written', async () => {
    const tracker = new Tracker();
    const now = Date.now();
    const recording = new Recording(new HistoryStore(database), tracker, 0, () => now);
    const see = (bid: number, at: number): void => {
      for (const sighting of sightingsIn('getMarket', market(bid), { marketId: 'M1' }))
        tracker.see(sighting, at, now);
    };
    see(400_000, now - 2);
    await recording.flush();
    // Whether there is room is looked at once something was written: from then on there is none.
    await recording.maintain();
    see(410_000, now - 1);
    await recording.flush();
    expect(tracker.waiting).toBe(0);
    expect([tracker.written, tracker.dropped]).toEqual([1, 1]);
    expect(await bids()).toEqual([400_000]);
  });

  it('lets go of what is older than it is kept while there is no room to write', async () => {
    const store = new HistoryStore(database);
    const today = Math.floor(Date.now() / 1_000 / DAY);
    const chunk = (day: number) => ({ series: 1, start: day * DAY, body: new Uint8Array(10) });
    await store.addChunks({ fine: [chunk(today - 5), chunk(today)] });
    // Full once the recording has begun, until something was let go.
    let begun = false;
    let freed = false;
    start({
      open: async () => ({
        ...lent(),
        transaction: async (work, frees = false) => {
          if (begun && !freed && !frees) throw new Error('no room');
          begun = true;
          freed ||= frees;
          return database.transaction(work, frees);
        },
      }),
    });
    await until(() => gauge('history_recording') === 1);
    recorder.see(answer(400_000));
    await until(async () => (await bids()).length === 1);
    const days = (await store.partitions()).flatMap(({ table, from }) =>
      table === 'fine' ? [from / DAY - today] : [],
    );
    expect(days).toEqual([0]);
  });

  it('goes on at once when its clock was ahead and is set right', async () => {
    // A minute into an hour, which stays as it was seen: it is not over.
    let clock = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 60_000;
    start({ now: () => clock });
    recorder.see(answer(400_000, clock));
    await until(async () => (await bids()).length === 1);
    clock += 1_800_000;
    recorder.see(answer(410_000, clock));
    await until(async () => (await bids()).length === 2);
    clock -= 1_700_000;
    await until(async () => {
      clock += 1;
      recorder.see(answer(420_000, clock));
      return (await bids()).length === 3;
    });
    expect(await bids()).toEqual([400_000, 420_000, 410_000]);
    expect(await recordings()).toHaveLength(2);
  });

  it('has recorded nothing while its process stood still', async () => {
    let clock = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 60_000;
    let writing = 0;
    start({
      now: () => clock,
      even: () => clock,
      open: async () => ({
        ...lent(),
        transaction: async (work) => {
          writing += 1;
          return database.transaction(work).finally(() => {
            writing -= 1;
          });
        },
      }),
    });
    for (const bid of [400_000, 405_000]) {
      clock += 1_000;
      recorder.see(answer(bid, clock));
      await until(async () => (await bids()).at(-1) === bid);
    }
    await until(() => writing === 0);
    const stoppedAt = clock;
    clock += 240_000;
    recorder.see(answer(410_000, clock));
    await until(async () => (await recordings()).length === 2);
    const [before, after] = await recordings();
    expect(before?.until).toBe(stoppedAt);
    expect(after?.since).toBe(stoppedAt + 240_000);
  });

  it('notices that its clock was ahead while it wrote, and only then', async () => {
    let clock = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 60_000;
    let isOver = false;
    start({
      now: () => clock,
      open: async () => ({
        ...lent(),
        transaction: async (work) => {
          // Once the recording has begun, which is a transaction too.
          if (!isOver && gauge('history_recording') === 1 && gauge('history_waiting') === 1) {
            isOver = true;
            clock += 1_800_000;
            recorder.see(answer(410_000, clock));
            await until(() => gauge('history_waiting') === 2);
            clock -= 1_700_000;
          }
          return database.transaction(work);
        },
      }),
    });
    recorder.see(answer(400_000, clock));
    await until(async () => (await bids()).length === 2);
    await until(async () => {
      clock += 1;
      recorder.see(answer(420_000, clock));
      return (await bids()).length === 3;
    });
    expect(await bids()).toEqual([400_000, 420_000, 410_000]);
  });

  it('writes what is left when it closes', async () => {
    start({ limits: { flushMs: 60_000 } });
    await until(() => gauge('history_recording') === 1);
    recorder.see(answer(400_000));
    await until(() => gauge('history_waiting') === 1);
    await recorder.close();
    expect(await bids()).toEqual([400_000]);
  });
});
