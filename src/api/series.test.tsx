// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { MarketId } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { serverNow } from '@/lib/clock.ts';
import { useAssetWindow } from './asset-series.queries.ts';
import { useLiquidities, useLiquidity } from './liquidity.queries.ts';
import { useDay } from './series-day.queries.ts';
import { useTokenSeries } from './token-series.queries.ts';

let client: QueryClient;
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

/** What was asked for, by the query of each request. */
let asked: Record<string, string>[];
function tell(answer: (query: Record<string, string>) => unknown, headers: Record<string, string> = {}) {
  vi.stubGlobal('fetch', async (address: string) => {
    const query = Object.fromEntries(new URL(address, 'http://service').searchParams);
    asked.push(query);
    return new Response(JSON.stringify(await answer(query)), { headers });
  });
}

beforeEach(() => {
  asked = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  setConfig({ bases: {}, history: true } as unknown as AppConfig);
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  setConfig(null);
});

it('the day of each market is its own, on the axis that the service tells', async () => {
  const day = (marketId: string, price: number) => ({ marketId, since: 0, bid: [price], ask: [price] });
  // Longer steps than those asked for, another order, and one market left out.
  const from = 1_790_000_000;
  tell(() => ({
    now: from + 900,
    from,
    step: 3_600,
    count: 1,
    markets: [day('b', 300_000), day('a', 700_000)],
  }));
  const { result } = renderHook(() => (['a', 'b', 'c'] as MarketId[]).map((id) => useDay(id)), { wrapper });
  await waitFor(() => expect(result.current.every(({ data }) => data)).toBe(true));
  expect(asked.map(({ marketIds }) => marketIds)).toEqual(['a,b,c']);
  expect(result.current.map(({ data }) => [data?.from, data?.step, data?.steps[0]?.close])).toEqual([
    [from, 3_600, 700_000n],
    [from, 3_600, 300_000n],
    [from, 3_600, undefined],
  ]);
});

it('the line of a token is never that of the one shown before, but stays while the token grows older', async () => {
  let isHeld = false;
  tell(async ({ mints, from, step }) => {
    await vi.waitUntil(() => !isHeld);
    const tokens = (mints ?? '').split(',').map((mint) => ({ mint, since: 0, open: [2], close: [3] }));
    return { now: Number(from) + 90, from: Number(from), step: 2 * Number(step), count: 1, tokens };
  });
  const now = serverNow() / 1_000;
  const { result, rerender } = renderHook(({ mint, age }) => useTokenSeries(mint, now - age), {
    wrapper,
    initialProps: { mint: 'a', age: 30 },
  });
  await waitFor(() => expect(result.current.data?.close).toEqual([3_000_000_000_000n]));
  expect(result.current.data?.step).toBe(2 * Number(asked[0]?.step));
  isHeld = true;
  rerender({ mint: 'a', age: 3_000 });
  expect(result.current.data?.close).toEqual([3_000_000_000_000n]);
  rerender({ mint: 'b', age: 3_000 });
  expect(result.current.data).toBeUndefined();
  isHeld = false;
  await waitFor(() => expect(result.current.data).toBeDefined());
});

it('a window of an asset is asked for until its end is told, on the axis that the service tells', async () => {
  vi.useFakeTimers();
  const [from, to] = [1_790_000_100, 1_790_000_400];
  let now = to - 1;
  tell(() => ({
    now,
    from: from - 60,
    step: 120,
    count: 1,
    assets: [{ symbol: 'BTC', since: 0, open: [5], close: [6] }],
  }));
  const { result } = renderHook(
    () => [useAssetWindow('BTC', { from, to, step: 60 }), useAssetWindow('ETH', { from, to, step: 60 })],
    { wrapper },
  );
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(result.current.map(({ data }) => data)).toEqual([
    {
      from: from - 60,
      step: 120,
      toldAt: to - 1,
      since: 0,
      open: [5_000_000_000_000n],
      close: [6_000_000_000_000n],
    },
    null,
  ]);
  const ofBtc = () => asked.filter(({ symbols }) => symbols === 'BTC').length;
  expect(ofBtc()).toBe(1);
  now = to;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(ofBtc()).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(ofBtc()).toBe(2);
});

it('books are read quickly for a list that is sorted by them, and at leisure again once none is', async () => {
  vi.useFakeTimers();
  tell(() => ({ yes: [], no: [], yes_dollars: [['0.49', 10]], no_dollars: [['0.5', 10]] }), {
    'x-age-ms': '40000',
  });
  const ids = ['a', 'b', 'c', 'd'] as MarketId[];
  const sorted = renderHook(() => useLiquidities(ids), { wrapper });
  expect(sorted.result.current).toMatchObject({ left: 4 });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(asked).toHaveLength(4);
  expect(sorted.result.current.left).toBe(0);
  expect([...sorted.result.current.known.keys()]).toEqual(ids);
  sorted.unmount();
  const began = Date.now();
  const { result } = renderHook(() => (['e', 'f', 'g'] as MarketId[]).map((id) => useLiquidity(id)), {
    wrapper,
  });
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(asked).toHaveLength(5);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(asked).toHaveLength(6);
  // As old as the answer says, which was asked for at once and two seconds later.
  expect(result.current.map(({ data }) => data && data.asOf - began)).toEqual([-40_000, -38_000, undefined]);
});
