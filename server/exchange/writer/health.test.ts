import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHealth } from './health.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells each change once, and of a database that comes and goes once a second', () => {
  const levels: unknown[] = [];
  const health = createHealth(({ level }) => levels.push(level));
  health.works();
  expect(levels).toEqual([]);
  for (let round = 0; round < 100; round++) {
    health.works();
    health.fails(new Error('no room'));
    expect(health.working).toBe(false);
  }
  expect(levels).toEqual(['error']);
  vi.advanceTimersByTime(10_000);
  expect(levels).toEqual(['error']);

  health.works();
  expect(levels).toEqual(['error', 'info']);
  for (let millisecond = 0; millisecond < 2_500; millisecond++) {
    if (millisecond % 2 === 0) health.fails(new Error('no room'));
    else health.works();
    vi.advanceTimersByTime(1);
  }
  expect(levels.length).toBeLessThanOrEqual(4);
});
