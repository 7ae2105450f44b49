// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createReadCache } from '@/api/read.ts';
import { useRounds } from './use-rounds.ts';

afterEach(() => vi.unstubAllGlobals());

function rounds(answer: (nth: number) => Response | Promise<Response>) {
  let asked = 0;
  vi.stubGlobal('fetch', async () => answer(++asked));
  const client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: { queries: { retry: false } },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { ...renderHook(() => useRounds('provider_d', undefined), { wrapper }), asked: () => asked };
}
const away = () => Response.json({ message: 'Away.' }, { status: 503 });
const none = () => Response.json({ data: [], pagination: { start: 0, end: 0, total: 0, hasNext: false } });

it('still says that the rounds have failed while they are asked for again', async () => {
  const { result, asked } = rounds((nth) => (nth === 1 ? away() : new Promise(() => undefined)));
  await waitFor(() => expect(result.current.failed?.error.kind).toBe('server'));
  act(() => result.current.failed?.retry());
  await waitFor(() => expect(result.current.failed?.retrying).toBe(true));
  expect(asked()).toBe(2);
  expect(result.current.failed?.error.kind).toBe('server');
  expect(result.current.loading).toBe(false);
});

it('knows of no failure once the rounds have come, where there are none', async () => {
  const { result } = rounds((nth) => (nth === 1 ? away() : none()));
  await waitFor(() => expect(result.current.failed).toBeDefined());
  await act(async () => result.current.failed?.retry());
  await waitFor(() => expect(result.current.asOf).toBeDefined());
  expect(result.current).toMatchObject({ rounds: [], loading: false, failed: undefined });
});
