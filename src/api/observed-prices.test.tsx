// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { setServerClock } from '@/lib/clock.ts';
import { tokenPriceQuery, usePriceSeries } from './prices.queries.ts';

const NOW = 1_800_000_000_000;
/** This computer's clock is ten minutes ahead. */
const SERVICE = NOW - 600_000;
const MINTS = ['So11111111111111111111111111111111111111112', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'];

let price: number | null;
let ageMs: number;
let client: QueryClient;
beforeEach(() => {
  [price, ageMs] = [2, 0];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // A live platform whose history nobody keeps.
  setConfig({ mode: 'live', bases: {}, history: false } as unknown as AppConfig);
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  setServerClock(SERVICE);
  vi.stubGlobal('fetch', async (path: string) => {
    const id = new URL(path, 'http://service').searchParams.get('query');
    const token = { id, name: 'Sol', symbol: 'SOL', decimals: 9, usdPrice: price };
    return new Response(JSON.stringify([token]), { headers: { 'x-age-ms': String(ageMs) } });
  });
});
afterEach(() => {
  setConfig(null);
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const look = (mint: Pubkey) => client.fetchQuery({ ...tokenPriceQuery(mint), staleTime: 0 });
/** What the chart shows of it, in seconds since the first look. */
async function charted(mint: Pubkey) {
  const { result, unmount } = renderHook(() => usePriceSeries(mint, 3_600), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current.data).toBeDefined());
  const series = result.current.data?.series.map(({ time, priceUsd }) => [
    time - SERVICE / 1_000,
    priceUsd === null ? null : Number(priceUsd / 1_000_000_000_000n),
  ]);
  unmount();
  return series;
}

it('notes a price by the clock of the service, when it was true, and a break where nobody looked', async () => {
  const mint = MINTS[0] as Pubkey;
  await look(mint);
  vi.setSystemTime(NOW + 30_000);
  [price, ageMs] = [3, 5_000];
  await look(mint);
  // Ten minutes on, the service still tells what it knew then.
  vi.setSystemTime(NOW + 600_000);
  [price, ageMs] = [3, 575_000];
  await look(mint);
  vi.setSystemTime(NOW + 610_000);
  [price, ageMs] = [4, 0];
  expect(await charted(mint)).toEqual([
    [0, 2],
    [25, 3],
    [26, null],
    [610, 4],
  ]);
});

it('notes none where the price is unknown', async () => {
  const mint = MINTS[1] as Pubkey;
  price = null;
  expect(await look(mint)).toBeNull();
  expect(await charted(mint)).toEqual([]);
});
