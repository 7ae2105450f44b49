// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { MAX_TOKENS } from '@contract/tokens/token.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openDesk, queries, within } from '@/orders/testing.tsx';
import { Refusal, serve } from '@/orders/testing-service.ts';
import { SOL, TOKEN, TOKEN_PRICES, tokenPrices } from './testing.ts';
import { useTriggerTokens } from './use-trigger-tokens.ts';

beforeEach(openDesk);

const tokens = (others: readonly Pubkey[] = []) =>
  renderHook(() => useTriggerTokens(TOKEN, others), { wrapper: within(queries()) }).result;

it('says why the token of the address could not be loaded, until it is', async () => {
  serve({ [TOKEN_PRICES]: () => new Refusal(503, { error: 'down' }) });
  const shown = tokens();
  await waitFor(() => expect(shown.current.failed?.error.kind).toBe('server'));
  expect(shown.current).toMatchObject({ token: undefined, missing: false });
  serve({ [TOKEN_PRICES]: () => tokenPrices() });
  act(() => shown.current.failed?.retry());
  await waitFor(() => expect(shown.current.token?.symbol).toBe('BONK'));
  expect(shown.current.failed).toBeUndefined();
});

it('is missing where nobody knows the address', async () => {
  serve({ [TOKEN_PRICES]: () => new Refusal(404, { error: 'unknown' }) });
  const shown = tokens();
  await waitFor(() => expect(shown.current.missing).toBe(true));
  expect(shown.current.failed).toBeUndefined();
});

it('tells what it is worth in all with the price of the same answer', async () => {
  const listed = { id: TOKEN, symbol: 'BONK', decimals: 5, usdPrice: 0.00002, mcap: 20_000 };
  serve({
    [TOKEN_PRICES]: () => tokenPrices({ time: 1, priceUsd: 0.00003 }),
    'GET /tokens/v2/recent': () => [listed],
  });
  const shown = tokens();
  await waitFor(() => expect(shown.current.mcap).toEqual({ worth: 20_000_000_000n, at: 20_000_000n }));
});

it('names the tokens of all orders, however many there are', async () => {
  const mints = Array.from(
    { length: 150 },
    (_, n) => `${TOKEN.slice(0, -3)}${100 + n}`.replaceAll('0', 'z') as Pubkey,
  );
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://desk.test');
    if (!pathname.endsWith('/search')) return new Response('[]');
    const named = (searchParams.get('query') ?? '').split(',').slice(0, MAX_TOKENS);
    return new Response(
      JSON.stringify(named.map((id) => ({ id, name: 'Token', symbol: id.slice(-3), decimals: 6 }))),
    );
  });
  const shown = tokens(mints);
  await waitFor(() => expect(mints.filter((mint) => !shown.current.tokenOf(mint))).toEqual([]));
});

it('tells a token that looks like one of the platform’s own from it, by its address', async () => {
  const other = `z${TOKEN.slice(1)}` as Pubkey;
  serve({
    [TOKEN_PRICES]: () => ({ ...tokenPrices(), symbol: 'S\u200bOL', name: 'Solana' }),
    'GET /tokens/v2/recent': () => [
      { id: other, symbol: 'USD\u0441', decimals: 6 },
      { id: SOL.mint, symbol: 'SOL', decimals: 9 },
    ],
  });
  const shown = tokens();
  await waitFor(() => expect(shown.current.token?.symbol).toBe(`SOL (${TOKEN.slice(0, 4)}…)`));
  await waitFor(() => expect(shown.current.tokenOf(other)?.symbol).toBe('USD\u0441 (zNd1…)'));
  expect(shown.current.tokenOf(SOL.mint)?.symbol).toBe('SOL');
  expect(shown.current.cash.symbol).toBe('USDC');
});
