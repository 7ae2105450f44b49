// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accountOf } from '@/domain/account.ts';
import { ledgerOf } from '@/domain/ledger.ts';
import type { LedgerRange } from '@/domain/ledger-points.ts';
import { anAwaiting, anEvent, aPosition, USDC } from '../testing.tsx';
import type { AccountView } from '../use-account.ts';
import { useEquity } from './use-equity.ts';

const cents = (count: bigint) => microUsd(count * 10_000n);
const sold = 'sold' as Pubkey;
/** 10 contracts that cost $6.17, after $40 were won with others; $100 were put in. */
const records = [
  anEvent({
    id: '1',
    positionPubkey: sold,
    totalCostUsd: cents(1_000n),
    avgFillPriceUsd: cents(100n),
    feeUsd: cents(0n),
  }),
  anEvent({
    id: '2',
    positionPubkey: sold,
    isBuy: false,
    totalCostUsd: cents(0n),
    feeUsd: cents(0n),
    grossProceedsUsd: cents(5_000n),
    netProceedsUsd: cents(5_000n),
    timestamp: 1_790_000_002,
  }),
  anEvent({ id: '3', timestamp: 1_790_010_000 }),
];
const held = { contractsMicro: microContracts(10_000_000n), totalCostUsd: cents(617n) };

function equityOf(kind: 'equity' | 'profit', positions: readonly Position[], range: LedgerRange = 'All') {
  const ledger = ledgerOf(records);
  const sources = {
    cash: [{ mint: USDC, amount: cents(13_383n) }],
    positions,
    slips: [],
    openOrders: [],
    hasUnreadOrders: false,
    isAwaited: false,
    hasUnreadRecords: false,
    vault: [],
    ledger,
    records,
    paysItself: () => false,
    midnight: 0,
    profitAtMidnight: null,
  };
  const view: AccountView = {
    account: accountOf(sources),
    sources,
    ofAll: true,
    vaultState: 'waiting',
    asOf: undefined,
  };
  const asked = { range, kind, by: 'market', now: 1_790_010_100 } as const;
  return renderHook(() => useEquity(view, asked), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    ),
  }).result.current;
}

describe('an account of which nothing held has a price', () => {
  it('has in its equity what was put in, and what it has earned once', () => {
    const { curve } = equityOf('equity', [anAwaiting(held)]);
    const values = curve?.points.map(({ value }) => value);
    // The last one holds ten contracts at the $0.60 that they were bought for.
    expect(values).toEqual([cents(10_000n), cents(10_000n), cents(14_000n), cents(13_983n), cents(13_983n)]);
  });
});

describe('an account of which something held has no price', () => {
  const priced = aPosition({ ...held, pubkey: sold, pnlUsdAfterFees: cents(100n) });
  const range = '24H';
  it('has an unknown profit within a range, and of its part', () => {
    const { curve, shares } = equityOf('profit', [priced, anAwaiting(held)], range);
    expect(curve?.change).toBeNull();
    expect(shares?.map(({ profit }) => profit)).toEqual([null]);
  });
  it('has a known one where all of it has a price', () => {
    const { curve, shares } = equityOf('profit', [priced], range);
    expect(curve?.change).toBe(cents(4_100n));
    expect(shares?.map(({ profit }) => profit)).toEqual([cents(4_100n)]);
  });
});
