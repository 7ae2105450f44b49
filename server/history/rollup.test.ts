import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { changes } from '../db/history-schema.ts';
import { BytesWriter } from './bytes.ts';
import { type Candle, DAY, FINE, FIVE_MINUTES, HOUR, type Kind, MINUTE } from './candle.ts';
import type { HistoryStore } from './history.store.ts';
import type { Change, Opened, Series } from './history-rows.ts';
import { readCandles, type Unit } from './read-candles.ts';
import { LATE_MS, rollUp } from './rollup.ts';
import { emptied, freshHistoryDatabase, seriesNamed } from './testing/database.ts';

let database: Opened;
beforeAll(async () => {
  database = await freshHistoryDatabase();
});
afterAll(() => database.close());

/** Twenty-two hours into a day, so that little of a life lies on two of them. */
const START = Math.floor(1_790_000_000 / DAY) * DAY + 22 * HOUR;
const KINDS: readonly Kind[] = ['market', 'market', 'asset'];

const price = fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: null, freq: 8 });
/** One look at a series after another, some seconds or hours later; `roll`: what is over is rolled up then. */
const lives = fc.array(
  fc.record({
    wait: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 90_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1_000_000, max: 5_000_000 }) },
    ),
    series: fc.nat({ max: KINDS.length - 1 }),
    quote: fc.record({ bid: price, ask: price, last: price, volume: price }),
    roll: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
);

/** What is to be read, by its own words: from all that was seen. */
function naive(changes: readonly Change[], kind: Kind, unit: number, from: number, to: number): Candle[] {
  const spanOf = ({ at }: Change): number => Math.floor(at / 1_000 / unit);
  const inside = changes.filter((change) => spanOf(change) * unit >= from && spanOf(change) * unit < to);
  return [...new Set(inside.map(spanOf))].map((at) => {
    const own = inside.filter((change) => spanOf(change) === at);
    const prices = own.flatMap(({ bid, ask, last }) =>
      kind === 'asset' ? (last ?? []) : bid === null || ask === null ? [] : bid + ask,
    );
    const { bid, ask, volume } = own.at(-1) as Change;
    const last = own.findLast((change) => change.last !== null)?.last ?? null;
    const [open] = prices;
    const close = prices.at(-1);
    const course =
      open === undefined || close === undefined
        ? null
        : { open, high: Math.max(...prices), low: Math.min(...prices), close };
    return { at, bid, ask, last, volume, course };
  });
}

async function namedSeries(store: HistoryStore): Promise<Series[]> {
  const named = KINDS.map((kind, nth) => seriesNamed(`k${nth}`, { kind, since: START }));
  return (await store.name(named)).sort((a, b) => (a.key < b.key ? -1 : 1));
}

describe('what was seen', () => {
  it('is what is read, at every length of span, however far it has been rolled up', {
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(lives, fc.nat({ max: 5 * HOUR }), async (life, lead) => {
        const store = await emptied(database);
        const all = await namedSeries(store);
        const recording = await store.beginRecording(START * 1_000);
        const written: Change[] = [];
        let now = START * 1_000;
        for (const { wait, series, quote, roll } of life) {
          now += wait;
          const change = { series: all[series]?.id ?? 0, at: now, ...quote };
          written.push(change);
          await store.append([change], recording, now);
          if (roll) await rollUp(store, now);
        }
        const check = async (): Promise<void> => {
          const to = Math.floor(now / 1_000) + 1;
          for (const unit of [FINE, MINUTE, FIVE_MINUTES, HOUR] as Unit[]) {
            const from = Math.floor((START + lead) / unit) * unit;
            const read = await readCandles(store.db, all, unit, { from: START + lead, to });
            for (const { id, kind } of all) {
              const own = written.filter((change) => change.series === id);
              expect(read.get(id)).toEqual(naive(own, kind, unit, from, to));
            }
          }
        };
        await check();
        // A day later everything has been rolled up.
        await rollUp(store, now + DAY * 1_000 + LATE_MS + HOUR * 1_000);
        expect((await store.partitions()).some(({ table }) => table === 'changes')).toBe(false);
        await check();
      }),
      { numRuns: 25 },
    );
  });
});

describe('changes of many series', () => {
  const MARKETS = 10;
  const ROWS = 20;

  /** Twenty changes of each of ten series within one hour that has not been rolled up. */
  async function recorded() {
    const store = await emptied(database);
    const named = Array.from({ length: MARKETS }, (_, nth) => seriesNamed(`k${nth}`, { since: START }));
    const all = await store.name(named);
    const recording = await store.beginRecording(START * 1_000);
    const quote = { bid: 1, ask: 2, last: null, volume: 0 };
    const rows = all.flatMap(({ id }) =>
      Array.from({ length: ROWS }, (_, nth) => ({ series: id, at: (START + nth) * 1_000, ...quote })),
    );
    await store.append(rows, recording, (START + ROWS) * 1_000);
    return { store, all };
  }

  /** The most that is done within one turn of what `work` makes the process do, by the calls of `watched`. */
  async function mostInATurn(watched: { mock: { calls: unknown[] } }, work: () => Promise<unknown>) {
    const counts: number[] = [];
    let seen = 0;
    let beating = true;
    const beat = () => {
      counts.push(watched.mock.calls.length - seen);
      seen = watched.mock.calls.length;
      if (beating) setImmediate(beat);
    };
    setImmediate(beat);
    await work();
    beating = false;
    counts.push(watched.mock.calls.length - seen);
    return { most: Math.max(...counts), all: watched.mock.calls.length };
  }

  it('are read for three of them at a time, and others go on in between', async () => {
    const { store, all } = await recorded();
    const parsed = vi.spyOn(changes.at, 'mapFromDriverValue');
    const read = () => readCandles(store.db, all, MINUTE, { from: START, to: START + HOUR });
    expect(await mostInATurn(parsed, read)).toEqual({ most: 3 * ROWS, all: MARKETS * ROWS });
  });

  it('are rolled up for three of them at a time, and written into bytes one after another', async () => {
    const later = (START + 2 * HOUR) * 1_000 + LATE_MS;
    const one = await recorded();
    const parsed = vi.spyOn(changes.at, 'mapFromDriverValue');
    const rows = await mostInATurn(parsed, () => rollUp(one.store, later));
    expect(rows).toEqual({ most: 3 * ROWS, all: MARKETS * ROWS });
    const another = await recorded();
    const written = vi.spyOn(BytesWriter.prototype, 'done');
    const chunks = await mostInATurn(written, () => rollUp(another.store, later));
    // Of seconds and of minutes.
    expect(chunks).toEqual({ most: 2, all: 2 * MARKETS });
  });
});
