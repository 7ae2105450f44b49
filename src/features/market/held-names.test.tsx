// @vitest-environment happy-dom
import type { MarketId } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import type { Trade } from '@contract/prediction/trade.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { OrdersTable } from './orders-table.view.tsx';
import { PositionsTable } from './positions-table.view.tsx';
import { ResultPanel } from './result-panel.tsx';
import { TradesTable } from './trades-table.view.tsx';

vi.mock('@/api/event-series.queries.ts', () => ({ useKin: () => ({ data: undefined }) }));

const draw = (ui: ReactElement) => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return render(<RouterContextProvider router={router}>{ui}</RouterContextProvider>);
};
const contracts = microContracts(20_000_000n);
const position = (isYes: boolean): Position =>
  ({
    pubkey: `p-${isYes}`,
    marketId: 'M' as MarketId,
    isYes,
    contractsMicro: contracts,
    avgPriceUsd: microUsd(500_000n),
    markPriceUsd: microUsd(600_000n),
    sellPriceUsd: microUsd(600_000n),
    totalCostUsd: microUsd(10_000_000n),
    payoutUsd: microUsd(20_000_000n),
    pnlUsdAfterFees: microUsd(2_000_000n),
    claimable: false,
    claimed: false,
    marketMetadata: { status: 'open', result: null },
  }) as unknown as Position;
const order = (isYes: boolean): Order =>
  ({
    pubkey: `o-${isYes}`,
    isBuy: true,
    isYes,
    createdAt: 1,
    status: 'created',
    contractsMicro: contracts,
    filledContractsMicro: 0n,
    maxBuyPriceUsd: null,
  }) as unknown as Order;
const trade = (side: 'yes' | 'no'): Trade =>
  ({
    id: side,
    side,
    action: 'buy',
    timestamp: 1,
    priceUsd: microUsd(500_000n),
    amountUsd: microUsd(1n),
    ownerPubkey: 'w',
  }) as unknown as Trade;

const first = (row: number, cell: number): string =>
  within(screen.getAllByRole('row')[row] as HTMLElement)
    .getAllByRole('cell')
    [cell]?.textContent?.replace(/\s+/g, ' ')
    .trim() ?? '';

describe.each([
  ['Down', 'Down', 'Down No', 'Down', 'No'],
  ['France', 'France Yes', 'France No', 'Yes', 'No'],
])('of %s', (outcome, yes, no, yesSide, noSide) => {
  it('positions name what is held', () => {
    draw(
      <PositionsTable
        positions={[position(true), position(false)]}
        connected
        nameOf={() => outcome}
        onClose={vi.fn()}
      />,
    );
    expect(first(1, 0)).toMatch(new RegExp(`^${yes}( ?20.00)?$`));
    expect(first(2, 0)).toMatch(new RegExp(`^${no}( ?20.00)?$`));
  });
  it('orders name what is ordered', () => {
    draw(<OrdersTable orders={[order(true), order(false)]} connected nameOf={() => outcome} />);
    expect([first(1, 1), first(2, 1)]).toEqual([`Buy ${yes}`, `Buy ${no}`]);
  });
  it('trades name the side', () => {
    draw(<TradesTable outcome={outcome} trades={[trade('yes'), trade('no')]} since={undefined} brief />);
    expect([first(1, 1), first(2, 1)]).toEqual([`Buy ${yesSide}`, `Buy ${noSide}`]);
  });
});

it('a trade of another day does not pass for one of today', () => {
  const now = Date.now();
  const days = [now, now - 2 * 86_400_000].map((at) => ({
    ...trade('yes'),
    id: String(at),
    timestamp: Math.floor(at / 1_000),
  }));
  draw(<TradesTable outcome="France" trades={days} since={undefined} brief />);
  expect(first(1, 0)).toMatch(/^\d\d:\d\d:\d\d$/);
  expect(first(2, 0)).toMatch(/^\d{1,2} \w+, \d\d:\d\d:\d\d$/);
});

it('an open position that nobody bids for is not said to be closed', () => {
  const quoteless = (status: string): Position => ({
    ...position(status === 'open'),
    markPriceUsd: null,
    sellPriceUsd: null,
    pnlUsdAfterFees: null,
    marketMetadata: { ...position(true).marketMetadata, status },
  });
  draw(
    <PositionsTable
      positions={[quoteless('open'), quoteless('closed')]}
      connected
      nameOf={() => 'Yes'}
      onClose={vi.fn()}
    />,
  );
  for (const cell of [3, 4, 5]) {
    expect(first(1, cell)).toContain('No bids right now');
    expect(first(2, cell)).toContain('The market is closed');
  }
});

describe('the result', () => {
  const show = (title: string, result: 'yes' | 'no') => {
    const event = eventOf([{ marketId: 'M', title, status: 'closed', result }]);
    const [market] = event.markets;
    if (!market) throw new Error('no market');
    draw(<ResultPanel event={event} market={market} outcome={title} positions={[position(true)]} />);
    return screen.getByRole('region', { name: 'Result' }).textContent;
  };
  it.each([
    ['Down', 'yes', /^ResultDown wonYou held20\.00 Down/],
    ['Down', 'no', /^ResultDown lostYou held20\.00 Down/],
    ['France', 'no', /^ResultFranceNo wonYou held20\.00 Yes/],
  ] as const)('of %s that went to %s', (title, result, text) => {
    expect(show(title, result)).toMatch(text);
  });
});
