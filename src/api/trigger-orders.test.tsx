// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { triggerToken } from './trigger-token.ts';
import { ACTIVE_ORDERS, type TriggerHistory, triggerKeys, useTriggerOrders } from './triggers.queries.ts';

const FIRST = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const SECOND = '11111111111111111111111111111111' as Pubkey;

afterEach(() => {
  triggerToken.drop();
  vi.unstubAllGlobals();
});

it('keeps the orders of a wallet while it signs in again, and shows them for no other', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient();
  const hold = (owner: Pubkey) => triggerToken.hold({ owner, token: owner, expiresAt: Date.now() + 60_000 });
  const page: TriggerHistory = { orders: [], pagination: { total: 3, limit: 100, offset: 0 } };
  client.setQueryData(triggerKeys.page(FIRST, ACTIVE_ORDERS), page);
  hold(FIRST);
  const { result, rerender } = renderHook((owner?: Pubkey) => useTriggerOrders(owner, ACTIVE_ORDERS), {
    initialProps: FIRST as Pubkey | undefined,
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const shown = () => result.current.data?.pagination.total;
  expect(shown()).toBe(3);
  act(() => triggerToken.lapse(FIRST));
  rerender(undefined);
  expect(shown()).toBe(3);
  // Another wallet is connected, and signs in.
  act(() => triggerToken.drop());
  rerender(undefined);
  expect(shown()).toBeUndefined();
  act(() => hold(SECOND));
  rerender(SECOND);
  expect(shown()).toBeUndefined();
});
