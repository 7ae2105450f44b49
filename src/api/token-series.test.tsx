// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { USDC_MINT } from '@contract/mints.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { serverNow } from '@/lib/clock.ts';
import { usePriceSeries, useTokenPrice } from './prices.queries.ts';
import { useTokenSeries } from './token-series.queries.ts';

let asked: URL[] = [];
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    {children}
  </QueryClientProvider>
);
const MINT = 'So11111111111111111111111111111111111111112' as Pubkey;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://service');
    asked.push(url);
    if (url.pathname.includes('/search')) {
      return new Response(
        JSON.stringify([{ id: MINT, symbol: 'SOL', name: 'Solana', decimals: 9, usdPrice: 80 }]),
      );
    }
    const { from, step, mints } = Object.fromEntries(url.searchParams);
    const tokens = (mints ?? '')
      .split(',')
      .map((mint) => ({ mint, since: Number(from), close: [1, null, 3] }));
    return new Response(
      JSON.stringify({
        now: Number(from) + 2.5 * Number(step),
        from: Number(from),
        step: Number(step),
        count: 3,
        tokens,
      }),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  setConfig(null);
});
const deployed = (more: Partial<AppConfig>) => setConfig({ bases: {}, ...more } as AppConfig);

it('tokens as old as each other are asked for together, in steps that fit their age', async () => {
  deployed({ history: true });
  const now = serverNow() / 1_000;
  const { result } = renderHook(
    () => [
      useTokenSeries('a', now - 30),
      useTokenSeries('b', now - 40),
      useTokenSeries('c', now - 3_000),
      useTokenSeries('d', null),
    ],
    { wrapper },
  );
  await waitFor(() => expect(result.current.slice(0, 3).every(({ data }) => data)).toBe(true));
  expect(asked.map(({ searchParams }) => [searchParams.get('mints'), searchParams.get('step')])).toEqual([
    ['a,b', '1'],
    ['c', '60'],
  ]);
  for (const { searchParams } of asked) {
    const lived = searchParams.get('step') === '1' ? 60 : 3_600;
    expect(now - Number(searchParams.get('from'))).toBeLessThanOrEqual(lived + 1);
  }
  expect(result.current[3]?.data).toBeUndefined();
});

it('a live platform with a history tells what a token cost before it was looked at; without one nothing is asked', async () => {
  deployed({ history: true, mode: 'live' });
  const { result, unmount } = renderHook(() => usePriceSeries(MINT, 86_400), { wrapper });
  await waitFor(() => expect(result.current.data).toBeDefined());
  expect(result.current.data?.series.map(({ priceUsd }) => priceUsd)).toEqual([
    1_000_000_000_000n,
    null,
    3_000_000_000_000n,
  ]);
  unmount();
  asked = [];
  deployed({ mode: 'live' });
  const plain = renderHook(() => usePriceSeries(MINT, 86_400), { wrapper });
  await waitFor(() =>
    expect(plain.result.current.data?.series.map(({ priceUsd }) => priceUsd)).toHaveLength(1),
  );
  expect(asked.some(({ pathname }) => pathname.includes('/series/'))).toBe(false);
});

it('the price of a token is that of its own address, whatever else a search for it finds', async () => {
  deployed({ history: true, mode: 'live' });
  const copy = { id: USDC_MINT, symbol: MINT, decimals: 9, usdPrice: 1 };
  let found: object[] = [copy, { id: MINT, symbol: 'SOL', decimals: 9, usdPrice: 80 }];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(found)));
  const { result } = renderHook(() => useTokenPrice(MINT), { wrapper });
  await waitFor(() => expect(result.current.data).toBe(80_000_000_000_000n));
  found = [copy];
  const alone = renderHook(() => useTokenPrice(MINT), { wrapper });
  await waitFor(() => expect(alone.result.current.error).toMatchObject({ kind: 'not-found' }));
});
