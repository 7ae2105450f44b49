import { afterEach, expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('begins one load after another, in time, and passes over those that were given up', async () => {
  vi.useFakeTimers();
  const take = createTurns(() => 2_000);
  const begun: string[] = [];
  const load =
    (name: string, takesMs = 0) =>
    async () => {
      begun.push(name);
      await new Promise((done) => setTimeout(done, takesMs));
      if (name === 'fails') throw new Error(name);
      return name;
    };
  const { signal } = new AbortController();
  const gone = new AbortController();
  const slow = take(signal, load('slow', 5_000));
  const passed = take(gone.signal, load('gone')).catch(() => 'given up');
  const failed = take(signal, load('fails')).catch(() => 'failed');
  const last = take(signal, load('last'));
  gone.abort();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(begun).toEqual(['slow']);
  await vi.advanceTimersByTimeAsync(200);
  expect(begun).toEqual(['slow', 'fails']);
  await vi.advanceTimersByTimeAsync(1_800);
  expect(begun).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(begun).toEqual(['slow', 'fails', 'last']);
  await vi.runAllTimersAsync();
  expect(await Promise.all([slow, passed, failed, last])).toEqual(['slow', 'given up', 'failed', 'last']);
});
