import { describe, expect, it, vi } from 'vitest';
import { takeOnce } from './ready-made.ts';

describe('transactions built for many at once', () => {
  it('are asked for once, and each is handed out once', async () => {
    const fetch = vi.fn(async () => [['a', 1] as const, ['b', 2] as const]);
    const take = takeOnce(fetch, () => 0);
    expect(await Promise.all([take('a'), take('b'), take('a'), take('c')])).toEqual([1, 2, null, null]);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('are asked for again when they have grown old', async () => {
    let now = 1_000_000;
    const fetch = vi.fn(async () => [['a', now] as const, ['b', now] as const]);
    const take = takeOnce(fetch, () => now);
    expect(await take('a')).toBe(1_000_000);
    now = 1_020_000;
    expect(await take('b')).toBe(1_000_000);
    now = 1_020_001;
    expect(await take('a')).toBe(1_020_001);
  });

  it('are not asked for again where the service refuses', async () => {
    const fetch = vi.fn(() => Promise.reject(new Error('disabled')));
    let now = 0;
    const take = takeOnce(fetch, () => now);
    expect(await take('a')).toBeNull();
    expect(await take('b')).toBeNull();
    now = 21_000;
    expect(await take('a')).toBeNull();
    expect(fetch).toHaveBeenCalledOnce();
  });
});
