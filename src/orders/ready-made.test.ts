import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeOnce } from './ready-made.ts';

describe('transactions built for many at once', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('are asked for once, and each is handed out once', async () => {
    const fetch = vi.fn(async () => [['a', 1] as const, ['b', 2] as const]);
    const take = takeOnce(fetch);
    expect(await Promise.all([take('a'), take('b'), take('a'), take('c')])).toEqual([1, 2, null, null]);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('are asked for again when they have grown old', async () => {
    let asked = 0;
    const fetch = vi.fn(async () => ['a', 'b'].map((key) => [key, ++asked] as const));
    const take = takeOnce(fetch);
    expect(await take('a')).toBe(1);
    // The time of day goes back and forth: it says nothing of their age.
    vi.setSystemTime(1_000_000);
    vi.advanceTimersByTime(20_000);
    expect(await take('b')).toBe(2);
    vi.setSystemTime(0);
    vi.advanceTimersByTime(1);
    expect(await take('a')).toBe(3);
  });

  it('are not asked for again where the service refuses', async () => {
    const fetch = vi.fn(() => Promise.reject(new Error('disabled')));
    const take = takeOnce(fetch);
    expect(await take('a')).toBeNull();
    expect(await take('b')).toBeNull();
    vi.advanceTimersByTime(21_000);
    expect(await take('a')).toBeNull();
    expect(fetch).toHaveBeenCalledOnce();
  });
});
