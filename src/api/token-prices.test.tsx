// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSlowPrices } from './account.queries.ts';
import { tokenPriceQuery, useTokenPrices } from './prices.queries.ts';

const MINTS = [
  'So11111111111111111111111111111111111111112',
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  '11111111111111111111111111111111',
] as Pubkey[];
const [FRESH, OLD, COMING] = MINTS as [Pubkey, Pubkey, Pubkey];
const PRICE = picoUsd(84n);

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Prices that came so many milliseconds ago; no other comes. */
function wrapperWith(ages: ReadonlyMap<Pubkey, number>) {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const client = new QueryClient();
  for (const [mint, age] of ages) {
    client.setQueryData(tokenPriceQuery(mint).queryKey, PRICE, { updatedAt: Date.now() - age });
  }
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}

it('knows no price by one that has been left behind', () => {
  const wrapper = wrapperWith(
    new Map([
      [FRESH, 0],
      [OLD, 60_000],
    ]),
  );
  const { result } = renderHook(() => useTokenPrices(MINTS), { wrapper });
  expect([...result.current]).toEqual([
    [FRESH, PRICE],
    [OLD, null],
    [COMING, undefined],
  ]);
});

it('nor of what lies in a vault, whose prices are renewed more seldom', () => {
  const wrapper = wrapperWith(
    new Map([
      [FRESH, 60_000],
      [OLD, 150_000],
    ]),
  );
  const { result } = renderHook(() => useSlowPrices(MINTS), { wrapper });
  expect([result.current.get(FRESH), result.current.get(OLD) ?? null]).toEqual([PRICE, null]);
});
