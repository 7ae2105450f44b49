// @vitest-environment happy-dom
import { type AppConfig, DEFAULT_BASES } from '@contract/config.ts';
import type { MarketId, Pubkey } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { useCloseAll } from './close-all.queries.ts';
import { createReadCache } from './read.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  setConfig(null);
});

it('is as old as the oldest book it is made of', async () => {
  setConfig({ bases: DEFAULT_BASES } as unknown as AppConfig);
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      { yes: [], no: [], yes_dollars: [], no_dollars: [] },
      { headers: { 'x-age-ms': address.includes('old') ? '40000' : '100' } },
    ),
  );
  const client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: { queries: { retry: false } },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const of = { owner: 'me' as Pubkey, positions: [], slippageBps: 250 };
  const { result } = renderHook(
    () =>
      useCloseAll(of, async (bookOf) => {
        await Promise.all(['new', 'old', 'newer'].map((id) => bookOf(id as MarketId)));
        return ['a sale'];
      }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.data).toEqual(['a sale']));
  expect(Date.now() - result.current.dataUpdatedAt).toBeGreaterThanOrEqual(40_000);
  client.clear();
});
