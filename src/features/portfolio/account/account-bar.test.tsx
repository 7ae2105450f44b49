// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { historyQuery } from '@/api/history.queries.ts';
import { ordersQuery } from '@/api/orders.queries.ts';
import { slipsQuery } from '@/api/parlays.queries.ts';
import { positionsQuery } from '@/api/positions.queries.ts';
import { openDesk, queries, WALLET, within } from '@/orders/testing.tsx';
import { serve } from '@/orders/testing-service.ts';
import { useWalletStore } from '@/wallet/index.ts';
import { AccountBar } from './account-bar.tsx';

const NOW = 1_800_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  openDesk();
  useWalletStore.setState({ status: 'connected', pubkey: WALLET });
});
afterEach(() => {
  vi.useRealTimers();
  useWalletStore.setState({ status: 'disconnected', pubkey: null });
});

/** The bar of an account whose reads were true so many seconds ago; none of them is answered again. */
function bar(ages: Partial<Record<'cash' | 'positions' | 'history', number>>): void {
  serve({});
  const client = queries();
  const ago = (seconds = 0) => ({ updatedAt: NOW - seconds * 1_000 });
  const orders = { orders: [], hasUnread: false, next: null, hasFailed: false, unmet: [] };
  client.setQueryData(
    ['balances', WALLET],
    { lamports: 0n, usdc: 5_000_000n, stablecoin: 0n },
    ago(ages.cash),
  );
  client.setQueryData(positionsQuery(WALLET).queryKey, [], ago(ages.positions));
  client.setQueryData(slipsQuery(WALLET).queryKey, [], ago());
  client.setQueryData(ordersQuery(WALLET).queryKey, orders, ago());
  client.setQueryData(historyQuery(WALLET).queryKey, { pages: [], pageParams: [] }, ago(ages.history));
  render(<AccountBar owner={WALLET} />, { wrapper: within(client) });
}
const isOld = (id: string): boolean => screen.getByTestId(id).closest('.stale') !== null;

it.each([
  ['nothing while all of it is fresh', {}, false, false],
  ['what is made of something old', { positions: 600 }, false, true],
  ['what is made of an old history', { history: 600 }, false, true],
  ['old cash, in which equity begins', { cash: 600 }, true, true],
] as const)('marks %s', (_, ages, cash, total) => {
  bar(ages);
  expect([isOld('balance'), isOld('account-total')]).toEqual([cash, total]);
  expect(screen.queryByText('Out of date') !== null).toBe(total);
});

it('marks what has been left behind while it was on show', () => {
  bar({});
  act(() => vi.advanceTimersByTime(600_000));
  expect([isOld('balance'), isOld('account-total')]).toEqual([true, true]);
});
