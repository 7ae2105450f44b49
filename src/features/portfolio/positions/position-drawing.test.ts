import { microContracts, microUsd } from '@contract/money.ts';
import { describe, expect, it } from 'vitest';
import { centsText, fillsOn } from '@/domain/drawn-line.ts';
import { lineOf } from './position-drawing.ts';

const one = (cents: number) => {
  const close = microUsd(BigInt(cents * 10_000));
  return { open: close, high: close, low: close, close, volume: null };
};

describe('the line of a position', () => {
  it('begins where its prices begin, has gaps, and ends with the price of now', () => {
    const steps = { from: 100, step: 10, steps: [null, one(40), null, one(50)] };
    expect(lineOf(steps, 145, microUsd(610_000n))).toEqual([
      { time: 100 },
      { time: 110, value: 40 },
      { time: 120, value: 50, gap: true },
      { time: 130, value: 50 },
      { time: 140, value: 61 },
    ]);
    expect(lineOf({ ...steps, steps: [null] }, 125, microUsd(20_000n))).toEqual([
      { time: 100 },
      { time: 110 },
      { time: 120, value: 2 },
    ]);
  });

  it('ends with its history where it trades no more, and is nothing where nothing is known', () => {
    expect(lineOf({ from: 0, step: 5, steps: [one(3), null] }, 60, null)).toEqual([
      { time: 0, value: 3 },
      { time: 5 },
    ]);
    expect(lineOf({ from: 0, step: 5, steps: [] }, 60, null)).toEqual([]);
  });

  it('has its fills on its steps, none from before', () => {
    const fill = { id: '1', price: microUsd(300_000n), contracts: microContracts(1n), isBuy: true };
    expect(
      fillsOn(
        [
          { ...fill, at: 99 },
          { ...fill, id: '2', at: 117, isBuy: false },
        ],
        { from: 100, step: 10 },
      ),
    ).toEqual([{ time: 110, value: 30, isBuy: false }]);
  });

  it('names prices, and nothing beyond them', () => {
    expect([-2, 40, 101].map(centsText)).toEqual(['', '40¢', '']);
  });
});
