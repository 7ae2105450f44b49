// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { EventId, MarketId, Pubkey } from '@contract/ids.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { historyKeys } from '@/api/history.queries.ts';
import { parlayKeys } from '@/api/parlays.queries.ts';
import { aWallet, openDesk, queries, WALLET, within } from '@/orders/testing.tsx';
import { gate } from '@/orders/testing-service.ts';
import { records } from '@/tx/database.ts';
import type { Queue } from '@/tx/queue.ts';
import { loadQueues } from '@/tx/queue-service.ts';
import { SlipsPanel } from './slips-panel.tsx';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);

afterEach(() => {
  vi.unstubAllGlobals();
});

const LOST = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' as Pubkey;
const HELD = 'So11111111111111111111111111111111111111112' as Pubkey;
const slip = (parlayId: string, positionPubkey: Pubkey | null): ParlaySlip => ({
  parlayId,
  positionPubkey,
  legs: [{ eventId: 'EV-A' as EventId, marketId: 'MK-A' as MarketId }],
  mode: positionPubkey === null ? 'free' : 'paid',
  stakeUsd: '10',
  payoutUsd: '300',
  placedAt: 1,
  claimable: false,
  isClaimed: false,
  executionStatus: 'success',
});

function show(client: ReturnType<typeof queries>, signer: ReturnType<typeof aWallet> | null): void {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <SlipsPanel owner={WALLET} signer={signer} />
    </RouterContextProvider>,
    { wrapper: within(client) },
  );
}

/** Where each parlay stands whose legs are listed no more, with this much of the records there. */
async function statesOf(pages: readonly object[] | undefined): Promise<(string | undefined)[]> {
  cleanup();
  openDesk();
  const client = queries();
  client.setQueryData(parlayKeys.of(WALLET), [slip('PY-1', LOST), slip('PY-2', HELD), slip('PY-3', null)]);
  if (pages) client.setQueryData(historyKeys.of(WALLET), { pages, pageParams: pages.map(() => 0) });
  show(client, null);
  await waitFor(() => expect(screen.getAllByText('No longer listed')).toHaveLength(3));
  const states = screen.getAllByTestId('slip').map(({ dataset }) => dataset.state);
  cleanup();
  client.clear();
  return states;
}

it('takes from the records what no leg tells any more, and says what is not known', async () => {
  const pagination = { start: 0, end: 1, total: 1, hasNext: false };
  const byPosition = { by: 'position', data: [{ positionPubkey: LOST, status: 'lost' }], pagination };
  expect(await statesOf([byPosition])).toEqual(['lost', 'running', 'unknown']);
  const record = { positionPubkey: LOST, eventType: 'position_lost' };
  const byEvent = { by: 'event', data: [record], pagination };
  expect(await statesOf([byEvent])).toEqual(['lost', 'running', 'unknown']);
  const more = { ...pagination, total: 2, hasNext: true };
  expect(await statesOf([{ ...byPosition, pagination: more }])).toEqual(['lost', 'unknown', 'unknown']);
  expect(await statesOf(undefined)).toEqual(['unknown', 'unknown', 'unknown']);
});

it('leaves a parlay that another tab’s queue claims to that queue, until that tab is gone', async () => {
  openDesk();
  const tab = gate();
  const request = async (_name: string, ...rest: unknown[]) => {
    await tab.passed;
    return (rest.at(-1) as (lock: object) => unknown)({});
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  await records<Queue>('queues').put({
    ...{ id: 'q', owner: WALLET, kind: 'claim', createdAt: 1, status: 'running', note: null },
    items: [{ key: HELD, title: 'Parlay', subject: null, attempt: 0, state: { step: 'waiting' } }],
  });
  await loadQueues();
  const client = queries();
  client.setQueryData(parlayKeys.of(WALLET), [{ ...slip('PY-1', HELD), claimable: true }]);
  show(client, aWallet());
  const claim = await screen.findByRole('button', { name: 'Claim' });
  expect(claim).toHaveAttribute('aria-busy', 'true');
  expect(claim).toHaveAttribute('title', 'It is in the queue of claims');
  tab.open();
  await waitFor(() => expect(claim).not.toHaveAttribute('aria-busy'));
  await expect.poll(() => records<Queue>('queues').all()).toMatchObject([{ status: 'paused' }]);
  cleanup();
});
