import type { ProviderDescriptor } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { microContracts } from '@contract/money.ts';
import { expect, it } from 'vitest';
import type { PositionPhase } from '@/domain/portfolio.ts';
import { actionOf, isApart, lockedBySales } from './portfolio-rows.ts';
import { anOrder, aPosition, ORDER } from './testing.tsx';

it('reserves of a position what its open sales have not sold yet, and nothing else', () => {
  const contracts = (lots: bigint) => microContracts(lots * 1_000_000n);
  const sale = (change: Parameters<typeof anOrder>[0] = {}) =>
    anOrder({ isBuy: false, contractsMicro: contracts(10n), filledContractsMicro: contracts(0n), ...change });
  const locked = (...orders: ReturnType<typeof sale>[]) => lockedBySales(orders, aPosition());
  expect(locked(sale(), sale({ filledContractsMicro: contracts(4n) }))).toBe(contracts(16n));
  expect(locked(sale({ filledContractsMicro: contracts(11n) })), 'filled beyond what was asked').toBe(0n);
  expect(locked(sale({ isBuy: true }))).toBe(0n);
  expect(locked(sale({ position: ORDER }))).toBe(0n);
  expect(locked(sale({ status: 'filled' }))).toBe(0n);
});

it('offers what can be done about a position where its provider is known to let it be done', () => {
  const provider = (change: Partial<ProviderDescriptor>) =>
    ({ settles: 'claim', hasLadder: true, ...change }) as ProviderDescriptor;
  const round = provider({ settles: 'itself', hasLadder: false });
  const kindOf = (phase: PositionPhase, by: ProviderDescriptor | undefined, buyer = true) =>
    actionOf({ phase, outcome: null }, by, buyer).kind;
  expect(kindOf('claimable', provider({}))).toBe('claim');
  expect(kindOf('claimable', undefined), 'a payout may always be claimed').toBe('claim');
  expect(kindOf('claimable', round), 'it is paid without a press').toBe('none');
  expect(kindOf('open', provider({}))).toBe('close');
  expect(kindOf('open', undefined)).toBe('none');
  expect(kindOf('open', round)).toBe('round');
  expect(kindOf('open', round, false)).toBe('none');
  expect(kindOf('awaiting', provider({}))).toBe('none');
  expect(kindOf('lost', provider({}))).toBe('nothing');
});

it('knows whether orders may lie between the newest and the pages that are loaded', () => {
  const order = (key: string, status = 'filled') => anOrder({ pubkey: key as Pubkey, status });
  const apart = (recent: ReturnType<typeof order>[]) => isApart(recent, [order('c'), order('d', 'pending')]);
  expect(apart([order('a'), order('b')])).toBe(true);
  expect(apart([order('a'), order('c')])).toBe(false);
  expect(apart([order('a'), order('d', 'pending')]), 'what is open is polled however old it is').toBe(true);
  expect(apart([order('d', 'pending'), order('a')]), 'the very newest is there').toBe(false);
  expect(apart([])).toBe(false);
});
