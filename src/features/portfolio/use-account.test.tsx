// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { historyQuery } from '@/api/history.queries.ts';
import { ordersQuery } from '@/api/orders.queries.ts';
import { positionsQuery } from '@/api/positions.queries.ts';
import { tokenPriceQuery } from '@/api/prices.queries.ts';
import { triggerToken } from '@/api/trigger-token.ts';
import { triggerKeys } from '@/api/triggers.queries.ts';
import { openDesk, queries, WALLET, within } from '@/orders/testing.tsx';
import { gate, Refusal, serve } from '@/orders/testing-service.ts';
import { useWalletStore } from '@/wallet/index.ts';
import { useAccount } from './use-account.ts';

const MINT = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;

beforeEach(() => {
  openDesk();
  triggerToken.hold({ owner: WALLET, token: 'token', expiresAt: Date.now() + 60_000 });
  return () => act(() => triggerToken.drop());
});

it('counts a token in the vault that the configuration does not know by the decimals of the listing', async () => {
  serve({ 'GET /search': () => [{ id: MINT, symbol: 'BONK', name: 'Bonk', decimals: 5 }] });
  const client = queries();
  client.setQueryData(triggerKeys.vault(WALLET), {
    vaultPubkey: MINT,
    balances: [{ mint: MINT, amount: 300_000n, inOrders: 0n }],
  });
  client.setQueryData(tokenPriceQuery(MINT).queryKey, picoUsd(2_000_000_000_000n));
  const { result } = renderHook(() => useAccount(WALLET), { wrapper: within(client) });
  await waitFor(() => expect(result.current.account.parts.vault?.sum).toBe(6_000_000n));
  expect(result.current.account.total.missing).not.toContain('vault');
});

const slip = {
  parlayId: 'PY-1',
  positionPubkey: MINT,
  legs: [],
  mode: 'paid',
  stakeUsd: '10',
  payoutUsd: '100',
  placedAt: 1,
  claimable: false,
  isClaimed: false,
  executionStatus: 'success',
};

it.each([
  ['has no equity until its parlays have come', () => ({ slips: [slip] }), 15_000_000n, []],
  [
    'has one without parlays where they fail',
    () => new Refusal(400, { error: 'Not offered' }),
    5_000_000n,
    ['parlays'],
  ],
])('%s', async (_, told, sum, missing) => {
  const come = gate();
  serve({ 'GET /parlays': () => come.passed.then((): unknown => told()) });
  const client = queries();
  useWalletStore.setState({ status: 'connected', pubkey: WALLET });
  client.setQueryData(['balances', WALLET], { lamports: 0n, usdc: 5_000_000n, stablecoin: 0n });
  client.setQueryData(positionsQuery(WALLET).queryKey, []);
  client.setQueryData(historyQuery(WALLET).queryKey, { pages: [], pageParams: [] });
  client.setQueryData(ordersQuery(WALLET).queryKey, {
    orders: [],
    hasUnread: false,
    next: null,
    hasFailed: false,
    unmet: [],
  });
  client.setQueryData(triggerKeys.vault(WALLET), { vaultPubkey: MINT, balances: [] });
  const { result } = renderHook(() => useAccount(WALLET), { wrapper: within(client) });
  await waitFor(() => expect(result.current.account.parts.cash?.sum).toBe(5_000_000n));
  expect(result.current.account.total.sum).toBeNull();
  come.open();
  await waitFor(() => expect(result.current.account.total).toEqual({ sum, missing }));
});

it.each([
  ['of a watch-only wallet is not to be seen', false, false, 200, 'watch-only'],
  ['is seen once its owner has signed in', true, false, 200, 'signed-out'],
  ['of its owner is waited for', true, true, undefined, 'waiting'],
  ['of its owner may fail to come', true, true, 400, 'failed'],
] as const)('a vault %s', async (_, canSign, isSignedIn, status, state) => {
  if (!isSignedIn) act(() => triggerToken.drop());
  useWalletStore.setState({
    status: 'connected',
    pubkey: WALLET,
    actions: canSign ? ({ signTransaction: async (tx: unknown) => tx } as never) : null,
  });
  const refusal = () => new Refusal(400, { error: 'Not now' });
  serve({ 'GET /vault': () => (status === 400 ? refusal() : new Promise(() => undefined)) });
  const { result } = renderHook(() => useAccount(WALLET), { wrapper: within(queries()) });
  await waitFor(() => expect(result.current.vaultState).toBe(state));
  expect(result.current.account.parts.vault).toBeNull();
});
