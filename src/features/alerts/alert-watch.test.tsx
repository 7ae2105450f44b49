// @vitest-environment happy-dom

import type { AppConfig } from '@contract/config.ts';
import type { EventId } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { setConfig } from '@/config.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { serverNow, setServerClock } from '@/lib/clock.ts';
import { watchedUntil } from '@/state/alert-changes.ts';
import { type Alert, alertList } from '@/state/alerts.ts';
import { AlertWatch } from './alert-watch.tsx';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => vi.fn() }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  alertList.set([]);
  watchedUntil.set(0);
  setConfig(null);
  setServerClock(Date.now());
});

const waiting = (eventId: string): Alert => ({
  id: eventId,
  subject: { eventId, marketId: 'M', label: 'France', eventTitle: 'Cup' },
  rule: { kind: 'closing', seconds: 900 },
  madeAt: 1,
  toldAt: null,
  fact: null,
});
function watch(known?: ReturnType<typeof eventOf>, updatedAt = Date.now()): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 1_000 } } });
  if (known) client.setQueryData(eventKeys.one(known.eventId as EventId), known, { updatedAt });
  render(
    <QueryClientProvider client={client}>
      <AlertWatch />
    </QueryClientProvider>,
  );
  return client;
}

const NO_EVENT = () => new Response('{"error":"no such event"}', { status: 404 });
const BUSY = () => new Response('{"error":"busy"}', { status: 503 });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const GONE = { fact: 'The market is no longer listed.', toldAt: expect.any(Number) };

it('ends what waits for an event that is gone, and says so in the list', async () => {
  vi.useFakeTimers();
  let isBusy = true;
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('/events/gone') || !isBusy ? NO_EVENT() : BUSY(),
  );
  alertList.set([waiting('gone'), waiting('busy')]);
  watch();
  await pass(45_000);
  expect(alertList.get(), 'missing for a moment').toMatchObject([{ toldAt: null }, { toldAt: null }]);
  await pass(60_000);
  expect(alertList.get()).toMatchObject([
    { id: 'gone', ...GONE },
    { id: 'busy', toldAt: null },
  ]);
  isBusy = false;
  await pass(45_000);
  expect(alertList.get()).toMatchObject([{ id: 'gone' }, { id: 'busy', toldAt: null }]);
});

it('notes what has come also where the browser denies its locks', async () => {
  vi.useFakeTimers();
  const request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }));
  vi.stubGlobal('fetch', async () => BUSY());
  alertList.set([waiting('E')]);
  watch(eventOf([{ marketId: 'M', title: 'France', closeTime: Date.now() / 1_000 - 60 }], 'E'));
  await pass(5_000);
  expect(alertList.get()).toMatchObject([{ fact: 'Trading ended before this browser could tell.' }]);
});

it.each([
  ['a moment ago', 0],
  ['before this computer slept', 3_600_000],
])('ends nothing because one answer does not have an event that was there %s', async (_, agoMs) => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => NO_EVENT());
  alertList.set([waiting('E')]);
  const closeTime = Date.now() / 1_000 + 86_400;
  watch(eventOf([{ marketId: 'M', title: 'France', closeTime }], 'E'), Date.now() - agoMs);
  await pass(45_000);
  expect(alertList.get()).toMatchObject([{ toldAt: null }]);
  await pass(60_000);
  expect(alertList.get()).toMatchObject([GONE]);
});

it('counts no time before an event was there again', async () => {
  vi.useFakeTimers();
  const closeTime = Date.now() / 1_000 + 86_400;
  const known = eventOf([{ marketId: 'M', title: 'France', closeTime }], 'E');
  vi.stubGlobal('fetch', async () => NO_EVENT());
  alertList.set([waiting('E')]);
  const client = watch(known);
  await pass(45_000);
  act(() => void client.setQueryData(eventKeys.one(known.eventId as EventId), { ...known }));
  await pass(45_000);
  expect(alertList.get()).toMatchObject([{ toldAt: null }]);
});

