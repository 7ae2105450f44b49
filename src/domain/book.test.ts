import { microContracts, microUsd, ONE_USD } from '@contract/money.ts';
import type { Orderbook } from '@contract/prediction/orderbook.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  averageTo,
  bookState,
  buildLadder,
  GROUPINGS,
  groupPrice,
  midPrice,
  naturalGrouping,
  sideBook,
} from './book.ts';

const level = (cents: number, contracts: number) => ({
  price: microUsd(BigInt(Math.round(cents * 10_000))),
  size: microContracts(BigInt(Math.round(contracts * 1_000_000))),
});
const bookOf = (yes: [number, number][], no: [number, number][]): Orderbook => ({
  yes: [],
  no: [],
  yes_dollars: yes.map(([p, q]) => level(p, q)),
  no_dollars: no.map(([p, q]) => level(p, q)),
});

/** Uncrossed books in 0.1¢ steps: YES bids below the split, NO bids below its complement. */
const levels = (below: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: Math.max(1, below - 1) }), { maxLength: 25 })
    .chain((tenths) =>
      fc.tuple(
        fc.constant(tenths.sort((a, b) => a - b)),
        fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: tenths.length, maxLength: tenths.length }),
      ),
    )
    .map(([tenths, sizes]): [number, number][] => tenths.map((t, i) => [t / 10, (sizes[i] ?? 1) / 100]));
const anyBook = fc
  .integer({ min: 20, max: 980 })
  .chain((split) => fc.tuple(levels(split), levels(1_000 - split)))
  .map(([yes, no]) => bookOf(yes, no));

describe('side of a book', () => {
  const book = bookOf(
    [
      [60, 10],
      [67.5, 20],
    ],
    [
      [30, 5],
      [31.5, 7],
    ],
  );

  it('takes the tail of the ascending arrays as the best, and the complement as asks', () => {
    const yes = sideBook(book, 'yes');
    expect(yes.bids.map(({ price }) => price)).toEqual([675_000n, 600_000n]);
    expect(yes.asks.map(({ price }) => price)).toEqual([685_000n, 700_000n]);
    const no = sideBook(book, 'no');
    expect(no.bids.map(({ price }) => price)).toEqual([315_000n, 300_000n]);
    expect(no.asks.map(({ price }) => price)).toEqual([325_000n, 400_000n]);
  });

  it('has the mid of both sides add up to one', () => {
    expect(midPrice(sideBook(book, 'yes'))).toBe(680_000n);
    expect(midPrice(sideBook(book, 'no'))).toBe(320_000n);
  });

  it.each([
    ['empty', bookOf([], [])],
    ['only-bids', bookOf([[60, 1]], [])],
    ['only-asks', bookOf([], [[30, 1]])],
    ['crossed', bookOf([[60, 1]], [[45, 1]])],
    ['crossed', bookOf([[60, 1]], [[40, 1]])],
    ['two-sided', bookOf([[60, 1]], [[39, 1]])],
  ] as const)('names the state %s', (state, value) => {
    expect(bookState(sideBook(value, 'yes'))).toBe(state);
  });

  it('has no mid and no spread unless its best prices are apart', () => {
    for (const [yes, no] of [
      [[[60, 1]], [[45, 1]]],
      [[[60, 1]], [[40, 1]]],
      [[[60, 1]], []],
      [[], [[40, 1]]],
    ] as [number, number][][][]) {
      const book = bookOf(yes ?? [], no ?? []);
      expect(midPrice(sideBook(book, 'yes'))).toBeNull();
      expect(buildLadder(book, 'yes', 10_000n)).toMatchObject({ mid: null, spread: null });
    }
  });

  it('reads a missing book as empty and leaves out what is no quote', () => {
    expect(bookState(sideBook(null, 'yes'))).toBe('empty');
    expect(
      sideBook(
        bookOf(
          [
            [0, 5],
            [50, 0],
            [100, 3],
          ],
          [],
        ),
        'yes',
      ).bids,
    ).toEqual([]);
  });

  it('sorts a book that came in the wrong order', () => {
    const [best] = sideBook(
      bookOf(
        [
          [67, 1],
          [60, 1],
        ],
        [],
      ),
      'yes',
    ).bids;
    expect(best?.price).toBe(670_000n);
  });

  it('tells the natural grouping from the prices', () => {
    expect(naturalGrouping(bookOf([[60, 1]], [[30, 1]]))).toBe(10_000n);
    expect(naturalGrouping(bookOf([[60.5, 1]], [[30, 1]]))).toBe(5_000n);
    expect(naturalGrouping(bookOf([[60.1, 1]], [[30, 1]]))).toBe(1_000n);
    expect(naturalGrouping(bookOf([[60, 1]], [[30.1, 1]]))).toBe(1_000n);
  });
});

