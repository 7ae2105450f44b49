import type { PicoUsd } from '@contract/triggers/price.ts';
import { expect, it } from 'vitest';
import { traceLine } from './sparkline.view.tsx';

const HEIGHT = 24;
/** Pixels between the lowest and the highest place of a line through these prices. */
function riseOf(...levels: number[]): number {
  const tops: number[] = [];
  const prices = levels.map((level, time) => ({ time, level, price: BigInt(level) as PicoUsd }));
  traceLine({ from: 0, until: levels.length - 1, runs: [prices] }, { width: 56, height: HEIGHT }, (_, y) =>
    tops.push(y),
  );
  return Math.max(...tops) - Math.min(...tops);
}

it('draws quiet prices on one scale, so that twice the move is twice the height', () => {
  expect(riseOf(10_000, 9_600) / riseOf(10_000, 9_800)).toBeCloseTo(2);
  expect(riseOf(1_000, 960)).toBeCloseTo(riseOf(1_000_000, 960_000));
});

it('shows that a price moved at all, fills the box with a wild one, and leaves a still one flat', () => {
  expect(riseOf(10_000_000, 9_999_999)).toBe(3);
  expect(riseOf(10_000, 4_000)).toBe(HEIGHT - 3);
  expect(riseOf(5, 5, 5)).toBe(0);
});

it('spans the time of the line: a price known for a part of it takes that part of the width', () => {
  const places: number[] = [];
  const run = [6, 8].map((time) => ({ time, level: 5, price: 5n as PicoUsd }));
  traceLine({ from: 0, until: 10, runs: [run] }, { width: 50, height: HEIGHT }, (x) => places.push(x));
  expect(places).toEqual([30, 40]);
});
