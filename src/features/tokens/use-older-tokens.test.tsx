// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import { token } from '@contract/tokens/token.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReadCache } from '@/api/read.ts';
import { useRecentTokens } from '@/api/tokens.queries.ts';
import { setConfig } from '@/config.ts';
import type { SeenToken } from '@/domain/tokens.ts';
import { useOlderTokens } from './use-older-tokens.ts';

const MINT = 'So11111111111111111111111111111111111111112';
const OTHER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const wire = (id: string) => ({ id, symbol: id.slice(0, 2), name: id, usdPrice: 1 });

/** What the service answers to each; a number is a refusal. */
let answers: { recent: unknown[] | number; search: (query: string) => unknown[] | number | undefined };
beforeEach(() => {
  setConfig({ bases: {} } as AppConfig);
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://service');
    const answer = pathname.endsWith('/recent')
      ? answers.recent
      : answers.search(searchParams.get('query') ?? '');
    if (answer === undefined) return new Promise(() => undefined);
    return typeof answer === 'number'
      ? new Response(JSON.stringify({ error: 'no' }), { status: answer })
      : new Response(JSON.stringify(answer));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  setConfig(null);
});

function look(opened: string, rows: readonly SeenToken[] = []) {
  const client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: { queries: { retry: false } },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useOlderTokens({ rows, recent: useRecentTokens(), opened, paused: false }), {
    wrapper,
  }).result;
}

describe('a token that is opened by its address', () => {
  it('is none where the address is no address', async () => {
    answers = { recent: [], search: () => [] };
    const told = look('garbage');
    await waitFor(() => expect(told.current.lookup).toBe('none'));
  });

  it('is not said to be missing while nobody could be asked', async () => {
    answers = { recent: [], search: () => 500 };
    const told = look(MINT);
    expect(told.current.lookup).toBe('looking');
    await waitFor(() => expect(told.current.lookup).toMatchObject({ error: { kind: 'server' } }));
    answers.search = () => [];
    const { lookup } = told.current;
    if (typeof lookup !== 'string') void lookup.refetch();
    await waitFor(() => expect(told.current.lookup).toBe('none'));
  });

  it('has failed, and is asked for again, until there is an answer', async () => {
    answers = { recent: [], search: () => 500 };
    const told = look(MINT);
    await waitFor(() => expect(told.current.lookup).toMatchObject({ isFetching: false }));
    answers.search = () => undefined;
    const { lookup } = told.current;
    if (typeof lookup !== 'string') act(() => void lookup.refetch());
    await waitFor(() => expect(told.current.lookup).not.toMatchObject({ isFetching: false }));
    expect(told.current.lookup).toMatchObject({ isFetching: true, error: { kind: 'server' } });
  });

  it('is looked for no longer when the listing itself does not come', async () => {
    answers = { recent: 500, search: () => [] };
    const told = look(MINT);
    await waitFor(() => expect(told.current.lookup).toMatchObject({ error: { kind: 'server' } }));
  });

  it('is none where the service cannot be asked by address', async () => {
    answers = { recent: [], search: () => 404 };
    const told = look(MINT);
    await waitFor(() => expect(told.current.lookup).toBe('none'));
  });

  it('stays while other rows come into sight', async () => {
    answers = { recent: [], search: (query) => (query.includes(OTHER) ? undefined : [wire(MINT)]) };
    const told = look(MINT, [{ token: token.parse(wire(OTHER)), seenAt: 1 }]);
    await waitFor(() => expect(told.current.found?.token.id).toBe(MINT));
    act(() => told.current.onVisible(0, 0));
    await waitFor(() => expect(told.current.lookup).toBe('looking'));
    expect(told.current.found?.token.id).toBe(MINT);
  });
});
