// @vitest-environment happy-dom
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** Asked every ten seconds, also while nobody looks; one request fails. */
function poll(failing = 2) {
  let asked = 0;
  const observer = new QueryObserver<string, AppError>(createQueryClient(), {
    queryKey: ['watched'],
    queryFn: async () => {
      asked += 1;
      if (asked === failing) throw new AppError('offline', 'No connection.');
      return `answer ${asked}`;
    },
    refetchInterval: 10_000,
    refetchIntervalInBackground: true,
  });
  return { leave: observer.subscribe(() => undefined), data: () => observer.getCurrentResult().data };
}

it('goes on polling in a hidden tab after a request that failed', async () => {
  focusManager.setFocused(false);
  const { leave, data } = poll();
  await vi.advanceTimersByTimeAsync(45_000);
  expect(data()).toBe('answer 5');
  leave();
});

it('goes on where the tab is hidden before what failed has been tried again', async () => {
  focusManager.setFocused(true);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { leave, data } = poll();
  await vi.advanceTimersByTimeAsync(10_500);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(data()).toBe('answer 3');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(data()).toBe('answer 6');
  leave();
});

it('goes on where nothing has come before the tab is hidden', async () => {
  focusManager.setFocused(true);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { leave, data } = poll(1);
  await vi.advanceTimersByTimeAsync(500);
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(data()).toBe('answer 2');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(data()).toBe('answer 5');
  leave();
});
