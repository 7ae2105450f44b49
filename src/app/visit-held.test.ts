// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import type { Position } from '@contract/prediction/position.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { positionKeys } from '@/api/positions.queries.ts';
import { useWalletStore } from '@/wallet/index.ts';
import { heldIn } from './visit-held.ts';

const FIRST = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const SECOND = '11111111111111111111111111111111' as Pubkey;

afterEach(() => useWalletStore.setState({ pubkey: null }));

const held = (id: string, more: object = {}) =>
  ({
    pubkey: `position ${id}`,
    eventId: `E-${id}`,
    marketId: id,
    isYes: true,
    claimable: true,
    claimed: false,
    contractsMicro: 1_000_000n,
    totalCostUsd: 500_000n,
    markPriceUsd: null,
    sellPriceUsd: null,
    eventMetadata: { title: 'Cup' },
    marketMetadata: { title: id, status: 'closed', result: 'yes' },
    ...more,
  }) as unknown as Position;

it('is of the connected wallet, whatever is still in hand of another one', () => {
  const client = new QueryClient();
  client.setQueryData(positionKeys.of(SECOND), [held('b')], { updatedAt: 2_000 });
  client.setQueryData(positionKeys.of(FIRST), [held('a')], { updatedAt: 1_000 });
  const of = (pubkey: Pubkey | null) => {
    useWalletStore.setState({ pubkey });
    const { markets, claims } = heldIn(client, new Map());
    return { markets: markets.map(({ marketId }) => marketId), claims };
  };
  expect(of(SECOND)).toEqual({
    markets: ['b'],
    claims: { owner: SECOND, positions: ['position b'], at: 2_000 },
  });
  expect(of(FIRST)).toEqual({
    markets: ['a'],
    claims: { owner: FIRST, positions: ['position a'], at: 1_000 },
  });
  expect(of(null)).toEqual({ markets: [], claims: undefined });
});

it('is noted at the price of YES, also where NO is held, and without one where none is known', () => {
  const client = new QueryClient();
  const open = { claimable: false, marketMetadata: { title: 'France', status: 'open', result: null } };
  const positions = [
    held('a', { ...open, markPriceUsd: 300_000n }),
    held('b', { ...open, isYes: false, markPriceUsd: 300_000n }),
    held('c', open),
    held('d', { claimable: false, claimed: true }),
    held('e'),
  ];
  client.setQueryData(positionKeys.of(FIRST), positions, { updatedAt: 1_000 });
  useWalletStore.setState({ pubkey: FIRST });
  const { markets, claims } = heldIn(client, new Map());
  expect(markets.map(({ marketId, price, open: isOpen, at }) => [marketId, price, isOpen, at])).toEqual([
    ['a', '300000', true, 1_000],
    ['b', '700000', true, 1_000],
    ['c', null, true, 1_000],
    ['e', null, false, 1_000],
  ]);
  expect(claims?.positions).toEqual(['position e']);
});
