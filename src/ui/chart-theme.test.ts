import { expect, it } from 'vitest';
import { clearMarks } from './chart-theme.ts';

it('writes no mark that a label of the axis would cover by half, and all others', () => {
  // Ten pixels a unit, from the top; of 70 nobody knows where it stands.
  const placeOf = (price: number) => (price === 70 ? null : 600 - price * 10);
  const written = (labels: readonly number[]) =>
    clearMarks([10, 20, 30, 70], labels, (price) => `${price}¢`, placeOf);
  expect(written([])).toEqual(['10¢', '20¢', '30¢', '70¢']);
  expect(written([20])).toEqual(['10¢', '', '30¢', '70¢']);
  expect(written([11.5, 28.5])).toEqual(['', '20¢', '', '70¢']);
  expect(written([11.6, 28.4])).toEqual(['10¢', '20¢', '30¢', '70¢']);
  expect(written([70])).toEqual(['10¢', '20¢', '30¢', '70¢']);
});
