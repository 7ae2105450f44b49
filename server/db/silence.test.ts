import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSilence } from './silence.ts';

let patience: number;
let told: number[];
beforeEach(() => {
  vi.useFakeTimers();
  [patience, told] = [0, []];
});
afterEach(() => {
  vi.useRealTimers();
});

const watch = () =>
  watchSilence(
    () => patience,
    (seconds) => told.push(seconds),
  );
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

it('tells once when somebody has waited for too long, and only while somebody waits', () => {
  watch();
  pass(1_000);
  patience = 60;
  pass(60);
  expect(told).toEqual([]);
  pass(1);
  expect(told).toEqual([60]);
  pass(1_000);
  expect(told).toEqual([60]);
});

it('begins anew with every answer, and waits for the longest of what is waited for', () => {
  const silence = watch();
  patience = 60;
  for (let answers = 0; answers < 10; answers++) {
    pass(60);
    silence.broken();
  }
  patience = 3_600;
  pass(3_600);
  expect(told).toEqual([]);
  silence.end();
  pass(10_000);
  expect(told).toEqual([]);
});

it('does not count the time in which the process stood still', () => {
  watch();
  patience = 60;
  for (let nights = 0; nights < 60; nights++) {
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    vi.advanceTimersToNextTimer();
  }
  expect(told).toEqual([]);
  pass(1);
  expect(told).toEqual([60]);
});
