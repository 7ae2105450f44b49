import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert, impactBps, isWorth, sliceOf, turnsOf, worthOf } from './trigger-fill.ts';
import { nextMark, TriggerIndex, trailingTrigger, type Watch } from './trigger-index.ts';

const price = fc.bigInt({ min: 1n, max: 10n ** 18n });
/** So few that they meet. */
const near = fc.bigInt({ min: 1n, max: 9n });
const path = fc.array(fc.oneof(price, near), { minLength: 1, maxLength: 40 });
const condition = fc.constantFrom('above' as const, 'below' as const);
const bps = fc.integer({ min: 50, max: 9_000 });
const level = fc.option(fc.oneof(price, near));
const plain = fc.tuple(fc.nat(29), fc.record({ above: level, below: level }));

describe('the trigger index', () => {
  it('fires exactly those orders whose price is reached, whatever is added and removed', () => {
    fc.assert(
      fc.property(fc.array(plain, { maxLength: 40 }), fc.array(fc.nat(29)), path, (orders, gone, prices) => {
        const index = new TriggerIndex();
        const watches = new Map<string, Watch>();
        // One that is added again takes the place of its former self.
        for (const [at, { above, below }] of orders) {
          const watch: Watch = { id: `${at}`, mint: 'm', above, below, trailing: null };
          watches.set(watch.id, watch);
          index.add(watch);
        }
        for (const at of gone) {
          index.remove(`${at}`);
          watches.delete(`${at}`);
        }
        expect(index.size).toBe(watches.size);
        for (const now of prices) {
          const expected = [...watches.values()].flatMap(({ id, above, below }) => [
            ...(above !== null && now >= above ? [`${id} above`] : []),
            ...(below !== null && now <= below ? [`${id} below`] : []),
          ]);
          const fired = index.tick('m', now);
          expect(fired.map(({ id, side }) => `${id} ${side}`).sort()).toEqual(expected.sort());
          for (const one of fired) expect(index.isDue(one, now)).toBe(true);
        }
        for (const id of watches.keys()) index.remove(id);
        expect([...index.mints()]).toEqual([]);
      }),
    );
  });

  it('follows the best price by so much, rounded so that it fires no later', () => {
    expect([trailingTrigger('below', 1_001n, 1_000n), trailingTrigger('above', 1_001n, 1_000n)]).toEqual([
      901n,
      1_101n,
    ]);
    const fired = (side: 'above' | 'below', prices: bigint[]) => {
      const index = new TriggerIndex();
      const trailing = { condition: side, bps: 1_000, mark: 1_000n };
      index.add({ id: 'a', mint: 'm', above: null, below: null, trailing });
      return prices.map((now) => [index.tick('m', now).length > 0, index.markOf('a')]);
    };
    expect(fired('below', [1_200n, 1_100n, 1_081n, 1_080n])).toEqual([
      [false, 1_200n],
      [false, 1_200n],
      [false, 1_200n],
      [true, 1_200n],
    ]);
    expect(fired('above', [800n, 850n, 879n, 880n])).toEqual([
      [false, 800n],
      [false, 800n],
      [false, 800n],
      [true, 800n],
    ]);
  });

  it('never moves the mark of a trailing order against its user, and fires at its distance from it', () => {
    fc.assert(
      fc.property(condition, bps, price, path, (side, distance, first, prices) => {
        const index = new TriggerIndex();
        const trailing = { condition: side, bps: distance, mark: first };
        index.add({ id: 'a', mint: 'm', above: null, below: null, trailing });
        let mark = first;
        for (const now of prices) {
          const trigger = trailingTrigger(side, mark, BigInt(distance));
          const isDue = index.isDue({ id: 'a', side }, now);
          expect(index.isDue({ id: 'a', side: side === 'below' ? 'above' : 'below' }, now)).toBe(false);
          const fires = index.tick('m', now).length > 0;
          expect(fires).toBe(side === 'below' ? now <= trigger : now >= trigger);
          expect(isDue).toBe(fires);
          const moved = index.markOf('a') ?? -1n;
          expect(side === 'below' ? moved >= mark : moved <= mark).toBe(true);
          if (!fires) expect(moved).toBe(nextMark(side, mark, now));
          mark = moved;
        }
        index.remove('a');
        expect([index.markOf('a'), index.isDue({ id: 'a', side }, mark), [...index.mints()]]).toEqual([
          undefined,
          false,
          [],
        ]);
      }),
    );
  });

  it('is reminded of a price, which fires nothing and is never a worse mark', () => {
    const index = new TriggerIndex();
    const trailing = { condition: 'below' as const, bps: 1_000, mark: 1_000n };
    index.add({ id: 'a', mint: 'm', above: null, below: null, trailing });
    const marks = [2_000n, 1_500n].map((now) => {
      index.remind('a', now);
      return index.markOf('a');
    });
    expect(marks).toEqual([2_000n, 2_000n]);
    expect([index.tick('m', 1_801n), index.tick('m', 1_800n)]).toEqual([[], [{ id: 'a', side: 'below' }]]);
  });
});

