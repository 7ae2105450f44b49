import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serverNow } from '@/lib/clock.ts';
import { budgetedInterval, freshnessOf } from '@/lib/freshness.ts';
import {
  followDates,
  noteAbsence,
  notePause,
  noteWaiting,
  recordResponseHeaders,
  useBackendStatus,
} from './backend-status.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const first = useBackendStatus.getState();
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  useBackendStatus.setState(first, true);
});
afterEach(() => vi.useRealTimers());

const answer = (headers: Record<string, string>) => recordResponseHeaders(new Headers(headers));

describe('what the headers of an answer say', () => {
  it('how old it is: an answer out of a store is as old as it says', () => {
    expect(answer({ age: '12' }).asOf).toBe(START - 12_000);
    expect(answer({}).asOf).toBe(START);
    for (const age of ['-5', 'soon', '', '1e9', '12 s']) expect(answer({ age }).asOf).toBe(START);
  });

  it('how old it was when it was asked for, however long it has been on its way', () => {
    const asked = (headers: Record<string, string>) =>
      recordResponseHeaders(new Headers(headers), START - 4_000).asOf;
    expect(asked({})).toBe(START - 4_000);
    expect(asked({ age: '0', 'x-age-ms': '940' })).toBe(START - 4_940);
    expect(asked({ 'x-age-ms': '-3900' }), 'it has waited there').toBe(START - 100);
    expect(asked({ 'x-age-ms': '-9000' }), 'never of a time to come').toBe(START);
    for (const age of ['soon', '', '1e9', '0.5', '-']) expect(asked({ 'x-age-ms': age })).toBe(START - 4_000);
  });

  it('what the deployment may spend, and how long a turn takes', () => {
    expect(answer({ 'x-budget-rps': '0.5', 'x-budget-wait': '3.2' }).waitMs).toBe(3_200);
    expect(useBackendStatus.getState()).toMatchObject({ rps: 0.5, waitSeconds: 3.2 });
    answer({});
    expect(useBackendStatus.getState().rps, 'an answer that does not tell changes nothing').toBe(0.5);
  });

  it('until when to ask for nothing, and no longer', () => {
    answer({ 'x-upstream-slow-until': String(START / 1_000 + 20) });
    expect(useBackendStatus.getState().slow).toEqual({ until: START + 20_000, since: START });
    notePause(5_000);
    expect(useBackendStatus.getState().slow?.until, 'the longer pause holds').toBe(START + 20_000);
    vi.advanceTimersByTime(20_000);
    expect(useBackendStatus.getState().slow).toBeUndefined();
    notePause(0);
    expect(useBackendStatus.getState().slow).toBeUndefined();
    notePause(86_400_000);
    expect(useBackendStatus.getState().slow?.until).toBe(START + 20_000 + 120_000);
  });

  it('until when to ask for nothing by the clock of the service, whatever this one says', () => {
    const date = new Date(START - 240_000).toUTCString();
    answer({ date, 'x-upstream-slow-until': String(START / 1_000 - 240 + 20) });
    expect(useBackendStatus.getState().slow).toEqual({ until: START + 20_000, since: START });
    vi.advanceTimersByTime(20_000);
  });

  it('a longer pause that is asked for during another, to its end', () => {
    notePause(5_000);
    notePause(20_000);
    vi.advanceTimersByTime(19_999);
    expect(useBackendStatus.getState().slow?.until).toBe(START + 20_000);
    vi.advanceTimersByTime(1);
    expect(useBackendStatus.getState().slow).toBeUndefined();
  });

  it('that the clocks are apart, once they clearly are', () => {
    const date = (ms: number) => answer({ date: new Date(START + ms).toUTCString() });
    date(-29_000);
    expect(useBackendStatus.getState().skewMs).toBeUndefined();
    date(-240_000);
    expect(useBackendStatus.getState().skewMs).toBe(-240_000);
    date(-241_000);
    expect(useBackendStatus.getState().skewMs, 'seconds of travel are not news').toBe(-240_000);
    date(2_000);
    expect(useBackendStatus.getState().skewMs).toBeUndefined();
    answer({ date: 'yesterday' });
    expect(useBackendStatus.getState().skewMs).toBeUndefined();
  });

  it('nothing of the clocks where it was read long after it came, as after a sleep', () => {
    followDates();
    const told = (ms: number) =>
      recordResponseHeaders(new Headers({ date: new Date(START + ms).toUTCString() }), START - 3_600_000);
    told(-3_599_000);
    expect(useBackendStatus.getState().skewMs).toBeUndefined();
    expect(serverNow()).toBe(START);
    told(-3_840_000);
    expect(useBackendStatus.getState().skewMs, 'dated before it was asked for').toBe(-240_000);
    told(240_000);
    expect(useBackendStatus.getState().skewMs).toBe(240_000);
  });

  it.each([
    ['right, and back', 0, -3_600_000],
    ['right, and ahead', 0, 3_600_000],
    ['behind, as the desk says, and right', -3_600_000, 3_600_000],
    ['ahead, as the desk says, and right', 3_600_000, -3_600_000],
  ])(
    'nothing of the clock of a paper exchange when this computer’s was %s once it is set',
    async (_, wrong, by) => {
      vi.resetModules();
      const [{ recordResponseHeaders: record }, clock] = await Promise.all([
        import('./backend-status.ts'),
        import('@/lib/clock.ts'),
      ]);
      const told = (ms: number) => record(new Headers({ date: new Date(START + ms).toUTCString() }));
      vi.setSystemTime(START + wrong);
      told(0);
      const paper = Date.parse('2030-01-01T00:00:00Z');
      clock.setServerClock(paper, 10);
      vi.advanceTimersByTime(20_000);
      told(18_000);
      expect(clock.serverNow(), 'seconds of travel set no clock').toBe(paper + 200_000);
      vi.setSystemTime(Date.now() + by);
      told(20_000);
      expect(clock.serverNow()).toBeGreaterThanOrEqual(paper + 200_000);
      expect(clock.serverNow()).toBeLessThan(paper + 210_000);
      told(20_000);
      expect(clock.serverNow(), 'it is set once').toBeLessThan(paper + 210_000);
      vi.advanceTimersByTime(60_000);
      told(80_000);
      expect(clock.serverNow()).toBeLessThan(paper + 810_000);
    },
  );

  it('what the time is, on a platform that has no other clock', () => {
    answer({ date: new Date(START + 300_000).toUTCString() });
    followDates();
    expect(serverNow()).toBe(START + 300_000);
    answer({ date: new Date(START).toUTCString() });
    expect(serverNow()).toBe(START);
  });
});

