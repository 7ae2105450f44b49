// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { MarketId } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { serverNow } from '@/lib/clock.ts';
import { useMids } from './mids.queries.ts';

const asked: string[] = [];
const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
  setConfig({ bases: {}, history: true } as unknown as AppConfig);
  vi.stubGlobal('fetch', async (address: string) => {
    const { from, step } = Object.fromEntries(new URL(address, 'http://service').searchParams);
    asked.push(from ?? '');
    return new Response(
      JSON.stringify({
        now: Number(from) + 700,
        from: Number(from),
        step: Number(step),
        count: 1,
        markets: [],
      }),
    );
  });
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setConfig(null);
});

it('asks for a span that has only just begun once it has a step, though nothing else has changed', async () => {
  const from = Math.floor(serverNow() / 1_000);
  const spans = [{ marketId: 'm' as MarketId, from, to: from + 660 }];
  renderHook(() => useMids(spans), { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(client.isFetching()).toBe(0);
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  vi.useRealTimers();
  await waitFor(() => expect(asked).toHaveLength(1));
});
