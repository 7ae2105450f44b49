import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candle, coarser, finest, HOUR, MINUTE, type Seen } from './candle.ts';
import { decodeChunk, encodeChunk } from './chunk.ts';

const START = 1_790_000_000;
const price = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null });
const volume = fc.option(fc.integer({ min: 0, max: 2 ** 45 }), { nil: null });
const seen: fc.Arbitrary<Seen[]> = fc
  .array(
    fc.record({
      wait: fc.oneof(
        fc.integer({ min: 0, max: 900 }),
        fc.constant(1_000),
        fc.integer({ min: 1, max: 400_000 }),
      ),
      bid: price,
      ask: price,
      last: price,
      volume,
      repeats: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 60 },
  )
  .map((steps) => {
    let at = START * 1_000;
    return steps.flatMap(({ wait, repeats, ...quote }) =>
      Array.from({ length: repeats + 1 }, () => {
        at += wait;
        return { at, ...quote };
      }),
    );
  });

/** The same, one span after another, by its own words. */
function naive(all: readonly Seen[], seconds: number): Candle[] {
  const spans = [...new Set(all.map(({ at }) => Math.floor(at / (seconds * 1_000))))];
  return spans.map((at) => {
    const within = all.filter((one) => Math.floor(one.at / (seconds * 1_000)) === at);
    const prices = within.flatMap(({ bid, ask }) => (bid === null || ask === null ? [] : [bid + ask]));
    const { bid, ask, volume: traded } = within.at(-1) as Seen;
    const last = within.findLast((one) => one.last !== null)?.last ?? null;
    const course =
      prices.length === 0
        ? null
        : {
            open: prices[0] as number,
            high: Math.max(...prices),
            low: Math.min(...prices),
            close: prices.at(-1) as number,
          };
    return { at, bid, ask, last, volume: traded, course };
  });
}

describe('a chunk', () => {
  it('says what went into it, whatever the lengths of its spans', () => {
    fc.assert(
      fc.property(seen, (all) => {
        const fine = finest('market', all);
        const minutes = coarser(fine, 1, MINUTE);
        const hours = coarser(minutes, MINUTE, HOUR);
        for (const [candles, seconds] of [
          [fine, 1],
          [minutes, MINUTE],
          [hours, HOUR],
        ] as const) {
          expect(candles).toEqual(naive(all, seconds));
          const start = Math.floor(START / seconds);
          const bytes = encodeChunk(candles, start);
          expect(decodeChunk(bytes, start)).toEqual(candles);
          expect(decodeChunk(bytes, start, 5)).toEqual(naive(all, 5 * seconds));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('takes two bytes more for an hour in which nothing changed', () => {
    const candles = Array.from({ length: 60 }, (_, minute) => ({
      at: minute,
      bid: 410_000,
      ask: 420_000,
      last: null,
      volume: 5_000,
      course: { open: 830_000, high: 830_000, low: 830_000, close: 830_000 },
    }));
    const one = encodeChunk(candles.slice(0, 1), 0).length;
    expect(encodeChunk(candles, 0).length - one).toBe(2);
    expect(one).toBeLessThanOrEqual(14);
  });

  it('is refused when it is cut short or of another form', () => {
    const bytes = encodeChunk(
      finest('market', [{ at: 0, bid: 400_000, ask: 500_000, last: 1, volume: 2 }]),
      0,
    );
    expect(() => decodeChunk(bytes.slice(0, -1), 0)).toThrow('cut short');
    expect(() => decodeChunk(Uint8Array.of(9), 0)).toThrow('unknown form');
  });
});
