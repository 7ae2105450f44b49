// @vitest-environment happy-dom
import type { EventId, MarketId } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { AccountRow } from '@/domain/account.ts';
import { useParlaySettles } from './use-parlay-settles.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const NOW = 1_790_000_000;
const HOURS: Record<string, number | null> = { a: 1, b: 100, c: null };
const slip = (parlayId: string, events: string[]): ParlaySlip => ({
  parlayId,
  positionPubkey: null,
  legs: events.map((id) => ({ eventId: id as EventId, marketId: `m-${id}` as MarketId })),
  mode: 'paid',
  stakeUsd: '10',
  payoutUsd: '300',
  placedAt: 1,
  claimable: false,
  isClaimed: false,
  executionStatus: 'success',
});
const row = (key: string, state: AccountRow['state'] = 'running'): AccountRow => ({
  part: 'parlays',
  key,
  worth: microUsd(10_000_000n),
  cost: microUsd(10_000_000n),
  unrealised: microUsd(0n),
  state,
  openedAt: 1,
});

it('reads the events of running parlays once somebody wants to know, and each but once', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    const eventId = /events\/(\w+)/.exec(path)?.[1] ?? '';
    asked.push(eventId);
    const hours = HOURS[eventId] ?? null;
    const market = {
      provider: 'provider_a',
      marketResultPubkey: null,
      marketId: `m-${eventId}`,
      status: 'open',
      result: null,
      closeTime: hours === null ? null : NOW + hours * 3_600,
      resolveAt: null,
    };
    return new Response(
      JSON.stringify({
        eventId,
        isActive: true,
        isLive: false,
        category: 'tech',
        subcategory: '',
        markets: [market],
      }),
    );
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const slips = [
    slip('PY-1', ['a', 'b']),
    slip('PY-2', ['a']),
    slip('PY-3', ['a', 'c']),
    slip('PY-4', ['d']),
  ];
  const rows = [row('PY-1'), row('PY-2'), row('PY-3'), row('PY-4', 'payout')];
  const { result, rerender } = renderHook(({ wants }) => useParlaySettles(slips, rows, wants, NOW), {
    initialProps: { wants: false },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  expect(result.current('PY-1')).toBe('unknown');
  expect(asked).toEqual([]);
  rerender({ wants: true });
  await waitFor(() => expect(result.current('PY-1')).toBe('week'));
  await waitFor(() => expect(result.current('PY-2')).toBe('day'));
  await waitFor(() => expect(asked.toSorted()).toEqual(['a', 'b', 'c']));
  expect(result.current('PY-3'), 'a leg says nothing').toBe('unknown');
});
