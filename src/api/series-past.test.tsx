// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import { MAX_SERIES, MAX_STEPS } from '@contract/history.ts';
import type { MarketId } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { createReadCache } from './read.ts';
import { useQuotesAt } from './series-past.queries.ts';

let asked = 0;
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider
    client={new QueryClient({ queryCache: createReadCache(), defaultOptions: { queries: { retry: false } } })}
  >
    {children}
  </QueryClientProvider>
);
const MOMENTS = { step: 300, times: [1_790_000_100, 1_790_000_400] };
const markets = (count: number) => Array.from({ length: count }, (_, k) => `m${k}` as MarketId);

beforeEach(() => {
  asked = 0;
  setConfig({ bases: {}, history: true } as unknown as AppConfig);
  vi.stubGlobal('fetch', async (address: string) => {
    asked += 1;
    const { from, step, marketIds } = Object.fromEntries(new URL(address, 'http://service').searchParams);
    const told = (marketIds ?? '').split(',').map((marketId) => ({
      marketId,
      since: Number(from),
      bid: [400_000, 500_000],
      ask: [420_000, 520_000],
    }));
    return new Response(
      JSON.stringify({
        now: Number(from) + 600,
        from: Number(from),
        step: Number(step),
        count: 2,
        markets: told,
      }),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  setConfig(null);
});

it('as many markets as one answer takes are asked for together, part after part', async () => {
  const ids = markets(2 * MAX_SERIES + 1);
  const { result } = renderHook(() => useQuotesAt(ids, MOMENTS), { wrapper });
  await waitFor(() => expect(result.current.prices).toBeDefined());
  expect(asked).toBe(3);
  expect(result.current.prices?.quotes.get('m100' as MarketId)?.bid).toEqual([400_000n, 500_000n]);
});

it('of thousands of markets none is asked for: what is known is what was traded', async () => {
  const ids = markets(20 * MAX_SERIES + 1);
  const { result } = renderHook(() => useQuotesAt(ids, MOMENTS), { wrapper });
  expect(result.current).toEqual({ prices: undefined, failed: true });
  expect(asked).toBe(0);
});

it('what could not be read is asked for again at a press', async () => {
  const answers = globalThis.fetch;
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 400 }));
  const { result } = renderHook(() => useQuotesAt(markets(1), MOMENTS), { wrapper });
  await waitFor(() => expect(result.current.failed).toBe(true));
  let isHeld = true;
  vi.stubGlobal('fetch', async (address: string) => {
    await vi.waitUntil(() => !isHeld);
    return answers(address);
  });
  act(() => result.current.retry?.());
  await waitFor(() => expect(result.current).toMatchObject({ failed: true, retrying: true }));
  isHeld = false;
  await waitFor(() => expect(result.current.prices).toBeDefined());
  expect(result.current).toMatchObject({ failed: false, retry: undefined });
});

/** Answers with these columns for the one market that is asked for, in steps of so many seconds. */
function tell(step: number, columns: Record<string, (number | null)[]>, marketId = 'm0') {
  vi.stubGlobal('fetch', async (address: string) => {
    const from = Number(new URL(address, 'http://service').searchParams.get('from'));
    const count = Math.max(0, ...Object.values(columns).map(({ length }) => length));
    const market = { marketId, since: from, ...columns };
    return new Response(JSON.stringify({ now: from + 900, from, step, count, markets: [market] }));
  });
}
const read = async (moments: typeof MOMENTS) => {
  const { result } = renderHook(() => useQuotesAt(markets(1), moments), { wrapper });
  await waitFor(() => expect(result.current.prices).toBeDefined());
  return result.current.prices?.quotes.get('m0' as MarketId);
};

it('a price that is not told is unknown, and not nothing', async () => {
  tell(300, { bid: [null, 500_000] });
  expect(await read(MOMENTS)).toEqual({ bid: [null, 500_000n], ask: [null, null] });
  tell(300, { bid: [400_000, 500_000] }, 'another');
  expect(await read(MOMENTS)).toEqual({ bid: [null, null], ask: [null, null] });
});

it('a moment has the price of the step that ended there, and none that is older than its own steps', async () => {
  tell(600, { bid: [400_000], ask: [420_000] });
  const times = [0, 1, 2].map((nth) => 1_790_000_100 + nth * 300);
  expect(await read({ step: 300, times })).toEqual({
    bid: [null, 400_000n, null],
    ask: [null, 420_000n, null],
  });
});

it('more moments than one answer has are asked for part after part, each once and none after the last', async () => {
  const ranges: [number, number][] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://service');
    const [from, to, step] = ['from', 'to', 'step'].map((name) => Number(searchParams.get(name)));
    if (from === undefined || to === undefined || step === undefined) throw new Error('no axis');
    ranges.push([from, to]);
    const count = (to - from) / step;
    // The price of a step is the number of its beginning.
    const bid = Array.from({ length: count }, (_, k) => (from - FIRST) / step + k + 1);
    return new Response(
      JSON.stringify({ now: to, from, step, count, markets: [{ marketId: 'm0', since: 0, bid }] }),
    );
  });
  const FIRST = 1_790_000_100;
  const times = Array.from({ length: MAX_STEPS + 2 }, (_, k) => FIRST + k * 300);
  const { bid } = (await read({ step: 300, times })) ?? {};
  // A moment has the price of the step before it.
  expect(bid).toEqual(times.map((_, k) => BigInt(k)));
  expect(ranges).toEqual([
    [FIRST - 300, FIRST + (MAX_STEPS - 1) * 300],
    [FIRST + (MAX_STEPS - 1) * 300, FIRST + (MAX_STEPS + 1) * 300],
  ]);
});

it('without a history nothing is known of the past, and nothing is asked for', () => {
  setConfig({ bases: {}, history: false } as unknown as AppConfig);
  const { result } = renderHook(() => useQuotesAt(markets(1), MOMENTS), { wrapper });
  expect(result.current).toMatchObject({ prices: undefined, failed: true });
  expect(asked).toBe(0);
});
