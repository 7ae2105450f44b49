// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { tokenPriceQuery, useTokenPrices } from './prices.queries.ts';

const MINTS = [
  'So11111111111111111111111111111111111111112',
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  '11111111111111111111111111111111',
] as Pubkey[];
const [FRESH, OLD, COMING] = MINTS as [Pubkey, Pubkey, Pubkey];

afterEach(() => {
  vi.unstubAllGlobals();
});

it('knows no price by one that has been left behind', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient();
  const price = picoUsd(84n);
  client.setQueryData(tokenPriceQuery(FRESH).queryKey, price);
  client.setQueryData(tokenPriceQuery(OLD).queryKey, price, { updatedAt: Date.now() - 60_000 });
  const { result } = renderHook(() => useTokenPrices(MINTS), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  expect([...result.current]).toEqual([
    [FRESH, price],
    [OLD, null],
    [COMING, undefined],
  ]);
});
