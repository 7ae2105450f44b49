// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchedUntil } from '@/state/alert-changes.ts';
import { useAway } from './use-away.ts';

const history = vi.hoisted(() => ({ isKept: true, data: undefined as unknown, isError: false }));
vi.mock('@/config.ts', () => ({ hasHistory: () => history.isKept }));
vi.mock('@/api/whats-new.queries.ts', () => ({ usePricesSince: () => history }));

const NOW = Date.parse('2026-11-26T12:00:00Z');
const LEFT = NOW - 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  Object.assign(history, { isKept: true, data: undefined, isError: false });
  watchedUntil.set(LEFT);
});
afterEach(() => void vi.useRealTimers());

const watch = (markets = ['M']) => renderHook(() => useAway(markets, 0));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

it('notes a time away as covered once its history has been looked at, and not before', () => {
  const { result, unmount } = watch();
  expect(result.current.away).toEqual({ prices: undefined });
  pass(60_000);
  expect(watchedUntil.get(), 'who closes the tab now comes back to it').toBe(LEFT);
  unmount();
  const { result: next, rerender } = watch();
  history.data = new Map();
  rerender();
  expect(next.current.away).toEqual({ prices: history.data });
  act(() => next.current.done());
  expect(next.current.away).toBeUndefined();
  expect(watchedUntil.get()).toBe(NOW + 60_000);
  pass(20_000);
  expect(watchedUntil.get()).toBe(NOW + 80_000);
});

it.each([
  ['fails', { isError: true }, ['M']],
  ['is kept by nobody', { isKept: false }, ['M']],
  ['nothing waits for', {}, []],
])('a history that %s does not hold the note up', (_name, state, markets) => {
  Object.assign(history, state);
  const { result } = watch(markets);
  expect(result.current.away).toBeUndefined();
  expect(watchedUntil.get()).toBe(NOW);
  pass(20_000);
  expect(watchedUntil.get()).toBe(NOW + 20_000);
});

it('goes on from now where a clock that ran ahead has left its note', () => {
  watchedUntil.set(NOW + 86_400_000);
  const { result } = watch();
  expect(watchedUntil.get()).toBe(NOW);
  expect(result.current.away).toBeUndefined();
});
