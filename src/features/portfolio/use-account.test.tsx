// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { tokenPriceQuery } from '@/api/prices.queries.ts';
import { triggerToken } from '@/api/trigger-token.ts';
import { triggerKeys } from '@/api/triggers.queries.ts';
import { openDesk, queries, WALLET, within } from '@/orders/testing.tsx';
import { serve } from '@/orders/testing-service.ts';
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
