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
    const { from, step, marketIds } = Object.fromEntries(new URL(address, 'http://service').searchParams);
    asked.push(from ?? '');
    return new Response(
      JSON.stringify({
        now: Number(from) + 700,
        from: Number(from),
        step: Number(step),
        count: 1,
        markets: (marketIds ?? '').split(',').map((marketId) => ({ marketId, since: 0, bid: [1], ask: [2] })),
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

it('knows all that was quoted for a market in spans that are hours apart, the latest of too many', async () => {
  vi.useRealTimers();
  const now = Math.floor(serverNow() / 1_000);
  const hours = Array.from({ length: 45 }, (_, nth) => 45 - nth);
  const spans = hours.map((ago) => {
    const from = now - ago * 7_200;
    return { marketId: 'm' as MarketId, from, to: from + 660 };
  });
  const { result } = renderHook(() => useMids(spans), { wrapper });
  await waitFor(() => expect(result.current.of('m' as MarketId)).toHaveLength(40));
  const latest = spans.slice(5).map(({ from }) => Math.floor(from / 15) * 15);
  expect(asked.map(Number).sort((a, b) => a - b)).toEqual(latest);
});

it('asks no more for a span whose end has been told', async () => {
  const from = Math.floor(serverNow() / 1_000) - 3_600;
  const spans = [
    { marketId: 'm' as MarketId, from, to: from + 660 },
    { marketId: 'n' as MarketId, from: from - 7_200, to: from - 7_200 + 900 },
  ];
  renderHook(() => useMids(spans), { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(asked).toHaveLength(2);
  asked.length = 0;
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  // Answers tell seven hundred seconds: of one span not all.
  expect(asked.map(Number)).toEqual([Math.floor((from - 7_200) / 15) * 15]);
});
