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
    vi.setSystemTime(1_000_000);
    const fetch = vi.fn(async () => [['a', Date.now()] as const, ['b', Date.now()] as const]);
    const take = takeOnce(fetch);
    expect(await take('a')).toBe(1_000_000);
    vi.setSystemTime(1_020_000);
    expect(await take('b')).toBe(1_000_000);
    vi.setSystemTime(1_020_001);
    expect(await take('a')).toBe(1_020_001);
  });

  it('are not asked for again where the service refuses', async () => {
    const fetch = vi.fn(() => Promise.reject(new Error('disabled')));
    const take = takeOnce(fetch);
    expect(await take('a')).toBeNull();
    expect(await take('b')).toBeNull();
    vi.setSystemTime(21_000);
    expect(await take('a')).toBeNull();
    expect(fetch).toHaveBeenCalledOnce();
  });
});
