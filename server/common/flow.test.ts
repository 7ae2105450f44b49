import { expect, it } from 'vitest';
import { Flow } from './flow.ts';

it('takes fifty messages a second for as long as one likes, and some seconds of them at once', () => {
  let now = 0;
  const flow = new Flow(() => now);
  const burst = (count: number): number =>
    Array.from({ length: count }, () => flow.takes(100)).filter((taken) => taken).length;
  for (let second = 0; second < 100; second++) {
    // Of few characters.
    expect(burst(45)).toBe(45);
    now += 1_000;
  }
  now += 60_000;
  const most = burst(1_000);
  expect(most).toBeGreaterThan(400);
  expect(most).toBeLessThanOrEqual(500);
});

it('takes the longest message there is, and not one after the other', () => {
  let now = 0;
  const flow = new Flow(() => now);
  const LONGEST = 1024 * 1024;
  expect([flow.takes(LONGEST), flow.takes(LONGEST)]).toEqual([true, false]);
  now += 20_000;
  expect(flow.takes(LONGEST)).toBe(true);
});
