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

it('goes on polling in a hidden tab after a request that failed', async () => {
  focusManager.setFocused(false);
  let asked = 0;
  const poll = new QueryObserver<string, AppError>(createQueryClient(), {
    queryKey: ['watched'],
    queryFn: async () => {
      asked += 1;
      if (asked === 2) throw new AppError('offline', 'No connection.');
      return `answer ${asked}`;
    },
    refetchInterval: 10_000,
    refetchIntervalInBackground: true,
  });
  const leave = poll.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(poll.getCurrentResult().data).toBe('answer 5');
  leave();
});
