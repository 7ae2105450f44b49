import { expect, it } from 'vitest';
import { createEaten } from './eaten.ts';
import type { Book, Level } from './model.ts';

const BOOK: Book = {
  yes: [
    { price: 400_000n, size: 10n },
    { price: 500_000n, size: 10n },
  ],
  no: [],
};
const BEST: Level[] = [{ price: 500_000n, size: 4n }];
const EPOCH = 7;
/** Best bid for Yes, and how much of it there is. */
const best = ({ yes }: Book) => yes.at(-1);

it('tells what was left of a book at any instant', () => {
  const eaten = createEaten();
  eaten.take('M', 'yes', BEST, EPOCH, 10);
  eaten.take('M', 'yes', BEST, EPOCH, 20);
  const leftAt = (t: number) => best(eaten.apply('M', BOOK, EPOCH, t))?.size;
  expect([9, 10, 19, 20, 30].map(leftAt)).toEqual([10n, 6n, 6n, 2n, 2n]);
  expect(best(eaten.apply('M', BOOK, EPOCH + 2, 40))?.size, 'once the makers are back').toBe(10n);
});

it('forgets the past of the market that was hit longest ago, and never what it is now', () => {
  const eaten = createEaten();
  const markets = Array.from({ length: 60 }, (_, n) => `M${n}`);
  // The makers are back before each of them.
  const epochAt = (t: number): number => 2 * t;
  for (const market of markets)
    for (let t = 1; t <= 1_000; t++)
      eaten.take(market, 'yes', [{ price: 500_000n, size: 1n }], epochAt(t), t);
  eaten.take('M0', 'yes', BEST, epochAt(2_000), 2_000);
  const at = (market: string, t: number) => best(eaten.apply(market, BOOK, epochAt(t), t))?.size;
  expect(at('M59', 900), 'hit last').toBe(9n);
  expect(at('M1', 900), 'hit longest ago').toBe(10n);
  expect(at('M1', 1_000), 'the same now').toBe(9n);
  expect(at('M0', 2_000), 'hit again').toBe(6n);
});

it('remembers 4,096 markets: the one that was hit longest ago makes room', () => {
  const eaten = createEaten();
  for (let n = 0; n < 4_096; n++) eaten.take(`M${n}`, 'yes', BEST, EPOCH, 1);
  eaten.take('M0', 'yes', BEST, EPOCH, 2);
  const left = (market: string) => best(eaten.apply(market, BOOK, EPOCH, 3))?.size;
  expect(['M0', 'M1', 'M2'].map(left)).toEqual([2n, 6n, 6n]);
  eaten.take('new', 'yes', BEST, EPOCH, 3);
  expect(['M0', 'M1', 'M2', 'new'].map(left)).toEqual([2n, 10n, 6n, 6n]);
});

it('leaves no level of which nothing is left', () => {
  const eaten = createEaten();
  eaten.take('M', 'yes', [{ price: 500_000n, size: 10n }], EPOCH, 1);
  expect(eaten.apply('M', BOOK, EPOCH, 1)).toEqual({ yes: [{ price: 400_000n, size: 10n }], no: [] });
});

it('remembers the last of a thousand bites of one market, however often it is hit', () => {
  const eaten = createEaten();
  for (let t = 1; t <= 1_001; t++) eaten.take('M', 'yes', [{ price: 500_000n, size: 1n }], 2 * t, t);
  const at = (t: number) => best(eaten.apply('M', BOOK, 2 * t, t))?.size;
  expect([400, 900, 1_001].map(at)).toEqual([10n, 9n, 9n]);
});

it('forgets no past for what was not taken after all', () => {
  const eaten = createEaten();
  for (const t of [10, 20]) eaten.take('M', 'yes', BEST, EPOCH, t);
  for (let times = 0; times <= 50_000; times++) eaten.take('N', 'yes', BEST, EPOCH, 30)();
  expect([10, 20].map((t) => best(eaten.apply('M', BOOK, EPOCH, t))?.size)).toEqual([6n, 2n]);
});

it('gives back what was not taken after all, of the present and of the past', () => {
  const eaten = createEaten();
  const leftAt = (t: number) => best(eaten.apply('M', BOOK, EPOCH, t))?.size;
  const first = eaten.take('M', 'yes', BEST, EPOCH, 10);
  const second = eaten.take('M', 'yes', BEST, EPOCH, 20);
  second();
  expect([15, 20, 30].map(leftAt)).toEqual([6n, 6n, 6n]);
  eaten.take('M', 'yes', BEST, EPOCH, 30)();
  first();
  expect([9, 10, 30].map(leftAt)).toEqual([10n, 10n, 10n]);
  expect(eaten.has('M', EPOCH, 30)).toBe(false);
});
