// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type AccountSources, accountOf } from '@/domain/account.ts';
import { ledgerOf } from '@/domain/ledger.ts';
import { midnightsOf } from '@/lib/month.ts';
import type { AccountView } from '../use-account.ts';
import { useDays } from './use-equity.ts';

const MONTH = { year: 2_026, month: 9 };
const [FIRST = 0, SECOND = 0, THIRD = 0] = midnightsOf(MONTH);
const NOW = THIRD + 3_600;

/** An account of a parlay that has won: ten dollars for two hundred. */
function daysOf(placedAt: number) {
  const sources: AccountSources = {
    cash: [],
    positions: [],
    slips: [
      {
        parlayId: 'PY-1',
        positionPubkey: 'parlay' as Pubkey,
        mode: 'paid',
        stakeUsd: '10',
        payoutUsd: '200',
        placedAt: placedAt * 1_000,
        claimable: true,
        isClaimed: false,
        executionStatus: 'success',
      },
    ],
    openOrders: [],
    hasUnreadOrders: false,
    isAwaited: false,
    hasUnreadRecords: false,
    vault: [],
    ledger: ledgerOf([]),
    records: [],
    paysItself: () => false,
    midnight: THIRD,
    profitAtMidnight: microUsd(0n),
  };
  const view: AccountView = { account: accountOf(sources), sources, ofAll: true, vaultState: 'waiting' };
  const { result } = renderHook(() => useDays(view, MONTH, NOW), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    ),
  });
  const { days, total, undated } = result.current;
  return { today: days?.at(-1)?.profit, headline: view.account.today?.profit, total, undated };
}

it('gives a won parlay to the day and to the month only where it was placed within them, and counts what it leaves out', () => {
  const won = 190_000_000n;
  const left = (today: number, month: number) => ({ undated: { today, month } });
  expect(daysOf(THIRD + 60), 'today').toEqual({ today: won, headline: won, total: won, ...left(0, 0) });
  expect(daysOf(SECOND), 'yesterday').toEqual({ today: 0n, headline: 0n, total: won, ...left(1, 0) });
  expect(daysOf(FIRST - 60), 'last month').toEqual({ today: 0n, headline: 0n, total: 0n, ...left(1, 1) });
});
