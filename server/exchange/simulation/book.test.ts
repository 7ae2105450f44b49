import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookShape, makeBook, touch } from './book.ts';

const inputs = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  tick: fc.constantFrom(10_000, 1_000),
  volume: fc.integer({ min: 0, max: 50_000_000 }),
  fair: fc.double({ min: 0, max: 1, noNaN: true }),
  epoch: fc.integer({ min: 0, max: 2 ** 31 }),
});

describe('makeBook', () => {
  it('is never crossed, ascends, keeps to its tick and to whole lots, and tops out where touch says', () => {
    fc.assert(
      fc.property(inputs, ({ seed, tick, volume, fair, epoch }) => {
        const shape = bookShape(seed, tick, volume);
        const book = makeBook(shape, fair, epoch);
        const { bid, ask } = touch(shape, fair, epoch);
        expect(book.yes.at(-1)?.price ?? null).toBe(bid === null ? null : BigInt(bid));
        expect(book.no.at(-1)?.price ?? null).toBe(ask === null ? null : BigInt(1_000_000 - ask));
        if (bid !== null && ask !== null) expect(ask - bid).toBeGreaterThanOrEqual(tick);
        for (const side of [book.yes, book.no]) {
          expect(side.length).toBeLessThanOrEqual(25);
          side.forEach((level, i) => {
            const below = side[i - 1];
            if (below !== undefined) expect(level.price > below.price).toBe(true);
            expect(level.price % BigInt(tick)).toBe(0n);
            expect(level.price > 0n && level.price < 1_000_000n).toBe(true);
            expect(level.size % 10_000n).toBe(0n);
            expect(level.size > 0n).toBe(true);
          });
        }
      }),
    );
  });

  it('changes only some sizes from one requote to the next', () => {
    const shape = bookShape(42, 10_000, 1_000_000);
    const now = makeBook(shape, 0.5, 100).yes;
    const next = makeBook(shape, 0.5, 101).yes;
    const before = new Map(now.map((level) => [level.price, level.size]));
    const moved = next.filter((level) => before.get(level.price) !== level.size).length;
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThan(next.length);
  });
});
