// @vitest-environment happy-dom
import type { EventId } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { type Alert, alertList } from '@/state/alerts.ts';
import { AlertWatch } from './alert-watch.tsx';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => vi.fn() }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  alertList.set([]);
});

const waiting = (eventId: string): Alert => ({
  id: eventId,
  subject: { eventId, marketId: 'M', label: 'France', eventTitle: 'Cup' },
  rule: { kind: 'closing', seconds: 900 },
  madeAt: 1,
  toldAt: null,
  fact: null,
});
function watch(known?: ReturnType<typeof eventOf>): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 1_000 } } });
  if (known) client.setQueryData(eventKeys.one(known.eventId as EventId), known);
  render(
    <QueryClientProvider client={client}>
      <AlertWatch />
    </QueryClientProvider>,
  );
}

it('ends what waits for an event that is gone, and says so in the list', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('/events/gone')
      ? new Response('{"error":"no such event"}', { status: 404 })
      : new Response('{"error":"busy"}', { status: 503 }),
  );
  alertList.set([waiting('gone'), waiting('busy')]);
  watch();
  await vi.waitFor(() =>
    expect(alertList.get()).toMatchObject([
      { id: 'gone', fact: 'The market is no longer listed.', toldAt: expect.any(Number) },
      { id: 'busy', toldAt: null },
    ]),
  );
});

it('ends nothing because one answer does not have an event that was there a moment ago', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response('{"error":"no such event"}', { status: 404 }));
  alertList.set([waiting('E')]);
  const closeTime = Date.now() / 1_000 + 86_400;
  watch(eventOf([{ marketId: 'M', title: 'France', closeTime }], 'E'));
  await act(() => vi.advanceTimersByTimeAsync(45_000));
  expect(alertList.get()).toMatchObject([{ toldAt: null }]);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(alertList.get()).toMatchObject([{ fact: 'The market is no longer listed.' }]);
});
