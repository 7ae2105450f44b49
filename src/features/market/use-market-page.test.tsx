// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { EventId, MarketId } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { bookKeys } from '@/api/orderbook.queries.ts';
import { positionKeys } from '@/api/positions.queries.ts';
import { createReadCache } from '@/api/read.ts';
import { setConfig } from '@/config.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { openDesk, queries, WALLET, within } from '@/orders/testing.tsx';
import { useWalletStore } from '@/wallet/index.ts';
import { useMarketPage } from './use-market-page.ts';

afterEach(() => {
  cleanup();
  setConfig(null);
  useWalletStore.setState({ pubkey: null });
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

it.each([
  ['none', undefined],
  ['one that is not there', 'MK-0'],
])('keeps the market that it opens where the address names %s, whatever else comes', (_, wanted) => {
  openDesk();
  const event = 'EV-1' as EventId;
  const client = queries();
  /** Strikes, of which the one at 50¢ is the most contested. */
  const strikes = (chances: Record<string, number>) =>
    eventOf(
      Object.entries(chances).map(([strike, cents]) => ({
        marketId: `MK-${strike}`,
        title: `↑ ${strike}`,
        pricing: {
          buyYesPriceUsd: (cents + 1) * 10_000,
          sellYesPriceUsd: (cents - 1) * 10_000,
          buyNoPriceUsd: (101 - cents) * 10_000,
          sellNoPriceUsd: (99 - cents) * 10_000,
          volume: 1,
        },
      })),
      event,
    );
  client.setQueryData(eventKeys.one(event), strikes({ 100: 80, 110: 50, 120: 20 }));
  const { result, rerender } = renderHook(() => useMarketPage(event, wanted), { wrapper: within(client) });
  const open = () => result.current.market?.marketId;
  const told = (next: PredictionEvent) => {
    client.setQueryData(eventKeys.one(event), next);
    rerender();
    expect(result.current.event?.markets).toHaveLength(next.markets.length);
  };
  expect(open()).toBe('MK-110');
  told(strikes({ 100: 95, 110: 80, 120: 50 }));
  expect(open()).toBe('MK-110');
  act(() => useWalletStore.setState({ pubkey: WALLET }));
  client.setQueryData(positionKeys.of(WALLET), []);
  rerender();
  expect(result.current.connected).toBe(true);
  expect(open(), 'once it is known what is held').toBe('MK-110');
  told(strikes({ 100: 95, 110: 80, 120: 50, 130: 20 }));
  expect(open(), 'once there is one more').toBe('MK-110');
  told(strikes({ 100: 95, 120: 50, 130: 20 }));
  expect(open(), 'once it has gone').toBe('MK-120');
});
