// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { ResultPanel } from './result-panel.tsx';

const SOON = Math.floor(Date.now() / 1_000) + 3_600;
const asked = (eventId: string, day: number) => ({
  eventId,
  category: 'crypto',
  subcategory: 'btc',
  metadata: { eventId, title: `Bitcoin above ___ on Nov ${day}` },
});
const marketOf = (eventId: string, closeTime: number) => ({
  provider: 'provider_a' as const,
  marketId: `${eventId}-M`,
  status: 'open' as const,
  result: null,
  title: '$86,000',
  closeTime,
});
const listed = (eventId: string, day: number, closeTime: number) => ({
  isActive: true,
  isLive: false,
  ...asked(eventId, day),
  markets: [marketOf(eventId, closeTime)],
});

const root = createRootRoute();
const router = createRouter({
  routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/event/$eventId' })]),
  history: createMemoryHistory(),
});

/** The panel of an event that is over, where the service lists these under its subject. */
function show(others: readonly object[]) {
  const paths: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path);
    const pagination = { start: 0, end: others.length, total: others.length, hasNext: false };
    return new Response(JSON.stringify({ data: others, pagination }));
  });
  const over = { ...marketOf('OVER', SOON - 7_200), status: 'closed' as const, result: 'yes' as const };
  const event = eventOf([over], 'OVER', asked('OVER', 24));
  const [market] = event.markets;
  if (!market) throw new Error('a market is needed');
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterContextProvider router={router}>
        <ResultPanel event={event} market={market} outcome="$86,000" positions={[]} />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
  return paths;
}

afterEach(() => vi.unstubAllGlobals());

it('a market that is over leads on to the next event of its series', async () => {
  const paths = show([listed('LATER', 26, SOON + 86_400), listed('NEXT', 25, SOON)]);
  const link = await screen.findByRole('link', { name: 'Next: Bitcoin above ___ on Nov 25' });
  expect(link).toHaveAttribute('href', '/event/NEXT');
  expect(screen.queryByRole('link', { name: 'Back to the markets' })).not.toBeInTheDocument();
  expect(paths).toEqual([expect.stringContaining('subcategory=btc')]);
});

it('and back to the markets where nothing asks the same again', async () => {
  const paths = show([
    { ...listed('OTHER', 25, SOON), metadata: { eventId: 'OTHER', title: 'Bitcoin price' } },
  ]);
  await expect.poll(() => paths).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Back to the markets' })).toHaveAttribute('href', '/');
});
