// @vitest-environment happy-dom
import { type AppConfig, DEFAULT_BASES } from '@contract/config.ts';
import type { EventWire } from '@contract/prediction/event.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { Palette } from './palette.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  setConfig(null);
});

function draw() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>
        <Palette open onClose={vi.fn()} />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
}

it('does not offer what matched the words before, which Enter would open', async () => {
  setConfig({ bases: DEFAULT_BASES, providers: [] } as unknown as AppConfig);
  const found: { data: EventWire[] } = {
    data: [
      {
        eventId: 'FED',
        isActive: true,
        isLive: false,
        category: 'economics',
        subcategory: '',
        tags: [],
        metadata: { eventId: 'FED', title: 'Fed decision' },
        markets: [],
        volumeUsd: '0',
        volume24hr: '0',
        closeCondition: '',
        beginAt: null,
        rulesPdf: '',
      },
    ],
  };
  vi.stubGlobal('fetch', async () => Response.json(found));
  draw();
  await userEvent.type(screen.getByRole('combobox'), 'fed');
  expect(await screen.findAllByRole('option', { name: /Fed decision/ })).not.toHaveLength(0);
  await userEvent.type(screen.getByRole('combobox'), ' march');
  expect(screen.queryByRole('option', { name: /Fed decision/ })).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('Searching…');
});

it('says of a search that fails that it did, and does not go on searching', async () => {
  setConfig({ bases: {}, providers: [] } as unknown as AppConfig);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ error: 'no' }), { status: 500 }));
  draw();
  await userEvent.type(screen.getByRole('combobox'), 'rates');
  await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Couldn’t search: /));
});
