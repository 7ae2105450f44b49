// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
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

it('says of a search that fails that it did, and does not go on searching', async () => {
  setConfig({ bases: {}, providers: [] } as unknown as AppConfig);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ error: 'no' }), { status: 500 }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>
        <Palette open onClose={vi.fn()} />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByRole('combobox'), 'rates');
  await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Couldn’t search: /));
});