describe('the size of a fill', () => {
  const from = fc.record({ price, decimals: fc.integer({ min: 0, max: 9 }) });
  const amount = fc.bigInt({ min: 1n, max: 10n ** 18n });

  it('is never more than is left, nor worth more than the market, and stays within the slippage', () => {
    fc.assert(
      fc.property(
        amount,
        from,
        from,
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.nat(10_000),
        (left, a, b, depth, slippage) => {
          const slice = sliceOf(left, a, b, depth, slippage);
          expect(slice.input > 0n || worthOf(left, a) > 0n).toBe(true);
          expect(slice.input).toBeLessThanOrEqual(left);
          const market = convert(slice.input, a, b);
          expect(slice.output).toBeLessThanOrEqual(market);
          expect(slice.output).toBeGreaterThanOrEqual((market * BigInt(10_000 - slippage)) / 10_000n);
          const dust = !isWorth(left - slice.input, a, 1n);
          if (!dust) expect(impactBps(slice.input, a, depth)).toBeLessThanOrEqual(BigInt(slippage));
        },
      ),
    );
  });

  it('is a hundredth of the order or more, and no more than the market takes in the time it lasts', () => {
    const coin = { price: 10n ** 12n, decimals: 6 };
    const usd = fc.bigInt({ min: 10n, max: 10n ** 9n });
    fc.assert(
      fc.property(usd, fc.bigInt({ min: 25_000n, max: 10n ** 7n }), fc.nat(500), (worth, depth, slippage) => {
        const initial = worth * 1_000_000n;
        const turns = turnsOf(initial, coin, depth, slippage);
        const slices: bigint[] = [];
        for (let left = initial; left > 0n; left -= slices.at(-1) ?? left) {
          slices.push(sliceOf(left, coin, coin, depth * turns, slippage).input);
        }
        expect(slices.length).toBeLessThanOrEqual(102);
        const once = sliceOf(initial, coin, coin, depth, slippage).input;
        // Of the last one, less than a dollar more.
        for (const slice of slices) expect(slice).toBeLessThanOrEqual((once + 1n) * turns + 1_000_000n);
        if (turns === 1n) expect(slices[0]).toBe(once);
      }),
    );
  });

  it('is so much of a market of a thousand dollars, at most 1 % below its price', () => {
    const [dollar, other] = [
      { price: 10n ** 12n, decimals: 6 },
      { price: 2n * 10n ** 12n, decimals: 9 },
    ];
    const slice = (dollars: bigint) => sliceOf(dollars * 1_000_000n, dollar, other, 1_000n, 100);
    expect(slice(10n)).toEqual({ input: 10_000_000n, output: 4_975_000_000n });
    expect(slice(100n)).toEqual({ input: 20_199_999n, output: 9_998_999_505n });
    // Less than a dollar would be left: it goes along.
    expect(slice(21n)).toEqual({ input: 21_000_000n, output: 10_395_000_000n });
    expect(impactBps(10n ** 15n, dollar, 1_000n)).toBe(10_000n);
  });

  it('is all of it where the market has no bottom', () => {
    const coin = { price: 10n ** 12n, decimals: 6 };
    expect(sliceOf(10n ** 15n, coin, coin, null, 0)).toEqual({ input: 10n ** 15n, output: 10n ** 15n });
  });
});
