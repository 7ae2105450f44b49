// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '@/config.ts';
import { EventsPage } from './events-page.tsx';
import { RankedEvents } from './ranked-events.tsx';
import type { EventsSearch } from './search-params.ts';
import { renderRouted, sampleList } from './testing.tsx';

vi.mock('./flat-lists.ts', () => ({
  useWatchedList: () => {
    const [drifted, setDrifted] = useState(true);
    return sampleList({ drifted, resort: () => setDrifted(false) });
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  setConfig(null);
});

const within = (ui: ReactElement) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    {ui}
  </QueryClientProvider>
);
beforeEach(() => {
  setConfig({ bases: {}, providers: [] } as unknown as AppConfig);
  vi.stubGlobal('fetch', async () => new Response('{"error":"no"}', { status: 400 }));
});

it('goes on at the list once it is sorted again', async () => {
  const search = { tab: 'watchlist' } as const;
  renderRouted(
    within(
      <EventsPage search={search} onSearch={() => undefined} owner={null} whatsNew={null} notice={null} />,
    ),
  );
  screen.getByRole('button', { name: 'Re-sort' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText('Sort order is out of date')).toBeNull();
  expect(document.getElementById('list')).toHaveFocus();
});

it('goes on at the page where an order that cannot be made is given up', async () => {
  function Page() {
    const [search, setSearch] = useState<EventsSearch>({ sort: 'move-24h' });
    if (search.sort === undefined) return <p>By volume</p>;
    return (
      <RankedEvents
        search={search}
        onSearch={setSearch}
        ranking="move-24h"
        frame={({ instead }) => <div>{instead}</div>}
      />
    );
  }
  renderRouted(
    within(
      <main tabIndex={-1}>
        <Page />
      </main>,
    ),
  );
  screen.getByRole('button', { name: 'Reset sorting' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('By volume')).toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
});