it.each([
  ['waits for the closing time that was put off meanwhile', 10 * 3_600, null],
  ['has been missed where it was not', 3_600, 'Trading ended before this browser could tell.'],
])('a closing that passed during a sleep, by what was known before, %s', async (_what, closesIn, fact) => {
  vi.useFakeTimers();
  const begun = Date.now() / 1_000;
  const game = (seconds: number) =>
    eventOf([{ marketId: 'M', title: 'France', closeTime: begun + seconds }], 'E');
  vi.stubGlobal('fetch', async () => BUSY());
  alertList.set([waiting('E')]);
  const client = watch(game(3_600));
  await pass(5_000);
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  await pass(10_000);
  expect(alertList.get()).toMatchObject([{ toldAt: null }]);
  act(() => void client.setQueryData(eventKeys.one('E' as EventId), game(closesIn)));
  await pass(5_000);
  expect(alertList.get()).toMatchObject([{ fact }]);
});

describe('a price that was reached while nobody watched', () => {
  const NOW = Date.parse('2026-11-26T12:10:00Z');
  const HOUR_MS = 3_600_000;
  const REACHED = /^Yes rose to 70¢ while you were away/;
  const open = eventOf([{ marketId: 'M', title: 'France' }], 'E');
  const closed = eventOf([{ marketId: 'M', title: 'France', status: 'closed' }], 'E');

  /** 75¢ at this moment (Unix seconds), and 61¢ before and after. */
  let reachedAt = 0;
  const history = (path: string): Response => {
    const { searchParams } = new URL(path, 'http://desk');
    const [from, step] = [Number(searchParams.get('from')), Number(searchParams.get('step'))];
    const now = Math.floor(serverNow() / 1_000);
    const reachedIn = Math.floor((reachedAt - from) / step);
    const prices = Array.from({ length: Math.ceil((now - from) / step) }, (_, k) =>
      k === reachedIn ? 750_000 : 610_000,
    );
    const columns = { bid: prices, ask: prices, high: prices, low: prices };
    const markets = [{ marketId: 'M', since: from, ...columns }];
    return Response.json({ now, from, step, count: prices.length, markets });
  };
  const begin = (event: typeof open): void => {
    vi.useFakeTimers({ now: NOW });
    reachedAt = NOW / 1_000 - 1_800;
    setConfig({ history: true, bases: {} } as unknown as AppConfig);
    vi.stubGlobal('fetch', async (path: string) =>
      path.includes('/series/') ? history(path) : Response.json(event),
    );
    alertList.set([{ ...waiting('E'), rule: { kind: 'price', side: 'yes', to: 'rise', price: '700000' } }]);
  };

  const told = () =>
    act(() =>
      vi.waitFor(() => expect(alertList.get()).toMatchObject([{ fact: expect.stringMatching(REACHED) }])),
    );

  it('is told where the page that is opened has already read that its market closed', async () => {
    begin(closed);
    watchedUntil.set(Date.now() - HOUR_MS);
    watch(closed);
    await told();
  });

  it('is told where that was minutes after everybody had left for days', async () => {
    begin(open);
    const left = NOW - 60 * HOUR_MS;
    reachedAt = left / 1_000 + 120;
    watchedUntil.set(left);
    watch(open);
    await told();
  });

  it('is told where that was hours ago by the clock of an exchange that goes faster', async () => {
    begin(open);
    setServerClock(NOW, 10);
    reachedAt = NOW / 1_000 - 5 * 3_600;
    alertList.update((list) => list.map((one) => ({ ...one, madeAt: NOW - HOUR_MS })));
    watchedUntil.set(NOW - HOUR_MS);
    watch(open);
    await told();
  });

  it('is not told where that was before the alert was made', async () => {
    begin(open);
    const left = NOW - 60 * HOUR_MS;
    reachedAt = left / 1_000 - 120;
    alertList.update((list) => list.map((one) => ({ ...one, madeAt: left - 60_000 })));
    watchedUntil.set(left);
    watch(open);
    await act(() => vi.waitFor(() => expect(watchedUntil.get()).toBeGreaterThanOrEqual(NOW)));
    expect(alertList.get()).toMatchObject([{ toldAt: null }]);
  });

  it('is told where the first thing after a sleep is that its market closed', async () => {
    begin(open);
    watchedUntil.set(Date.now());
    const client = watch(open);
    await pass(25_000);
    vi.setSystemTime(Date.now() + HOUR_MS);
    reachedAt = Date.now() / 1_000 - 1_800;
    act(() => void client.setQueryData(eventKeys.one(closed.eventId as EventId), closed));
    await told();
  });
});
