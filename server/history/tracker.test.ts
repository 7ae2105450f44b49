import { describe, expect, it } from 'vitest';
import { inTurns } from '../common/one-by-one.ts';
import type { Sighting } from './sightings.ts';
import { seriesNamed } from './testing/database.ts';
import { changesOf, namedOf, Tracker } from './tracker.ts';

const T = 1_790_000_000_000 - (1_790_000_000_000 % 60_000);
const ABOUT = { event: 'E', title: 'T', eventTitle: 'ET', open: true };
const quote = (bid: bigint | null, ask: bigint | null, volume: bigint | null = 5n): Sighting => ({
  kind: 'quote',
  market: 'M',
  bid,
  ask,
  volume,
  about: ABOUT,
});
const book = (bid: bigint, ask: bigint): Sighting => ({ kind: 'book', market: 'M', bid, ask });
const trade = (price: bigint, at: number): Sighting => ({ kind: 'trade', market: 'M', price, at });

/** What a tracker would write after looking at these, so many milliseconds after T. */
function written(tracker: Tracker, looks: readonly (readonly [Sighting, number])[]) {
  for (const [sighting, after] of looks) tracker.see(sighting, T + after, T + after);
  const batch = tracker.next(1_000);
  tracker.named(
    batch.news,
    batch.news.map(({ key, kind }) => ({ ...seriesNamed(key, { kind }), id: 7 })),
  );
  const rows = changesOf(batch);
  tracker.wrote(batch);
  return rows.map(({ at, bid, ask, last, volume }) => [at - T, bid, ask, last, volume]);
}

describe('what is written', () => {
  it('is no price below zero, nor a market that stands at one', async () => {
    const tracker = new Tracker();
    const looks = [
      [quote(40n, 42n), 0],
      [quote(-50n, 42n), 10_000],
      [trade(-7n, T / 1_000 + 11), 11_000],
      [quote(41n, 42n), 12_000],
    ] as const;
    expect(written(tracker, looks)).toEqual([
      [0, 40, 42, null, 5],
      [12_000, 41, 42, null, 5],
    ]);
    written(tracker, [[quote(-50n, 42n), 20_000]]);
    const { standings } = await inTurns(tracker.standings(T + 20_000, 60));
    expect(standings).toMatchObject([{ price: 83 }]);
  });

  it('is each change, and once a minute what stayed the same', () => {
    expect(
      written(new Tracker(), [
        [quote(40n, 42n), 0],
        [quote(40n, 42n), 10_000],
        [quote(40n, 43n), 20_000],
        [quote(40n, 43n, 6n), 30_000],
        [quote(40n, 43n, 6n), 59_999],
        [quote(40n, 43n, 6n), 60_000],
        [quote(40n, 43n, 6n), 61_000],
        [quote(null, 43n, null), 62_000],
      ]),
    ).toEqual([
      [0, 40, 42, null, 5],
      [20_000, 40, 43, null, 5],
      [30_000, 40, 43, null, 6],
      [60_000, 40, 43, null, 6],
      [62_000, null, 43, null, 6],
    ]);
  });

  it('is never older than what was written, nor than five minutes', () => {
    const tracker = new Tracker();
    tracker.see(quote(40n, 42n), T, T);
    tracker.see(quote(50n, 52n), T - 1, T);
    tracker.see(quote(50n, 52n), T, T);
    tracker.see({ ...quote(50n, 52n), market: 'N' } as Sighting, T - 300_001, T);
    expect(written(tracker, [])).toEqual([[0, 40, 42, null, 5]]);
    // By clocks that count parts of milliseconds, or are ahead.
    tracker.see(quote(41n, 42n), T + 1.6, T + 2.4);
    tracker.see(quote(42n, 43n), T + 9_000, T + 5);
    expect(written(tracker, []).map(([at]) => at)).toEqual([1, 5]);
  });

  it('is what books say where nothing else does, and not more often than every ten seconds', () => {
    expect(
      written(new Tracker(), [
        [quote(40n, 42n), 0],
        [book(39n, 43n), 1_000],
        [book(38n, 43n), 61_000],
        [book(37n, 43n), 65_000],
        [book(36n, 43n), 71_000],
      ]),
    ).toEqual([
      [0, 40, 42, null, 5],
      [61_000, 38, 43, null, 5],
      [71_000, 36, 43, null, 5],
    ]);
  });

  it('is no trade dated far ahead, and those that follow it are', () => {
    const now = T / 1_000;
    expect(
      written(new Tracker(), [
        [quote(40n, 42n), 0],
        [trade(90n, now + 86_400), 1],
        [trade(41n, now + 2), 2],
        [quote(40n, 43n), 3_000],
      ]),
    ).toEqual([
      [0, 40, 42, null, 5],
      [3_000, 40, 43, 41, 5],
    ]);
  });

  it('has the newest trade with the next quote, once', () => {
    const now = T / 1_000;
    expect(
      written(new Tracker(), [
        [trade(41n, now - 2), 0],
        [quote(40n, 42n), 1],
        [trade(41n, now - 1), 2],
        [trade(39n, now - 2), 3],
        [quote(40n, 42n), 4],
        [trade(41n, now - 1), 5],
        [quote(40n, 42n), 6],
      ]),
    ).toEqual([
      [1, 40, 42, null, 5],
      [4, 40, 42, 41, 5],
    ]);
  });

  it('is also what was learnt of a market while the database was told of it', () => {
    const tracker = new Tracker();
    tracker.see(quote(40n, 42n), T, T);
    const batch = tracker.next(10);
    const told = batch.news.map((one) => ({ ...namedOf(one), id: 7 }));
    tracker.see({ ...quote(50n, 52n), about: { ...ABOUT, open: false } } as Sighting, T + 1, T + 1);
    tracker.named(batch.news, told);
    tracker.wrote(batch);
    const next = tracker.next(10);
    expect(next.news.map(namedOf)).toMatchObject([{ key: 'M', open: false, title: 'T' }]);
    tracker.named(
      next.news,
      next.news.map((one) => ({ ...namedOf(one), id: 7 })),
    );
    tracker.wrote(next);
    tracker.see(quote(60n, 62n), T + 2, T + 2);
    expect(tracker.next(10)).toMatchObject({ rows: [{ bid: 60 }], news: [{ about: { open: true } }] });
  });

  it('is exact for assets, dear or cheap', () => {
    const price = (mint: string, usd: bigint): Sighting => ({ kind: 'price', mint, price: usd });
    const tracker = new Tracker();
    tracker.see(price('cheap', 17n), T, T);
    tracker.see(price('dear', 97_123_456_789_000_000n), T, T);
    const { rows } = tracker.next(10);
    expect(rows.map(({ of, bid, ask, last }) => [of.decimals, bid, ask, last])).toEqual([
      [12, null, null, 17],
      [9, null, null, 97_123_456_789_000],
    ]);
  });

  it('is no more than there is room for, and says since when something is missing', () => {
    const tracker = new Tracker({ maxPending: 2 });
    const looks = [1, 2, 3, 4].map((nth) => [quote(BigInt(nth), 50n), nth * 1_000] as const);
    expect(written(tracker, looks)).toHaveLength(2);
    expect(tracker.dropped).toBe(2);
    expect(tracker.gapAt).toBe(T + 3_000);
    tracker.gapIsNoted();
    // What was dropped is not taken for written.
    expect(written(tracker, [[quote(4n, 50n), 5_000]])).toEqual([[5_000, 4, 50, null, 5]]);
    expect(tracker.gapAt).toBeUndefined();
  });
});
