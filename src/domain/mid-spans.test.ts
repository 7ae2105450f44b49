import type { MarketId } from '@contract/ids.ts';
import { type MicroUsd, microUsd } from '@contract/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupSpans, MID_STEP, midAt, priceOn, type QuoteSteps } from './mid-spans.ts';

const id = (name: string) => name as MarketId;
const cents = (price: number | null): MicroUsd | null =>
  price === null ? null : microUsd(BigInt(price) * 10_000n);

describe('spans', () => {
  it('near each other come in one answer, far ones apart', () => {
    expect(
      groupSpans([
        { marketId: id('b'), from: 90_010, to: 90_700 },
        { marketId: id('a'), from: 100, to: 800 },
        { marketId: id('b'), from: 1_000, to: 1_700 },
      ]),
    ).toEqual([
      { marketIds: ['a', 'b'], from: 90, to: 1_700 },
      { marketIds: ['b'], from: 90_000, to: 90_700 },
    ]);
  });

  it('are all within a group of their market, and no group asks for too much', () => {
    const span = fc.record({
      marketId: fc.integer({ min: 0, max: 60 }).map((n) => id(`m${n}`)),
      from: fc.integer({ min: 0, max: 40_000 }),
      length: fc.integer({ min: 1, max: 700 }),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 80 }), (all) => {
        const spans = all.map(({ length, ...one }) => ({ ...one, to: one.from + length }));
        const groups = groupSpans(spans);
        for (const { marketId, from, to } of spans)
          expect(
            groups.some((one) => one.marketIds.includes(marketId) && one.from <= from && one.to >= to),
          ).toBe(true);
        for (const { marketIds, from, to } of groups)
          expect(marketIds.length * 2 * Math.ceil((to - from) / MID_STEP + 1)).toBeLessThan(25_000);
      }),
    );
  });
});

describe('a mid', () => {
  const steps = (bid: (number | null)[], ask: (number | null)[], from = 0): QuoteSteps => ({
    from,
    step: 15,
    bid: bid.map(cents),
    ask: ask.map(cents),
  });
  const all = [steps([40, 44, null, 50], [42, 46, 60, 52])];

  it('is that of the last step that was over, never of what came later', () => {
    expect(midAt(all, 29, 60)).toEqual({ price: cents(41), at: 15 });
    expect(midAt(all, 30, 60)).toEqual({ price: cents(45), at: 30 });
    expect(midAt(all, 14, 60)).toBeNull();
  });

  it('needs both sides, and may not be too old', () => {
    expect(midAt(all, 45, 60)).toEqual({ price: cents(45), at: 30 });
    expect(midAt(all, 45, 10)).toBeNull();
    expect(midAt(all, 5_000, 60)).toBeNull();
    expect(midAt([], 45, 60)).toBeNull();
  });

  it('is the youngest of several answers', () => {
    expect(midAt([...all, steps([70], [72], 60)], 76, 60)).toEqual({ price: cents(71), at: 75 });
  });

  it('of No is what is left of a dollar', () => {
    expect(priceOn('no', microUsd(410_000n))).toBe(590_000n);
    expect(priceOn('yes', microUsd(410_000n))).toBe(410_000n);
  });
});
