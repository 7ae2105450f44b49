// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type AccountSources, accountOf } from '@/domain/account.ts';
import { momentsAt } from '@/domain/equity.ts';
import { ledgerOf } from '@/domain/ledger.ts';
import { type Month, midnightsOf } from '@/lib/month.ts';
import { anEvent, MARKET } from '../testing.tsx';
import type { AccountView } from '../use-account.ts';
import { useDays } from './use-equity.ts';

const MONTH = { year: 2_026, month: 9 };
const [FIRST = 0, SECOND = 0, THIRD = 0] = midnightsOf(MONTH);
const NOW = THIRD + 3_600;

function days({ slips = [], records = [] }: Partial<Pick<AccountSources, 'slips' | 'records'>>) {
  const sources: AccountSources = {
    cash: [],
    positions: [],
    slips,
    openOrders: [],
    hasUnreadOrders: false,
    isAwaited: false,
    hasUnreadRecords: false,
    vault: [],
    ledger: ledgerOf(records ?? []),
    records,
    paysItself: () => false,
    midnight: THIRD,
    profitAtMidnight: microUsd(0n),
  };
  const view: AccountView = {
    account: accountOf(sources),
    sources,
    ofAll: true,
    vaultState: 'waiting',
    asOf: undefined,
  };
  const client = new QueryClient();
  const draw = () =>
    renderHook((month: Month) => useDays(view, month, NOW), {
      initialProps: MONTH,
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });
  return { view, client, draw };
}

/** An account of a parlay that has won: ten dollars for two hundred. */
function daysOf(placedAt: number) {
  const won = {
    parlayId: 'PY-1',
    positionPubkey: 'parlay' as Pubkey,
    mode: 'paid',
    stakeUsd: '10',
    payoutUsd: '200',
    placedAt: placedAt * 1_000,
    claimable: true,
    isClaimed: false,
    executionStatus: 'success',
  } as const;
  const { view, draw } = days({ slips: [won] });
  const { days: told, total, undated } = draw().result.current;
  return { today: told?.at(-1)?.profit, headline: view.account.today?.profit, total, undated };
}

it('gives a won parlay to the day and to the month only where it was placed within them, and counts what it leaves out', () => {
  const won = 190_000_000n;
  const left = (today: number, month: number) => ({ undated: { today, month } });
  expect(daysOf(THIRD + 60), 'today').toEqual({ today: won, headline: won, total: won, ...left(0, 0) });
  expect(daysOf(SECOND), 'yesterday').toEqual({ today: 0n, headline: 0n, total: won, ...left(1, 0) });
  expect(daysOf(FIRST - 60), 'last month').toEqual({ today: 0n, headline: 0n, total: 0n, ...left(1, 1) });
});

it('tells no days of the month before while the prices of a month are on their way', () => {
  const { client, draw } = days({ records: [anEvent({ timestamp: FIRST - 90 * 86_400 })] });
  const moments = momentsAt([FIRST, SECOND, THIRD]);
  const { step, times } = moments;
  const each = times.map(() => microUsd(500_000n));
  client.setQueryData(['series', 'past', step, FIRST, THIRD, times.length, [MARKET]], {
    moments,
    quotes: new Map([[MARKET, { bid: each, ask: each }]]),
  });
  const { result, rerender } = draw();
  expect(result.current.days).toHaveLength(3);
  rerender({ ...MONTH, month: MONTH.month - 1 });
  expect(result.current).toMatchObject({ days: undefined, total: null });
});
