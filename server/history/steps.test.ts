import { describe, expect, it } from 'vitest';
import type { Candle } from './candle.ts';
import { recordedIn, stepsOf } from './steps.ts';

const T = 1_790_000_040 - (1_790_000_040 % 3_600);
const always = () => true;
const minute = (nth: number, bid: number, volume: number | null = null): Candle => ({
  at: T / 60 + nth,
  bid,
  ask: bid + 2,
  last: null,
  volume,
  course: { open: 2 * bid + 2, high: 2 * bid + 2, low: 2 * bid + 2, close: 2 * bid + 2 },
});
const axis = (step: number, count: number) => ({ from: T, step, count, to: T + step * count });

describe('steps', () => {
  it('go on from the last look for five minutes, and are a gap from then on', () => {
    const bids = stepsOf([minute(-1, 40), minute(8, 50)], 60, axis(60, 15), always).map(({ bid }) => bid);
    const gap = null;
    expect(bids).toEqual([40, 40, 40, 40, 40, gap, gap, gap, 50, 50, 50, 50, 50, 50, gap]);
  });

  it('do not go on over a time in which nobody recorded', () => {
    const isRecorded = recordedIn([
      { since: (T - 600) * 1_000, until: (T + 70) * 1_000, isNewest: false },
      { since: (T + 200) * 1_000, until: (T + 900) * 1_000, isNewest: true },
    ]);
    const bids = stepsOf([minute(0, 40), minute(4, 50)], 60, axis(60, 7), isRecorded).map(({ bid }) => bid);
    expect(bids).toEqual([40, 40, null, null, 50, 50, 50]);
  });

  it('go on for ten seconds after the newest recording was noted, and after no other', () => {
    const until = (T + 60) * 1_000;
    const bidsAfter = (isNewest: boolean) => {
      const isRecorded = recordedIn([{ since: (T - 600) * 1_000, until, isNewest }]);
      return stepsOf([minute(0, 40)], 60, axis(10, 9), isRecorded).map(({ bid }) => bid);
    };
    expect(bidsAfter(true).slice(6)).toEqual([40, 40, null]);
    expect(bidsAfter(false).slice(6)).toEqual([40, null, null]);
  });

  it('have the volume since the look before, and none where that is not known', () => {
    const candles = [
      minute(0, 40, 100),
      minute(1, 40, 130),
      minute(2, 40, null),
      minute(3, 40, 150),
      minute(30, 40, 900),
    ];
    const steps = stepsOf(candles, 60, axis(60, 31), always);
    expect(steps.slice(0, 5).map(({ volume }) => volume)).toEqual([null, 30, null, null, null]);
    expect(steps[30]?.volume).toBeNull();
    const coarse = stepsOf([minute(-1, 40, 90), ...candles.slice(0, 2)], 60, axis(300, 1), always);
    expect(coarse[0]?.volume).toBe(40);
  });

  it('join what is inside of them', () => {
    const [step] = stepsOf(
      [minute(0, 40), minute(1, 60), minute(2, 30), minute(3, 50)],
      60,
      axis(300, 1),
      always,
    );
    expect(step?.course).toEqual({ open: 82, high: 122, low: 62, close: 102 });
    expect(step).toMatchObject({ bid: 50, ask: 52 });
  });

  it('of hours hold nothing that was not seen within them', () => {
    const hour = { ...minute(0, 40, 100), at: T / 3_600 };
    const steps = stepsOf([hour, { ...hour, at: hour.at + 2, volume: 150 }], 3_600, axis(3_600, 3), always);
    expect(steps.map(({ bid, volume }) => [bid, volume])).toEqual([
      [40, null],
      [null, null],
      [40, null],
    ]);
  });
});
