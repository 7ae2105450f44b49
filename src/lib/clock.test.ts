// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverNow, setServerClock, useAtServerTime, useKnownUntil, useNow, useServerNow } from './clock.ts';

const show = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  show('visible');
  setServerClock(Date.now());
  vi.useRealTimers();
});

describe('useNow', () => {
  it('ticks, with one timer for all readers of an interval', () => {
    const first = renderHook(() => useNow(2_000));
    const second = renderHook(() => useNow(2_000));
    expect(vi.getTimerCount()).toBe(1);
    act(() => {
      vi.advanceTimersByTime(2_000);
    });
    expect(first.result.current).toBe(1_002_000);
    expect(second.result.current).toBe(1_002_000);
    first.unmount();
    second.unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says the same however often it is asked while something is drawn', async () => {
    renderHook(() => useNow(1_100)).unmount();
    await Promise.resolve();
    const start = Date.now();
    let asked = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => start + 1_099 + asked++);
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    renderHook(() => useNow(1_100)).unmount();
    expect(asked).toBeGreaterThan(0);
    expect(error).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('rests while hidden and catches up at once when shown', () => {
    const { result } = renderHook(() => useNow(2_500));
    act(() => show('hidden'));
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    act(() => show('visible'));
    expect(result.current).toBe(Date.now());
    expect(vi.getTimerCount()).toBe(1);
  });

  it('starts no timer for what is drawn while hidden, until it is shown', () => {
    show('hidden');
    const { result } = renderHook(() => useNow(2_700));
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(5_000);
    act(() => show('visible'));
    expect([result.current, vi.getTimerCount()]).toEqual([Date.now(), 1]);
  });

  it.each([
    ['an interval later', 2_900],
    ['with a clock that was set back meanwhile', -2_900],
  ])('is read anew where nobody has read it for a while, %s', async (_name, later) => {
    renderHook(() => useNow(2_900)).unmount();
    await Promise.resolve();
    vi.setSystemTime(Date.now() + later);
    expect(renderHook(() => useNow(2_900)).result.current).toBe(Date.now());
  });

  it.each([
    [Number.NaN, 1],
    [2_000_000, Number.NaN],
  ])('goes on by the time it has where it is told %d at the speed %d', (now, speed) => {
    setServerClock(Date.now() + 5_000);
    setServerClock(now, speed);
    expect(serverNow()).toBe(Date.now() + 5_000);
  });

  it('follows the service where its clock differs', () => {
    setServerClock(Date.now() + 5_000);
    expect(serverNow()).toBe(Date.now() + 5_000);
    const { result } = renderHook(() => useServerNow(3_500));
    expect(result.current).toBe(Date.now() + 5_000);
  });

  it('knows figures until the last answer once answers have stopped coming', () => {
    setServerClock(Date.now() + 5_000);
    const start = Date.now();
    const until = (asOf: number) => renderHook(() => useKnownUntil(asOf, 4_500)).result.current * 1_000;
    expect(until(start - 10_000)).toBe(start + 5_000);
    expect(until(start - 60_000)).toBe(start - 55_000);
    expect(until(0), 'before the first').toBe(start + 5_000);
    const { result } = renderHook(() => useKnownUntil(start, 4_500));
    act(() => vi.advanceTimersByTime(90_000));
    expect(result.current * 1_000).toBe(start + 5_000);
  });

  it('draws what follows from the time only when that has changed', () => {
    let drawn = 0;
    const { result } = renderHook(() => {
      drawn += 1;
      return useAtServerTime((now) => (now < 1_003_500 ? 'before' : 'after'), 1_500);
    });
    expect(result.current).toBe('before');
    act(() => vi.advanceTimersByTime(1_500));
    expect([result.current, drawn]).toEqual(['before', 1]);
    act(() => vi.advanceTimersByTime(3_000));
    expect([result.current, drawn]).toEqual(['after', 2]);
  });
});