describe('what a page may ask for', () => {
  it('is asked for at plain intervals where nothing is counted, or there is plenty', () => {
    expect(budgetedInterval(1_000)).toBe(1_000);
    const at = (age: number) => freshnessOf(START - age, 1_000, START);
    expect([at(4_000), at(4_001)]).toEqual(['ageing', 'stale']);
    useBackendStatus.setState({ rps: 20 });
    expect(budgetedInterval(1_000)).toBe(1_000);
  });

  it.each([
    [1, 3_000],
    [2, 1_500],
    [0.5, 6_000],
    [0.01, 10_000],
  ])('is within a budget of %d requests a second: a second becomes %d ms', (rps, interval) => {
    useBackendStatus.setState({ rps });
    expect(budgetedInterval(1_000)).toBe(interval);
    expect(2.5 * (1_000 / interval) <= rps || interval === 10_000).toBe(true);
  });

  it('leaves a shared figure the time it takes to be renewed in turn', () => {
    const at = (age: number) => freshnessOf(START - age, 1_000, START);
    expect([at(1_500), at(3_000), at(5_000)]).toEqual(['fresh', 'ageing', 'stale']);
    useBackendStatus.setState({ rps: 5 });
    expect([at(1_500), at(3_000), at(19_000), at(21_000)]).toEqual(['fresh', 'ageing', 'ageing', 'stale']);
    useBackendStatus.setState({ rps: 1 });
    expect([at(5_000), at(29_000), at(31_000)]).toEqual(['fresh', 'ageing', 'stale']);
  });
});

it('counts reads that wait, and interfaces that are not there', () => {
  const done = noteWaiting();
  expect(useBackendStatus.getState().waiting).toBe(1);
  done();
  expect(useBackendStatus.getState().waiting).toBe(0);
  noteAbsence('tokens', true);
  noteAbsence('tokens', true);
  expect(useBackendStatus.getState().absent).toEqual(['tokens']);
  noteAbsence('tokens', false);
  expect(useBackendStatus.getState().absent).toEqual([]);
});
