import { afterEach, describe, expect, it, vi } from 'vitest';
import { createObservations } from './observations.ts';

afterEach(() => void vi.useRealTimers());

describe('what a tab has seen', () => {
  it('is kept by name and in order, the last figure of each second', () => {
    const seen = createObservations<bigint>();
    seen.note('sol', 100.2, 1n);
    seen.note('sol', 100.9, 2n);
    seen.note('sol', 102, 3n);
    seen.note('btc', 101, 9n);
    expect(seen.since('sol', 0)).toEqual([
      { time: 100, value: 2n },
      { time: 102, value: 3n },
    ]);
    expect(seen.since('sol', 101)).toEqual([{ time: 102, value: 3n }]);
    expect(seen.since('other', 0)).toEqual([]);
  });

  it('takes nothing that is older than what it has, and does not grow for ever', () => {
    const seen = createObservations<number>();
    for (let time = 0; time < 5_000; time += 1) seen.note('sol', time, time);
    seen.note('sol', 10, 10);
    const kept = seen.since('sol', 0);
    expect(kept).toHaveLength(2_000);
    expect(kept.at(-1)).toEqual({ time: 4_999, value: 4_999 });
  });

  it('goes on at once after a clock that was ahead is set right', () => {
    vi.useFakeTimers({ now: 10_000_000 });
    const seen = createObservations<bigint>();
    const note = (value: bigint) => seen.note('sol', Date.now() / 1_000, value);
    note(1n);
    vi.setSystemTime(13_600_000);
    note(2n);
    vi.setSystemTime(10_005_000);
    note(3n);
    expect(seen.since('sol', 0)).toEqual([
      { time: 10_000, value: 1n },
      { time: 10_005, value: 3n },
    ]);
  });
});
