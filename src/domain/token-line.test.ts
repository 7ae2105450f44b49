import type { Token } from '@contract/tokens/token.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TokenSteps, tokenLine } from './token-line.ts';
import type { SeenToken } from './tokens.ts';

const pico = (value: number): PicoUsd => BigInt(value) as PicoUsd;
const steps = (close: (number | null)[], more: Partial<TokenSteps> = {}): TokenSteps => ({
  from: 100,
  step: 10,
  since: null,
  toldAt: 100 + close.length * 10,
  open: close.map((price) => (price === null ? null : pico(price))),
  close: close.map((price) => (price === null ? null : pico(price))),
  ...more,
});
/** A token whose first pool was made at `start`, as the listing had it at `time`. */
const token = (start: number, time: number, price: number): SeenToken => ({
  token: { firstPool: { id: 'P', createdAt: start }, updatedAt: time, usdPrice: pico(price) } as Token,
  seenAt: 0,
});

test('the line begins with the first pool, and ends with the price of the listing', () => {
  const { from, until, runs } = tokenLine(steps([null, 5, 6]), token(115, 133, 8));
  const [run, ...others] = runs;
  expect([from, until]).toEqual([115, 133]);
  expect(others).toEqual([]);
  expect(run?.map(({ time, price }) => [time, price])).toEqual([
    [115, 5n],
    [120, 5n],
    [130, 6n],
    [133, 8n],
  ]);
});

test('a gap is a gap, also before the present price', () => {
  const line = tokenLine(steps([5, null, 6, null]), token(100, 145, 8));
  expect(line.runs.map((run) => run.map(({ price }) => price))).toEqual([
    [5n, 5n],
    [6n, 6n],
  ]);
  expect(tokenLine(steps([null, null]), token(100, 125, 8)).runs).toEqual([]);
});

test('a line that is known for a part of the time spans all of it: from the pool or the history, until now', () => {
  const { from, until, runs } = tokenLine(steps([null, 5, null, null]), token(100, 143, 8));
  expect([from, until]).toEqual([100, 143]);
  expect(runs.flat().map(({ time }) => time)).toEqual([110, 120]);
  expect(tokenLine(steps([null, 5], { since: 112 }), token(100, 120, 8)).from).toBe(112);
});

test('no line goes over more time than the token has lived, nor beyond what is known, and times rise', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.nat(1_000)), { maxLength: 60 }),
      fc.integer({ min: 50, max: 700 }),
      fc.nat(9),
      (close, start, late) => {
        const told = steps(close, { toldAt: 100 + Math.max(0, close.length * 10 - late) });
        const line = tokenLine(told, token(start, told.toldAt + 3, 7));
        const times = line.runs.flat().map(({ time }) => time);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        for (const time of times) {
          expect(time).toBeGreaterThanOrEqual(start);
          expect(time).toBeLessThanOrEqual(told.toldAt + 3);
        }
      },
    ),
  );
});
