// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { HistoryQuery } from '@/api/history.queries.ts';
import type { PortfolioSearch } from '../search-params.ts';
import { aHistory, draw, OWNER } from '../testing.tsx';
import { HistoryPanel, useAllHistory } from './history-panel.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const within =
  (queries: QueryClient) =>
  ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );

/** A history of `total` positions, of which a page from `failsAt` on cannot be read. */
function serve(total: number, failsAt = Number.POSITIVE_INFINITY): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://desk.test');
    const start = Number(url.searchParams.get('start'));
    const end = Math.min(total, Number(url.searchParams.get('end')));
    asked.push(`${start}-${end}`);
    if (start >= failsAt) return new Response('{"error":"no"}', { status: 400 });
    const pagination = { start, end, total, hasNext: end < total };
    return Response.json({ data: [], pagination });
  });
  return asked;
}

it('reads all of the history, page after page', async () => {
  const asked = serve(250);
  const queries = client();
  const { result, unmount } = renderHook(() => useAllHistory(OWNER), { wrapper: within(queries) });
  await waitFor(() => expect(result.current.data?.pages).toHaveLength(3));
  expect(asked).toEqual(['0-100', '100-200', '200-250']);
  expect(result.current.hasNextPage).toBe(false);
  unmount();
  queries.clear();
});

it('stops at a page that cannot be read, and keeps what it has', async () => {
  const asked = serve(250, 100);
  const queries = client();
  const { result, unmount } = renderHook(() => useAllHistory(OWNER), { wrapper: within(queries) });
  await waitFor(() => expect(result.current.isFetchNextPageError).toBe(true));
  expect(result.current.data?.pages).toHaveLength(1);
  expect(asked).toEqual(['0-100', '100-200']);
  unmount();
  queries.clear();
});

it.each(['Clear', 'Clear filters'])(
  '%s takes off its filters and nothing else of the address, and leaves the focus to them',
  async (name) => {
    const onSearch = vi.fn();
    const kept: PortfolioSearch = {
      tab: 'history',
      category: 'sports',
      sort: 'pnl',
      orders: '-placed',
      past: '-ended',
      records: 'time',
      picked: 'Fc1ps2k1',
      ended: 'hidden',
    };
    const narrowed: PortfolioSearch = {
      ...kept,
      kind: 'lost',
      market: 'M',
      side: 'no',
      from: '2020-01-01',
      to: '2020-01-01',
    };
    function Panel() {
      const [search, setSearch] = useState(narrowed);
      return (
        <HistoryPanel
          query={{ data: { pages: [{ data: [], pagination: {} }] } } as unknown as HistoryQuery}
          history={[aHistory()]}
          search={search}
          onSearch={(next) => {
            onSearch(next);
            setSearch(next);
          }}
          onReceipt={() => undefined}
          legsOf={() => null}
        />
      );
    }
    await draw(<Panel />);
    screen.getByRole('button', { name }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('button', { name: /^Clear/ })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Record type' })).toHaveFocus();
    expect(onSearch).toHaveBeenCalledOnce();
    expect(onSearch.mock.calls[0]?.[0], 'what is absent and what is undefined are the same').toEqual(kept);
  },
);
