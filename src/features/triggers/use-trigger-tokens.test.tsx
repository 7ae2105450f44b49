// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openDesk, queries, within } from '@/orders/testing.tsx';
import { Refusal, serve } from '@/orders/testing-service.ts';
import { useTriggerTokens } from './use-trigger-tokens.ts';

const MINT = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;

beforeEach(openDesk);

const tokens = () => renderHook(() => useTriggerTokens(MINT, []), { wrapper: within(queries()) }).result;

it('says why the token of the address could not be loaded, until it is', async () => {
  serve({ [`GET /paper/prices/${MINT}`]: () => new Refusal(503, { error: 'down' }) });
  const shown = tokens();
  await waitFor(() => expect(shown.current.failed?.error.kind).toBe('server'));
  expect(shown.current).toMatchObject({ token: undefined, missing: false });
  serve({
    [`GET /paper/prices/${MINT}`]: () => ({
      mint: MINT,
      symbol: 'BONK',
      name: 'Bonk',
      decimals: 5,
      series: [],
    }),
  });
  act(() => shown.current.failed?.retry());
  await waitFor(() => expect(shown.current.token?.symbol).toBe('BONK'));
  expect(shown.current.failed).toBeUndefined();
});

it('is missing where nobody knows the address', async () => {
  serve({ [`GET /paper/prices/${MINT}`]: () => new Refusal(404, { error: 'unknown' }) });
  const shown = tokens();
  await waitFor(() => expect(shown.current.missing).toBe(true));
  expect(shown.current.failed).toBeUndefined();
});
