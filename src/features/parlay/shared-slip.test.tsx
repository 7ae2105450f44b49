// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { parlayKeys } from '@/api/parlays.queries.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { openDesk, queries, within } from '@/orders/testing.tsx';
import { fragmentOf } from '@/state/parlay-slip.ts';
import { useSharedSlip } from './shared-slip.ts';

beforeEach(openDesk);

it('takes from a link the legs that still trade, also where nobody sells just now, and counts the others', () => {
  const quoted = { buyYesPriceUsd: 510_000, sellYesPriceUsd: 490_000, volume: 1 };
  const pricing = { ...quoted, buyNoPriceUsd: 510_000, sellNoPriceUsd: 490_000 };
  const markets = {
    open: { pricing },
    unquoted: { pricing: { ...pricing, buyYesPriceUsd: null } },
    closed: { status: 'closed' },
    halted: { pricing, tradable: false },
    won: { status: 'closed', result: 'yes' },
  } as const;
  const events = Object.entries(markets).map(([id, market]) =>
    eventOf([{ marketId: id, ...market }], `EV-${id}`),
  );
  const ids = Object.keys(markets);
  const client = queries();
  client.setQueryData([...parlayKeys.all, 'shared', ids], events);
  const fragment = fragmentOf(ids.map((marketId) => ({ marketId })));
  const { result } = renderHook(() => useSharedSlip(fragment), { wrapper: within(client) });
  expect(result.current.data?.legs.map(({ marketId }) => marketId)).toEqual(['open', 'unquoted']);
  expect(result.current.data?.ignored).toBe(3);
});
