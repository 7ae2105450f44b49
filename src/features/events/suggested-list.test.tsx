// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { EventCard } from './event-card.tsx';
import { useSuggestedList } from './flat-lists.ts';
import { renderRouted } from './testing.tsx';

const OWNER = 'So11111111111111111111111111111111111111112' as Pubkey;
const NAMES = { provider_a: 'Venue One', provider_b: 'Venue Two' } as const;

const asked = (eventId: string, title: string, provider: keyof typeof NAMES, volumeUsd: string) => ({
  eventId,
  isActive: true,
  isLive: false,
  category: 'economics',
  subcategory: 'fed',
  volumeUsd,
  metadata: { eventId, title },
  markets: [{ provider, marketId: `${eventId}-M`, status: 'open', result: null, title: 'Yes' }],
});

beforeEach(() =>
  setConfig({
    bases: {},
    providers: Object.entries(NAMES).map(([wire, label]) => ({ wire, label })),
  } as unknown as AppConfig),
);
afterEach(() => {
  cleanup();
  setConfig(null);
  vi.unstubAllGlobals();
});

function Suggested() {
  const { items } = useSuggestedList(OWNER, {});
  return items.map((item) => (
    <EventCard key={item.event.eventId} item={item} intervalMs={5_000} stale={false} />
  ));
}

it('a question that two venues ask is suggested once, and its card names both', async () => {
  const data = [
    asked('A', 'Will rates fall in May?', 'provider_a', '10'),
    asked('B', 'Will they rise?', 'provider_a', '5'),
    asked('C', 'Will rates fall in May?', 'provider_b', '900'),
  ];
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })));
  renderRouted(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Suggested />
    </QueryClientProvider>,
  );
  const both = await screen.findByRole('article', { name: 'Will rates fall in May?' });
  expect(both).toHaveTextContent('Venue Two · Venue One · Economics');
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(screen.getByRole('article', { name: 'Will they rise?' })).not.toHaveTextContent('Venue');
});
