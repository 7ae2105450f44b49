// @vitest-environment happy-dom
import { type AppConfig, DEFAULT_BASES } from '@contract/config.ts';
import type { EventId } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { useMarketPage } from './use-market-page.ts';

afterEach(() => void vi.unstubAllGlobals());

it('says that an event has failed until there is an answer, also while it is asked for again', async () => {
  setConfig({ bases: DEFAULT_BASES, providers: [] } as unknown as AppConfig);
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 502 }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useMarketPage('E' as EventId, undefined), { wrapper });
  expect(result.current.loading).toBe(true);
  await waitFor(() => expect(result.current.error?.kind).toBe('server'));
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  act(() => result.current.retry());
  await waitFor(() => expect(client.isFetching()).toBeGreaterThan(0));
  expect(result.current.error?.kind).toBe('server');
  expect(result.current.loading).toBe(false);
});
