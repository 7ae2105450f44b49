// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { triggerToken } from '@/api/trigger-token.ts';
import { triggerKeys } from '@/api/triggers.queries.ts';
import { actionsOf, aWallet, openDesk, queries, WALLET, within } from '@/orders/testing.tsx';
import { withdrawals } from '@/tx/withdrawals.ts';
import { useWalletStore } from '@/wallet/index.ts';
import { orderWire, tokenOf } from './orders.fixtures.ts';
import { OrdersPanel } from './orders-panel.tsx';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);

beforeEach(openDesk);
afterEach(() => triggerToken.drop());

it('asks with each answer whether a begun cancellation has ended, until that is known', async () => {
  useWalletStore.setState({ status: 'connected', pubkey: WALLET, actions: actionsOf(aWallet()) });
  triggerToken.hold({ owner: WALLET, token: 't', expiresAt: Number.MAX_SAFE_INTEGER });
  const { id } = orderWire;
  await withdrawals.begin({ id, owner: WALLET, title: 'Sell SOL', begunAt: 1 });
  let asked = 0;
  let isDown = true;
  vi.stubGlobal('fetch', async (path: string) => {
    const isOne = new URL(path, 'http://desk.test').searchParams.get('id') === id;
    if (isOne) asked++;
    if (isOne && isDown) return new Response('{"error":"down"}', { status: 503 });
    const orders = isOne ? [{ ...orderWire, orderState: 'cancelled' }] : [];
    const pagination = { total: orders.length, limit: 100, offset: 0 };
    return new Response(JSON.stringify({ orders, pagination }));
  });
  const client = queries();
  const poll = () => act(() => client.refetchQueries({ queryKey: triggerKeys.of(WALLET) }));
  const drafts = { of: new Map(), set: vi.fn(), saved: vi.fn(), move: vi.fn() };
  render(<OrdersPanel tab="open" onTab={vi.fn()} tokenOf={tokenOf} drafts={drafts} />, {
    wrapper: within(client),
  });
  await screen.findByText('No open orders');
  await waitFor(() => expect(asked).toBe(1));
  await poll();
  await waitFor(() => expect(asked).toBe(2));
  expect(await withdrawals.of(WALLET)).toHaveLength(1);
  isDown = false;
  await poll();
  await waitFor(() => expect(client.getQueryData(['withdrawals', WALLET])).toEqual([]));
  expect(await withdrawals.of(WALLET)).toEqual([]);
  expect(asked).toBe(3);
  await poll();
  expect(asked).toBe(3);
});