describe('ladder', () => {
  it('never lets the sides overlap, keeps every contract and sorts best first', () => {
    fc.assert(
      fc.property(
        anyBook,
        fc.constantFrom(...GROUPINGS),
        fc.constantFrom('yes', 'no'),
        (book, step, side) => {
          const ladder = buildLadder(book, side, step, undefined, [], 1_000);
          const raw = sideBook(book, side);
          const lowestAsk = ladder.asks[0]?.price ?? ONE_USD;
          const highestBid = ladder.bids[0]?.price ?? 0n;
          if (ladder.state === 'two-sided') expect(lowestAsk > highestBid).toBe(true);
          for (const [rows, source] of [
            [ladder.asks, raw.asks],
            [ladder.bids, raw.bids],
          ] as const) {
            const all = source.reduce((sum, { size }) => sum + size, 0n);
            expect(rows.reduce((sum, { size }) => sum + size, 0n)).toBe(all);
            expect(rows[rows.length - 1]?.total ?? 0n).toBe(all);
            expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
            for (const row of rows) expect(row.bar >= 0 && row.bar <= 1).toBe(true);
          }
          const askPrices = ladder.asks.map(({ price }) => price);
          expect(askPrices).toEqual([...askPrices].sort((a, b) => (a < b ? -1 : 1)));
          const bidPrices = ladder.bids.map(({ price }) => price);
          expect(bidPrices).toEqual([...bidPrices].sort((a, b) => (a > b ? -1 : 1)));
        },
      ),
    );
  });

  it('rounds asks up and bids down', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999n }), fc.constantFrom(...GROUPINGS), (p, step) => {
        const price = microUsd(p);
        const ask = groupPrice(price, 'ask', step);
        const bid = groupPrice(price, 'bid', step);
        expect(ask >= price && ask - price < step && ask % step === 0n).toBe(true);
        expect(bid <= price && price - bid < step && bid % step === 0n).toBe(true);
      }),
    );
  });

  it('rounds what contracts cost up and what they bring down', () => {
    const crumb = { price: microUsd(500_000n), size: microContracts(1n) };
    const ladder = buildLadder(
      { yes: [], no: [], yes_dollars: [crumb], no_dollars: [crumb] },
      'yes',
      10_000n,
    );
    expect([ladder.asks[0]?.cost, ladder.bids[0]?.cost]).toEqual([1n, 0n]);
  });

  it('writes no quantity longer than its columns are wide', () => {
    const book = bookOf(
      [
        [0.4, 999_999_999],
        [0.5, 1_234_567_890_123],
      ],
      [[30, 9.999]],
    );
    const [best, deeper] = buildLadder(book, 'yes', 1_000n).bids;
    expect([best?.sizeText, deeper?.sizeText, deeper?.totalText]).toEqual(['1.23T', '999,999,999', '1.23T']);
  });

  it('names the best prices and what is between them exactly, whatever the steps', () => {
    const ladder = buildLadder(bookOf([[60.1, 1]], [[37.7, 1]]), 'yes', 50_000n);
    expect(ladder).toMatchObject({ spread: 22_000n, mid: 612_000n });
    expect(buildLadder(bookOf([], []), 'yes', 10_000n)).toMatchObject({ spread: null, mid: null });
  });

  it('is the same whatever was shown before it', () => {
    const figures = ({ asks, bids }: ReturnType<typeof buildLadder>) =>
      [...asks, ...bids].map(({ bar: _, ...row }) => row);
    const sides = fc.constantFrom('yes', 'no');
    const steps = fc.constantFrom(...GROUPINGS);
    fc.assert(
      fc.property(anyBook, anyBook, sides, sides, steps, steps, (old, now, was, side, before, step) => {
        const after = buildLadder(now, side, step, buildLadder(old, was, before));
        expect(figures(after)).toEqual(figures(buildLadder(now, side, step)));
      }),
    );
    const ladder = (best: number) =>
      buildLadder(
        bookOf(
          [],
          [
            [28, 100],
            [best, 100],
          ],
        ),
        'yes',
        10_000n,
      );
    const moved = buildLadder(
      bookOf(
        [],
        [
          [28, 100],
          [30, 100],
        ],
      ),
      'yes',
      10_000n,
      ladder(29),
    );
    expect(figures(moved)).toEqual(figures(ladder(30)));
  });

  it('gives back the very rows that did not change', () => {
    fc.assert(
      fc.property(anyBook, (book) => {
        const first = buildLadder(book, 'yes', 1_000n);
        const second = buildLadder(book, 'yes', 1_000n, first);
        expect(second.asks.every((row, i) => row === first.asks[i])).toBe(true);
        expect(second.bids.every((row, i) => row === first.bids[i])).toBe(true);
      }),
    );
  });

  it('changes only the level that changed and the totals behind it', () => {
    const before = buildLadder(
      bookOf(
        [
          [60, 10],
          [61, 20],
          [62, 30],
        ],
        [[37, 5]],
      ),
      'yes',
      10_000n,
    );
    const after = buildLadder(
      bookOf(
        [
          [60, 10],
          [61, 21],
          [62, 30],
        ],
        [[37, 5]],
      ),
      'yes',
      10_000n,
      before,
    );
    expect(after.bids[0]).toBe(before.bids[0]);
    expect(after.bids[1]).not.toBe(before.bids[1]);
    expect(after.bids[2]).not.toBe(before.bids[2]);
    expect(after.bids[2]?.sizeText).toBe(before.bids[2]?.sizeText);
    expect(after.asks[0]).toBe(before.asks[0]);
  });

  it('averages everything down to a row', () => {
    const ladder = buildLadder(
      bookOf(
        [],
        [
          [40, 100],
          [39, 100],
        ].reverse() as [number, number][],
      ),
      'yes',
      10_000n,
    );
    const [first, second] = ladder.asks;
    expect(first && averageTo(first)).toBe(600_000n);
    expect(second && averageTo(second)).toBe(605_000n);
  });

  it('marks where the viewer has an order, from either side', () => {
    const book = bookOf(
      [
        [60, 10],
        [61, 20],
      ],
      [
        [35, 5],
        [36, 5],
      ],
    );
    const own = [
      { isYes: true, isBuy: true, limit: microUsd(600_000n) },
      { isYes: false, isBuy: true, limit: microUsd(360_000n) },
    ];
    const ladder = buildLadder(book, 'yes', 10_000n, undefined, own);
    expect(ladder.bids.map(({ mine }) => mine)).toEqual([false, true]);
    expect(ladder.asks.map(({ mine }) => mine)).toEqual([true, false]);
  });
});
