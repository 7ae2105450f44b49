import { expect, it } from 'vitest';
import { nearestStop } from './snap-stops.ts';

it.each([
  [0.2, null],
  [0.49, null],
  [0.6, 0.72],
  [0.8, 0.72],
  [0.85, 0.94],
  [1.1, 0.94],
])('a sheet let go at %s of the window rests at %s', (share, stop) => {
  expect(nearestStop(share)).toBe(stop);
});
