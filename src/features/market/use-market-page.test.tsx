// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { EventId } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createReadCache } from '@/api/read.ts';
import { setConfig } from '@/config.ts';
import { useMarketPage } from './use-market-page.ts';

afterEach(() => {
  cleanup();
  setConfig(null);
  vi.unstubAllGlobals();
});

it('still says that an event is gone while it is asked for again', async () => {
  setConfig({ bases: {}, providers: [] } as unknown as AppConfig);
  let asked = 0;
  vi.stubGlobal('fetch', (path: string) => {
    if (path.includes('/events/GONE')) asked += 1;
    return asked === 1
      ? Promise.resolve(Response.json({ message: 'Not found.' }, { status: 404 }))
      : new Promise(() => undefined);
  });
  const client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: { queries: { retry: false } },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMarketPage('GONE' as EventId, undefined), { wrapper });
  await waitFor(() => expect(result.current.error?.kind).toBe('not-found'));
  expect(result.current).toMatchObject({ loading: false, retrying: false });
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.retrying).toBe(true));
  expect(asked).toBe(2);
  expect(result.current.error?.kind).toBe('not-found');
  expect(result.current.loading).toBe(false);
});
