// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { OWNER } from '../testing.tsx';
import { useAllHistory } from './history-panel.tsx';

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
