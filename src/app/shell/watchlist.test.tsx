// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { EventId } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { setConfig } from '@/config.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { lastVisit } from '@/state/visit.ts';
import { watchlist } from '@/state/watchlist.ts';
import { Watchlist } from './watchlist.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  setConfig(null);
  watchlist.set([]);
  lastVisit.set(null);
});

/** All that is drawn is on the screen. */
class Sight {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe = () => this.tell([{ isIntersecting: true }]);
  disconnect = () => undefined;
}

/** What the line of a watched event says whose YES stood at `before`, and is bid for and asked around `cents` now. */
function lineOf(cents: number, before: number): string {
  setConfig({ bases: {}, history: false } as AppConfig);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('IntersectionObserver', Sight);
  watchlist.set([{ eventId: 'EV-1', title: 'Will rates fall?' }]);
  const market = { eventId: 'EV-1', marketId: 'MK-1', eventTitle: '', label: '', open: true, at: 1 };
  lastVisit.set({
    at: 1,
    markets: [{ ...market, price: String(before * 10_000), why: 'watched' }],
    claimable: [],
  });
  const pricing = {
    buyYesPriceUsd: (cents + 1) * 10_000,
    sellYesPriceUsd: (cents - 1) * 10_000,
    buyNoPriceUsd: (101 - cents) * 10_000,
    sellNoPriceUsd: (99 - cents) * 10_000,
    volume: 1,
  };
  const client = new QueryClient();
  client.setQueryData(eventKeys.one('EV-1' as EventId), eventOf([{ marketId: 'MK-1', pricing }]));
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const { container } = render(
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>
        <Watchlist />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
  return container.querySelector('.min-h-4')?.textContent ?? '';
}

it.each([
  ['a price that stood still did not move, also where No leads', 30, 30, 'No70¢'],
  ['No rises as Yes falls', 30, 40, 'No+10.070¢'],
  ['Yes rises', 70, 60, 'Yes+10.070¢'],
])('%s', (_, now, before, text) => {
  expect(lineOf(now, before)).toBe(text);
});
