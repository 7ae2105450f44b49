// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useBackendStatus } from '@/state/backend-status.ts';
import { fetchSlips, useSharedMarkets } from './parlays.queries.ts';
import { createParlays } from './parlays.writes.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;

/** Answers by the path behind the interface; a number is the status of a refusal. */
function serve(answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://service');
    const answer = answers[pathname.replace('/prediction/v1', '')] ?? 404;
    return typeof answer === 'number'
      ? new Response('{"error":"no"}', { status: answer })
      : new Response(JSON.stringify(answer));
  });
}
afterEach(() => vi.unstubAllGlobals());

it('slips are told the latest first, in whatever order they come', async () => {
  const slip = (parlayId: string, placedAt: number) => ({
    parlayId,
    positionPubkey: null,
    legs: [],
    mode: 'paid',
    stakeUsd: '10',
    payoutUsd: '300',
    placedAt,
    claimable: false,
    isClaimed: false,
    executionStatus: 'success',
  });
  serve({ '/parlays': { slips: [slip('a', 2_000), slip('b', 3_000), slip('c', 1_000)] } });
  expect((await fetchSlips(OWNER)).map(({ parlayId }) => parlayId)).toEqual(['b', 'a', 'c']);
});

function shared(ids: readonly string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const names = (events: ({ eventId: string } | null)[]) => events.map((one) => one?.eventId ?? null);
  return renderHook(() => useSharedMarkets(ids, names), { wrapper }).result;
}
const market = (marketId: string, eventId: string) => ({
  provider: 'provider_a',
  marketId,
  eventId,
  status: 'open',
  result: null,
});
const event = (eventId: string) => ({
  eventId,
  isActive: true,
  isLive: false,
  category: 'sports',
  markets: [],
});

it('a market of a link that is not there has no event, and leaves the others', async () => {
  serve({
    '/markets/A': market('A', 'E'),
    '/events/E': event('E'),
    '/markets/C': market('C', 'gone'),
    '/markets/D': 400,
  });
  const result = shared(['A', 'B', 'C', 'D']);
  await waitFor(() => expect(result.current.data).toEqual(['E', null, null, null]));
});

it('a market of a link that cannot be read now is not taken for one that is not there', async () => {
  serve({ '/markets/A': market('A', 'E'), '/events/E': event('E'), '/markets/B': 503 });
  const result = shared(['A', 'B']);
  await waitFor(() => expect(result.current.error).toMatchObject({ kind: 'server' }));
  expect(result.current.data).toBeUndefined();
});

it('a link without markets asks for nothing', () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  expect(shared([]).current.fetchStatus).toBe('idle');
  expect(asked).not.toHaveBeenCalled();
});

it('parlays refused for the region, in whatever case that is said, are refused as a whole', async () => {
  const refusal = { status: 'error', code: 'unsupported_region', message: 'no' };
  serve({ '/parlays': { parlays: [refusal, refusal] } });
  await expect(createParlays({ parlays: [] })).rejects.toMatchObject({ kind: 'region' });
  expect(useBackendStatus.getState().regionRefusal).toBeDefined();
  const other = { ...refusal, code: 'LEG_NOT_OPEN' };
  serve({ '/parlays': { parlays: [other] } });
  expect(await createParlays({ parlays: [] })).toEqual({ parlays: [other] });
  expect(useBackendStatus.getState().regionRefusal).toBeUndefined();
});
