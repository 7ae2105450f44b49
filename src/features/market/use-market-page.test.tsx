// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { EventId, MarketId } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { bookKeys } from '@/api/orderbook.queries.ts';
import { createReadCache } from '@/api/read.ts';
import { setConfig } from '@/config.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { openDesk, queries, within } from '@/orders/testing.tsx';
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

it('has the prices of the book while it is there, and no old ones of it once it has failed', async () => {
  openDesk();
  const [event, market] = ['EV-1' as EventId, 'MK-1' as MarketId];
  const pricing = { buyYesPriceUsd: 600_000, sellYesPriceUsd: 500_000, volume: 1 };
  const other = { buyNoPriceUsd: 500_000, sellNoPriceUsd: 400_000 };
  const level = (price: bigint) => [{ price: microUsd(price), size: microContracts(10_000_000n) }];
  const client = queries();
  const one = { marketId: market, provider: 'provider_a', pricing: { ...pricing, ...other } };
  client.setQueryData(eventKeys.one(event), eventOf([one], event));
  const book = { yes: [], no: [], yes_dollars: level(540_000n), no_dollars: level(450_000n) };
  client.setQueryData(bookKeys.one(market), book);
  const { result } = renderHook(() => useMarketPage(event, undefined), { wrapper: within(client) });
  const cost = () => result.current.market?.pricing?.buyYesPriceUsd;
  expect(cost()).toBe(550_000n);
  await act(() => client.refetchQueries({ queryKey: bookKeys.one(market) }));
  await waitFor(() => expect(cost()).toBe(600_000n));
});
