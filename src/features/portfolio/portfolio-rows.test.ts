import type { ProviderDescriptor } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { expect, it } from 'vitest';
import type { PositionPhase } from '@/domain/portfolio.ts';
import { actionOf, isApart } from './portfolio-rows.ts';
import { anOrder } from './testing.tsx';

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
