// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Alert, alertList } from '@/state/alerts.ts';
import { AlertWatch } from './alert-watch.tsx';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => vi.fn() }));

afterEach(() => {
  vi.unstubAllGlobals();
  alertList.set([]);
});

it('ends what waits for an event that is gone, and says so in the list', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('/events/gone')
      ? new Response('{"error":"no such event"}', { status: 404 })
      : new Response('{"error":"busy"}', { status: 503 }),
  );
  const waiting = (eventId: string): Alert => ({
    id: eventId,
    subject: { eventId, marketId: 'M', label: 'France', eventTitle: 'Cup' },
    rule: { kind: 'closing', seconds: 900 },
    madeAt: 1,
    toldAt: null,
    fact: null,
  });
  alertList.set([waiting('gone'), waiting('busy')]);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AlertWatch />
    </QueryClientProvider>,
  );
  await vi.waitFor(() =>
    expect(alertList.get()).toMatchObject([
      { id: 'gone', fact: 'The market is no longer listed.', toldAt: expect.any(Number) },
      { id: 'busy', toldAt: null },
    ]),
  );
});
