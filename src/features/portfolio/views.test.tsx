// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microUsd, ZERO_CONTRACTS } from '@contract/money.ts';
import { positionHistory } from '@contract/prediction/history.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { isOpenOrder } from '@/api/orders.queries.ts';
import { type AccountSources, accountOf } from '@/domain/account.ts';
import { ledgerOf } from '@/domain/ledger.ts';
import { arrangePositions } from '@/domain/portfolio.ts';
import { QueryBody } from '@/ui/query-body.tsx';
import { Breakdown } from './account/breakdown.view.tsx';
import { NotConnected, SummaryView } from './account/summary.view.tsx';
import { PositionHistoryTable } from './history/history.view.tsx';
import { HistoryEventsTable } from './history/history-events.view.tsx';
import { OrdersTable } from './orders-table.view.tsx';
import { badgeText, equityTitle, toClaimText, type VaultState } from './portfolio-labels.ts';
import { CloseDialogView } from './positions/close-dialog.view.tsx';
import { closeSummary } from './positions/close-form.ts';
import { PositionsTable } from './positions/positions-table.view.tsx';
import {
  aClaimable,
  aFilledOrder,
  aHistory,
  anAwaiting,
  anEvent,
  anOrder,
  aPosition,
  config,
  draw,
  ORDER,
  POSITION,
  USDC,
} from './testing.tsx';

const table = (positions: Parameters<typeof arrangePositions>[0], changes = {}) => {
  const handlers = {
    onClose: vi.fn(),
    onClaim: vi.fn(),
    onShare: vi.fn(),
    onShowHidden: vi.fn(),
    chartOf: vi.fn(() => <p>its chart</p>),
    onSort: vi.fn(),
    onPick: vi.fn(),
  };
  const ui = (
    <PositionsTable
      rows={arrangePositions(positions)}
      hidden={0}
      config={config}
      blocked={null}
      busy={new Set()}
      waiting={new Map()}
      without={[]}
      sort={undefined}
      picked={new Set()}
      {...handlers}
      {...changes}
    />
  );
  return { ui, ...handlers };
};
const withProvider = (wire: string | undefined, position = aPosition()) => ({
  ...position,
  marketMetadata: { ...position.marketMetadata, provider: wire },
});

describe('positions', () => {
  it('names both gains of an open position, links to its market, and offers to close it', async () => {
    const { ui, onClose } = table([aPosition()]);
    await draw(ui);
    const [row] = screen.getAllByTestId('position');
    if (!row) throw new Error('no row');
    expect(row).toHaveTextContent('France vs. Senegal · France Yes');
    expect(row).toHaveTextContent('120.50');
    expect(row).toHaveTextContent('68.0¢');
    expect(row).toHaveTextContent('+$9.18 · +12.9%');
    expect(row).toHaveTextContent('+$49.16');
    expect(screen.getByRole('link', { name: /France vs\. Senegal/ })).toHaveAttribute(
      'href',
      '/event/event-1?market=market-1&side=yes',
    );
    await userEvent.click(screen.getByRole('button', { name: /^Close Yes · France vs\. Senegal/ }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  const lost = aPosition({
    status: 'closed',
    result: 'no',
    valueUsd: null,
    realizedPnlUsd: microUsd(-71_336_000n),
  });
  it.each([
    ['awaiting', anAwaiting(), 'Awaiting result', 'Awaiting result'],
    ['claimable', aClaimable(), 'Won', 'Claim'],
    ['claimable', aClaimable({ result: 'draw' }), 'Draw, pays half', 'Claim'],
    ['claimable', aClaimable({ status: 'cancelled', result: null }), 'Cancelled, cost returned', 'Claim'],
    ['lost', lost, 'Lost', 'No action'],
    ['claimed', aClaimable({ claimable: false, claimed: true }), 'Paid out', 'No action'],
    ['settled', aClaimable({ claimable: false }), 'Won', 'Payout pending'],
    ['open', withProvider('provider_d'), 'Sell', 'Sell'],
    [
      'open',
      withProvider('provider_d', aPosition({ sellPriceUsd: null })),
      'Settles by itself',
      'Settles by itself',
    ],
    ['settled', withProvider('provider_d', aClaimable({ claimable: false })), 'Won', 'Payout pending'],
    ['open', withProvider('provider_x'), 'Read only', 'Read only'],
  ] as const)('%s: says so in words', async (phase, position, state, action) => {
    await draw(table([position]).ui);
    const row = screen.getByTestId('position');
    expect(row).toHaveAttribute('data-phase', phase);
    expect(row).toHaveTextContent(state);
    expect(row).toHaveTextContent(action);
  });

  it('calls realised what it came to in all, and not what was held to its end alone', async () => {
    const paid = aClaimable({ claimable: false, claimed: true, totalCostUsd: microUsd(0n) });
    await draw(table([{ ...paid, realizedPnlUsd: microUsd(7_000_000n) }]).ui);
    expect(screen.getByTestId('position')).toHaveTextContent('+$7.00 realised');
  });

  it('tells the loss of a lost position before the service has booked it', async () => {
    await draw(table([{ ...lost, realizedPnlUsd: microUsd(0n) }]).ui);
    expect(screen.getByTestId('position')).toHaveTextContent('−$71.34 at the end');
  });

  it('never shows a zero for a value nobody knows', async () => {
    await draw(table([anAwaiting()]).ui);
    const row = screen.getByTestId('position');
    expect(row).not.toHaveTextContent('$0.00');
    expect(within(row).getAllByTitle('No price: the market is closed').length).toBeGreaterThan(0);
    cleanup();
    // What it once cost is not in its record any more.
    await draw(table([aClaimable({ claimable: false, claimed: true, avgPriceUsd: microUsd(0n) })]).ui);
    expect(screen.getByTestId('position')).not.toHaveTextContent('0.0¢');
  });

  it('claims with the amount in the name of the button, unless nothing can be signed', async () => {
    const { ui, onClaim } = table([aClaimable()]);
    await draw(ui);
    await userEvent.click(screen.getByRole('button', { name: /^Claim \$120\.50/ }));
    expect(onClaim).toHaveBeenCalledOnce();
  });
  it('does not claim for a wallet that only watches', async () => {
    await draw(table([aClaimable()], { blocked: 'This wallet cannot sign' }).ui);
    expect(screen.getByRole('button', { name: /^Claim/ })).toBeDisabled();
  });
  it('sorts by every column, and picks rows for the buttons about many', async () => {
    const { ui, onSort, onPick } = table([aPosition()], { sort: '-value' });
    await draw(ui);
    expect(screen.getByRole('columnheader', { name: 'Value' })).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(screen.getByRole('button', { name: 'Value' }));
    expect(onSort).toHaveBeenLastCalledWith('value');
    await userEvent.click(screen.getByRole('button', { name: 'Market' }));
    expect(onSort).toHaveBeenLastCalledWith('market');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Select Yes · France/ }));
    expect(onPick).toHaveBeenLastCalledWith([POSITION], true);
  });
  it('leaves out columns that are not wanted, with their cells, and never what is held or its value', async () => {
    await draw(table([aPosition()], { without: ['entry', 'wins'] }).ui);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads.slice(1, -1)).toEqual(['Market', 'Contracts', 'Mark', 'Value', 'Profit after fees']);
    const row = screen.getByTestId('position');
    expect(within(row).getAllByRole('cell')).toHaveLength(heads.length);
    expect(row).not.toHaveTextContent('+$49.16');
  });
  it('says why the table is empty', async () => {
    await draw(table([]).ui);
    expect(screen.getByText('No positions yet')).toBeInTheDocument();
  });
  it('offers what is filtered away', async () => {
    const { ui, onShowHidden } = table([], { hidden: 3 });
    await draw(ui);
    await userEvent.click(screen.getByRole('button', { name: 'Show 3 ended' }));
    expect(onShowHidden).toHaveBeenCalledOnce();
  });
  it('draws the chart of a position once its row is opened, and no other', async () => {
    const { ui, chartOf } = table([aPosition()]);
    await draw(ui);
    expect(chartOf).not.toHaveBeenCalled();
    const unfold = screen.getByRole('button', { name: /^Show the chart of/ });
    await userEvent.click(unfold);
    expect(screen.getByText('its chart')).toBeInTheDocument();
    expect(unfold).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(screen.getByRole('button', { name: /^Hide the chart of/ }));
    expect(screen.queryByText('its chart')).not.toBeInTheDocument();
  });
});

const nothing: AccountSources = {
  cash: null,
  positions: null,
  slips: null,
  openOrders: null,
  hasUnreadOrders: false,
  isAwaited: false,
  hasUnreadRecords: false,
  vault: null,
  ledger: null,
  records: null,
  paysItself: () => false,
  midnight: 0,
  profitAtMidnight: null,
};
const parlay = {
  parlayId: 'PY-1',
  positionPubkey: 'parlay' as Pubkey,
  mode: 'paid' as const,
  stakeUsd: '10',
  payoutUsd: '477.82',
  placedAt: 1_790_000_000_000,
  claimable: true,
  isClaimed: false,
  executionStatus: 'success' as const,
};
const viewOf = (sources: Partial<AccountSources>, vaultState: VaultState = 'signed-out') => {
  const all = { ...nothing, ...sources };
  return { account: accountOf(all), sources: all, ofAll: true, vaultState, asOf: undefined };
};
const summary = (sources: Partial<AccountSources>, changes = {}) => (
  <SummaryView
    view={viewOf(sources)}
    wins={{ winRate: { won: 27, of: 44 }, ofAll: true }}
    problem={{ cash: false, positions: false, history: false }}
    help={null}
    {...changes}
  />
);

describe('summary', () => {
  it.each([
    [microUsd(1n), [], 'Everything the account holds'],
    [microUsd(1n), ['parlays', 'vault'] as const, 'Without parlays and vault'],
    [null, [], 'Not all of it has come yet'],
    [null, ['cash'] as const, 'Not known without cash'],
  ])('says of an equity of %s without %j: %s', (sum, missing, title) => {
    expect(equityTitle({ sum, missing })).toBe(title);
  });

  it('counts parlays in, counts what is priced, and leaves the rest out by name', async () => {
    await draw(
      summary({
        positions: [aPosition(), anAwaiting(), aClaimable()],
        slips: [parlay],
        cash: [{ mint: USDC, amount: microUsd(1_000_000_000n) }],
        openOrders: [anOrder()],
      }),
    );
    const region = screen.getByRole('region', { name: 'Summary' });
    expect(region).toHaveTextContent('Positions$201.012 of 3 priced');
    expect(region).toHaveTextContent('Parlays$477.82');
    expect(region).toHaveTextContent('Open orders$6.50');
    expect(region).toHaveTextContent('Equity $1,685.33without positions and vault');
    expect(region).toHaveTextContent('Claimable$598.322 payouts waiting');
    expect(region).toHaveTextContent('Win rate61%27 of 44 won');
    expect(within(region).getByText('Sign in on Triggers to see it')).toBeInTheDocument();
  });
  it.each([
    ['signed-out', 'Sign in on Triggers to see it', 'sign in to see it'],
    [
      'watch-only',
      'A watch-only wallet cannot sign in on Triggers, where the vault is seen',
      'needs a wallet that signs',
    ],
    ['failed', 'Couldn’t load', 'couldn’t load'],
  ] as const)('says of a vault that is not seen why: %s', async (vaultState, reason, note) => {
    const view = viewOf({}, vaultState);
    await draw(
      <>
        {summary({}, { view })}
        <Breakdown view={view} nameOf={() => 'USDC'} />
      </>,
    );
    const region = screen.getByRole('region', { name: 'Summary' });
    expect(within(region).getByText('Vault').parentElement).toHaveTextContent(reason);
    expect(screen.getByRole('row', { name: /^Vault/ })).toHaveTextContent(note);
  });
  it('waits for the vault of somebody who has signed in', async () => {
    await draw(summary({}, { view: viewOf({}, 'waiting') }));
    expect(screen.getByText('Vault').parentElement).not.toHaveTextContent(/sign in/i);
  });
  it('says that open ones among older orders are not counted', async () => {
    const sources = {
      positions: [],
      slips: [],
      cash: [{ mint: USDC, amount: microUsd(1_000_000_000n) }],
      vault: [],
      openOrders: [anOrder()],
      hasUnreadOrders: true,
    };
    await draw(summary(sources));
    const region = screen.getByRole('region', { name: 'Summary' });
    expect(region).toHaveTextContent('Open orders$6.50of the newest orders');
    expect(region).toHaveTextContent('Equity $1,006.50without open orders');
    cleanup();
    await draw(<Breakdown view={viewOf(sources)} nameOf={() => 'USDC'} />);
    expect(screen.getByTestId('part-escrow')).toHaveTextContent('Open orders1 of the newest orders$6.500000');
  });
  it('says what is not in the profit of today', async () => {
    const today = (midnight: number, positions = [aPosition()]) =>
      draw(summary({ positions, slips: [parlay], ledger: ledgerOf([]), midnight, profitAtMidnight: null }));
    const figure = () => screen.getByText('Today').parentElement;
    await today(2_000_000_000);
    expect(figure()).toHaveTextContent('1 older position and 1 won parlay not counted');
    expect(figure()).toHaveAttribute('title', expect.stringContaining('may have been won before today'));
    cleanup();
    await today(2_000_000_000, []);
    expect(figure()).toHaveTextContent(/^Today\$0\.001 won parlay not counted$/);
    cleanup();
    await today(0);
    expect(figure()).toHaveAttribute('title', 'Profit since midnight, after fees');
    expect(figure()).not.toHaveTextContent('not counted');
    cleanup();
    await today(0, [anAwaiting()]);
    expect(figure()).toHaveTextContent('1 unknown result not counted');
    expect(figure()).toHaveAttribute(
      'title',
      'Profit since midnight, after fees. Not counted: 1 unknown result',
    );
  });
  it('is a dash where nothing is known', async () => {
    await draw(
      summary(
        { positions: [anAwaiting()], slips: [] },
        { wins: undefined, problem: { cash: false, positions: false, history: true } },
      ),
    );
    const region = screen.getByRole('region', { name: 'Summary' });
    expect(region).toHaveTextContent('0 of 1 priced');
    expect(within(region).getByText('No position has a price now')).toBeInTheDocument();
    expect(within(region).getAllByText('Couldn’t load').length).toBeGreaterThan(1);
  });
  it('says that a payout cannot be read, and never that it is nothing', async () => {
    const odd = { ...parlay, parlayId: 'PY-2', payoutUsd: '477.8200001' };
    const claimable = () => screen.getByText('Claimable').parentElement;
    await draw(summary({ positions: [], slips: [odd] }));
    expect(claimable()).toHaveTextContent(
      /^Claimable—The service does not say what it pays0 of 1 payout known$/,
    );
    cleanup();
    await draw(summary({ positions: [], slips: [parlay, odd] }));
    expect(claimable()).toHaveTextContent(/^Claimable\$477\.821 of 2 payouts known$/);
  });
  it('is no sum without cash or positions, and leaves nothing out then', async () => {
    const cash = [{ mint: USDC, amount: microUsd(1_000_000_000n) }];
    const failed = { cash: false, positions: false, history: false };
    await draw(summary({ positions: null, slips: null, openOrders: null }));
    const region = () => screen.getByRole('region', { name: 'Summary' });
    expect(region()).not.toHaveTextContent('without');
    expect(within(region()).queryByText('Couldn’t load')).toBeNull();
    for (const [sources, problem, reasons] of [
      [{ cash: null, positions: [aPosition()], slips: [] }, { ...failed, cash: true }, 2],
      [{ cash, positions: null, slips: [] }, { ...failed, positions: true }, 6],
    ] as const) {
      cleanup();
      await draw(summary(sources, { problem }));
      expect(region()).not.toHaveTextContent('without');
      expect(within(region()).getAllByText('Couldn’t load')).toHaveLength(reasons);
    }
  });
  it('is made of its rows, to the micro-dollar', async () => {
    const view = viewOf({
      positions: [aClaimable({ payoutUsd: microUsd(120_500_001n) })],
      slips: [parlay],
      cash: [{ mint: USDC, amount: microUsd(1n) }],
      vault: [],
      openOrders: [],
      ledger: ledgerOf([]),
      records: [],
    });
    await draw(<Breakdown view={view} nameOf={() => 'USDC'} />);
    expect(screen.getByTestId('part-cash')).toHaveTextContent('Cash, USDC$0.000001');
    expect(screen.getByTestId('part-positions')).toHaveTextContent('$120.500001');
    expect(screen.getByTestId('part-parlays')).toHaveTextContent('$477.820000');
    expect(screen.getByTestId('equity-total')).toHaveTextContent('$598.320002');
    expect(screen.getByTestId('claimable-positions')).toHaveTextContent('$120.500001');
    expect(screen.getByTestId('claimable-parlays')).toHaveTextContent('$477.820000');
    expect(screen.getByTestId('claimable-total')).toHaveTextContent('$598.320001');
    const exact = (name: string) => {
      const [, sign, dollars = '', fraction = ''] =
        /([−-]?)\$([\d,]+)\.(\d{6})/.exec(screen.getByTestId(name).textContent ?? '') ?? [];
      const amount = BigInt(dollars.replaceAll(',', '') + fraction);
      return sign === '' ? amount : -amount;
    };
    expect(exact('unrealised-positions') + exact('unrealised-parlays')).toBe(exact('unrealised-total'));
    expect(exact('unrealised-total')).not.toBe(0n);
    expect(screen.queryByTestId('free-parlays')).toBeNull();
  });
  it('names what free parlays have paid, which no record tells of', async () => {
    const free = { ...parlay, mode: 'free' as const, positionPubkey: null, stakeUsd: '0', claimable: false };
    const slips = [
      { ...free, parlayId: 'PY-1', isClaimed: true, payoutUsd: '12.345678' },
      { ...free, parlayId: 'PY-2', isClaimed: true, payoutUsd: '?' },
      { ...free, parlayId: 'PY-3', isClaimed: false, payoutUsd: '99' },
      { ...parlay, parlayId: 'PY-4', isClaimed: true, claimable: false },
    ];
    const view = viewOf({ positions: [], slips, ledger: ledgerOf([]), records: [] });
    await draw(<Breakdown view={view} nameOf={() => 'USDC'} />);
    expect(screen.getByTestId('free-parlays')).toHaveTextContent(
      /^Free parlays1 of 2 known paid into cash, not in profit: the service records none\$12\.345678$/,
    );
  });
});

describe('orders', () => {
  const orders = (list: ReturnType<typeof anOrder>[], changes = {}) => {
    const onCancel = vi.fn();
    const onReceipt = vi.fn();
    const ui = (
      <OrdersTable
        orders={list}
        isOpen={isOpenOrder}
        blocked={null}
        cancelling={new Set()}
        waiting={new Map()}
        without={[]}
        sort={undefined}
        onSort={vi.fn()}
        isPicked={() => false}
        onPick={vi.fn()}
        onCancel={onCancel}
        onReceipt={onReceipt}
        {...changes}
      />
    );
    return { ui, onCancel, onReceipt };
  };
  it('cancels open ones only', async () => {
    const { ui, onCancel } = orders([anOrder(), aFilledOrder({ pubkey: POSITION })]);
    await draw(ui);
    const [cancel, ...others] = screen.getAllByRole('button', { name: /^Cancel purchase/ });
    expect(others).toHaveLength(0);
    if (cancel) await userEvent.click(cancel);
    expect(onCancel).toHaveBeenCalledOnce();
  });
  /** Draws a list that may change. @returns how it is changed. */
  async function drawChanging(first: ReturnType<typeof anOrder>[]) {
    let show: (list: ReturnType<typeof anOrder>[]) => void = () => undefined;
    function Shown() {
      const [list, setList] = useState(first);
      show = setList;
      return orders(list).ui;
    }
    await draw(<Shown />);
    return (list: ReturnType<typeof anOrder>[]) => show(list);
  }
  it('leaves them where they are under a pointer when one is filled, or placed', async () => {
    const [first, second] = [anOrder(), anOrder({ pubkey: POSITION })];
    const show = await drawChanging([first, second]);
    const rows = () => screen.getAllByTestId('order');
    const before = rows();
    fireEvent.pointerMove(screen.getByRole('table').querySelector('tbody') ?? document.body);
    // As they are arranged: open ones first, and the newest of them.
    act(() => show([anOrder({ pubkey: USDC }), second, aFilledOrder({ pubkey: first.pubkey })]));
    expect(rows().map((row) => before.indexOf(row))).toEqual([0, 1, -1]);
    expect(rows().map(({ dataset }) => dataset.status)).toEqual(['filled', 'pending', 'pending']);
  });
  it('holds the place of one that ends and is on no list any more, and says no more of it than that', async () => {
    const [first, second] = [anOrder(), anOrder({ pubkey: POSITION })];
    const show = await drawChanging([first, second]);
    fireEvent.pointerMove(screen.getByRole('table').querySelector('tbody') ?? document.body);
    act(() => show([second]));
    const [gone, open] = screen.getAllByTestId('order');
    expect(gone).toHaveTextContent('Ended');
    expect(gone).not.toHaveTextContent(/Open|\$/);
    expect(within(gone as HTMLElement).getAllByTitle('What was filled in the end is not known')).not.toEqual(
      [],
    );
    expect(within(gone as HTMLElement).queryByRole('button')).toBeNull();
    expect(within(gone as HTMLElement).queryByRole('checkbox')).toBeNull();
    expect(within(open as HTMLElement).getByRole('button', { name: /^Cancel purchase/ })).toBeEnabled();
  });
  it('counts down on the button of one that was refused and could still land, which keeps its name', async () => {
    const waiting = new Map([[ORDER, { because: 'refused', until: performance.now() + 61_990 }]]);
    await draw(orders([anOrder()], { cancelling: new Set([ORDER]), waiting }).ui);
    const cancel = screen.getByRole('button', { name: /^Cancel purchase/ });
    expect(within(cancel).getByText('62 s')).toBeInTheDocument();
    expect(cancel).toHaveAttribute('title', 'Refused, but may still go through. It is being looked up.');
  });
  it('selects those that can be cancelled, one by one or all, and no other', async () => {
    const onPick = vi.fn();
    const list = [anOrder(), aFilledOrder({ pubkey: POSITION })];
    await draw(orders(list, { onPick }).ui);
    const [all, one, ...others] = screen.getAllByRole('checkbox');
    expect(others).toHaveLength(0);
    if (all) await userEvent.click(all);
    expect(onPick).toHaveBeenLastCalledWith([ORDER], true);
    if (one) await userEvent.click(one);
    expect(onPick).toHaveBeenLastCalledWith([ORDER], true);
    expect(one).toHaveAccessibleName(/^Select purchase of Yes · France/);
  });
  it('has no boxes where nothing can be cancelled', async () => {
    await draw(orders([aFilledOrder()]).ui);
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
  });
  it('shows what was filled, with its receipt', async () => {
    const { ui, onReceipt } = orders([aFilledOrder()]);
    await draw(ui);
    await userEvent.click(screen.getByRole('button', { name: /^Receipt of purchase/ }));
    expect(onReceipt).toHaveBeenCalledOnce();
    const row = screen.getByTestId('order');
    expect(row).toHaveTextContent('10.00 @ 60.0¢');
    expect(row).toHaveTextContent('$6.00');
  });
  it('rounds what was paid up and what was received down, to the cent', async () => {
    const fill = { avgFillPriceUsd: microUsd(600_400n) };
    await draw(orders([aFilledOrder(fill), aFilledOrder({ ...fill, pubkey: POSITION, isBuy: false })]).ui);
    const [bought, sold] = screen.getAllByTestId('order');
    expect(bought).toHaveTextContent('$6.01');
    expect(sold).toHaveTextContent('$6.00');
  });
  it('shows an unfilled order without prices', async () => {
    await draw(orders([anOrder({ status: 'failed' })]).ui);
    const row = screen.getByTestId('order');
    expect(row).toHaveTextContent('Not filled');
    expect(row).not.toHaveTextContent('0.0¢');
    expect(row).not.toHaveTextContent('$0.00');
  });
  it('sorts by every column as the address says', async () => {
    const onSort = vi.fn();
    const list = [anOrder(), aFilledOrder({ pubkey: POSITION })];
    await draw(orders(list, { sort: '-filled', onSort }).ui);
    expect(screen.getAllByTestId('order')[0]).toHaveTextContent('10.00 @ 60.0¢');
    await userEvent.click(screen.getByRole('button', { name: 'Market' }));
    expect(onSort).toHaveBeenCalledExactlyOnceWith('market');
  });
  it('leaves out columns that are not wanted, with their cells', async () => {
    await draw(orders([aFilledOrder()], { without: ['limit', 'placed', 'contracts'] }).ui);
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads.slice(0, -1)).toEqual(['Market', 'Order', 'Status', 'Filled', 'Amount']);
    expect(within(screen.getByTestId('order')).getAllByRole('cell')).toHaveLength(heads.length);
  });
  it('shows a status it does not know as it came', async () => {
    await draw(orders([anOrder({ status: 'archived' })]).ui);
    expect(screen.getByTestId('order')).toHaveTextContent('archived');
  });
});

type TableProps = ComponentProps<typeof PositionHistoryTable>;

describe('history', () => {
  const History = (props: Pick<TableProps, 'rows'> & Partial<TableProps>) => (
    <PositionHistoryTable
      sort={undefined}
      onSort={vi.fn()}
      onReceipt={vi.fn()}
      legsOf={(_slip, over) => <p>{over ? 'legs, lost' : 'legs'}</p>}
      records={undefined}
      onRecords={vi.fn()}
      {...props}
    />
  );
  it('opens a parlay to its legs', async () => {
    const slip = { parlayId: 'p', legs: [] } as unknown as ParlaySlip;
    const rows = [{ ...aHistory({ status: 'lost', events: [] }), parlay: true, slip }];
    await draw(<History rows={rows} />);
    expect(screen.queryByText('legs, lost')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Show the records/ }));
    expect(screen.getByText('legs, lost')).toBeInTheDocument();
  });
  it('opens a position to its records', async () => {
    const onReceipt = vi.fn();
    const rows = [aHistory({ events: [anEvent(), anEvent({ id: '8', eventType: 'order_created' })] })];
    await draw(<History rows={rows} onReceipt={onReceipt} />);
    expect(screen.getByTestId('history-position')).toHaveTextContent('Sold');
    expect(screen.queryAllByTestId('history-event')).toHaveLength(0);
    const toggle = screen.getByRole('button', { name: /^Show the records of Yes · France/ });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(toggle);
    const events = screen.getAllByTestId('history-event');
    expect(events).toHaveLength(2);
    expect(events[0]).toHaveTextContent('Buy order placed');
    expect(events[0]).toHaveTextContent('Deposit $6.50');
    expect(events[1]).toHaveTextContent('Bought');
    expect(events[1]).toHaveTextContent('$0.17');
    expect(events[1]).toHaveTextContent('Cost $6.00');
    const [receipt] = screen.getAllByRole('button', { name: /^Receipt of purchase: Yes · France/ });
    if (receipt) await userEvent.click(receipt);
    expect(onReceipt).toHaveBeenCalledWith(rows[0]?.events[0]);
  });
  it('shows fees as unknown where the service does not state them', async () => {
    const { feesPaidUsd } = positionHistory.shape;
    await draw(<History rows={[aHistory({ feesPaidUsd: feesPaidUsd.parse(undefined) })]} />);
    expect(screen.getByTestId('history-position')).toHaveTextContent('Not all fees are stated');
  });
  it('sorts the records of a position as the address says', async () => {
    const onRecords = vi.fn();
    const rows = [aHistory({ events: [anEvent(), anEvent({ id: '8', eventType: 'order_created' })] })];
    await draw(<History rows={rows} records="record" onRecords={onRecords} />);
    await userEvent.click(screen.getByRole('button', { name: /^Show the records/ }));
    const events = screen.getAllByTestId('history-event');
    expect(events[0]).toHaveTextContent('Bought');
    expect(events[1]).toHaveTextContent('Buy order placed');
    expect(screen.getByRole('columnheader', { name: 'Record' })).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Record' }));
    expect(onRecords).toHaveBeenCalledExactlyOnceWith('-record');
  });
  it('sorts by every column', async () => {
    const rows = [
      aHistory({ positionPubkey: 'low' as Pubkey, realizedPnlUsd: microUsd(-5_000_000n) }),
      aHistory({ positionPubkey: 'none' as Pubkey, status: 'open', realizedPnlUsd: null }),
      aHistory({ positionPubkey: 'high' as Pubkey, realizedPnlUsd: microUsd(7_000_000n) }),
    ];
    const onSort = vi.fn();
    await draw(<History rows={rows} sort="-realised" onSort={onSort} />);
    await userEvent.click(screen.getByRole('button', { name: 'Realised' }));
    expect(onSort).toHaveBeenCalledExactlyOnceWith('realised');
    const texts = screen.getAllByTestId('history-position').map(({ textContent }) => textContent);
    expect(texts[0]).toContain('+$7.00');
    expect(texts[2]).toContain('Nothing realised yet');
  });
  it.each(['open', 'won'] as const)(
    'does not say of one that is %s that what was sold of it has realised nothing',
    async (status) => {
      const sold = aHistory({
        status,
        realizedPnlUsd: null,
        events: [anEvent(), anEvent({ id: '8', isBuy: false })],
      });
      await draw(<History rows={[sold]} />);
      const row = screen.getByTestId('history-position');
      expect(row).toHaveTextContent('The service does not say what was realised');
    },
  );
  const RECORDS = {
    caption: 'History',
    withMarket: true,
    sort: undefined,
    onSort: vi.fn(),
    onReceipt: vi.fn(),
  };
  it('sorts single records by every column but their transaction, those that lack a figure last', async () => {
    const onSort = vi.fn();
    const fees = [100_000n, null, 300_000n].map((fee, at) =>
      anEvent({ id: `${at}` as never, feeUsd: fee === null ? null : microUsd(fee) }),
    );
    await draw(<HistoryEventsTable {...RECORDS} events={fees} sort="-fee" onSort={onSort} />);
    for (const head of screen.getAllByRole('columnheader')) {
      expect(within(head).queryAllByRole('button')).toHaveLength(head.textContent === 'Transaction' ? 0 : 1);
    }
    expect(screen.getByRole('columnheader', { name: 'Fee' })).toHaveAttribute('aria-sort', 'descending');
    const texts = screen.getAllByTestId('history-event').map(({ textContent }) => textContent);
    expect(texts.map((text) => /\$0\.[13]0/.exec(text ?? '')?.[0])).toEqual(['$0.30', '$0.10', undefined]);
    await userEvent.click(screen.getByRole('button', { name: 'Fee' }));
    expect(onSort).toHaveBeenCalledExactlyOnceWith('fee');
  });
  it('links a signature to the explorer and lets it be copied', async () => {
    await draw(<HistoryEventsTable {...RECORDS} events={[anEvent()]} />);
    const [link] = screen.getAllByRole('link', { name: /in the explorer/ });
    expect(link).toHaveAttribute('href', expect.stringMatching(/^https:\/\/explorer\.example\/tx\/5VERv8NM/));
    expect(screen.getAllByRole('button', { name: 'Copy signature' }).length).toBeGreaterThan(0);
  });
  it('reads an unknown kind of record as it came', async () => {
    await draw(
      <HistoryEventsTable {...RECORDS} events={[anEvent({ eventType: 'market_migrated', signature: '' })]} />,
    );
    expect(screen.getByTestId('history-event')).toHaveTextContent('Market migrated');
    expect(screen.getByTestId('history-event')).toHaveTextContent('No transaction of its own');
  });
});

describe('states of a panel', () => {
  const query = { data: undefined, error: null, isFetching: false, dataUpdatedAt: 0, refetch: vi.fn() };
  const body = (changes: object) => (
    <QueryBody
      query={{ ...query, ...changes }}
      what="positions"
      intervalMs={5_000}
      skeleton={<span>skeleton</span>}
    >
      {(data: string) => <span>{data}</span>}
    </QueryBody>
  );
  it('is a skeleton first, a failure with Retry when nothing ever came', async () => {
    const { rerender } = render(body({}));
    expect(screen.getByText('skeleton')).toBeInTheDocument();
    rerender(body({ error: new AppError('offline', 'No connection.') }));
    expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t load your positions');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(query.refetch).toHaveBeenCalledOnce();
  });
  it('keeps the old data in view when a renewal fails', () => {
    render(body({ data: 'old rows', dataUpdatedAt: Date.now(), error: new AppError('server', 'Down.') }));
    expect(screen.getByText('old rows')).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Shown as last loaded');
  });
  it('invites to connect, and names the paper wallet in paper mode', async () => {
    const onConnect = vi.fn();
    render(<NotConnected paper faucet onConnect={onConnect} />);
    expect(screen.getByText(/Take the paper wallet/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Connect wallet' }));
    expect(onConnect).toHaveBeenCalledOnce();
  });
});

describe('close dialog', () => {
  const position = aPosition();
  const summary = closeSummary({
    position,
    free: ZERO_CONTRACTS,
    amount: { by: 'part', bps: 10_000n },
    book: { state: 'loading' },
    slippageBps: 250,
    underWay: false,
    wallet: 'ready',
    lamports: 1_000_000_000n,
    tradingActive: true,
  });
  const drawn = (changes: Partial<Parameters<typeof CloseDialogView>[0]>) => (
    <CloseDialogView
      position={position}
      free={ZERO_CONTRACTS}
      amount={{ by: 'part', bps: 10_000n }}
      summary={summary}
      slippageBps={250}
      preferredBps={250}
      age={null}
      busy={false}
      waiting={null}
      onAmount={vi.fn()}
      onSlippage={vi.fn()}
      onSubmit={vi.fn()}
      onDismiss={vi.fn()}
      {...changes}
    />
  );
  it('says what is missing on the button, which then does nothing', async () => {
    const onSubmit = vi.fn();
    const onSlippage = vi.fn();
    render(drawn({ onSlippage, onSubmit }));
    const button = screen.getByRole('button', { name: 'All of it is in open sell orders' });
    expect(button).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: 'Contracts' }), '{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog')).toHaveTextContent('slippage 2.5%');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Slippage/ }), '10%');
    expect(onSlippage).toHaveBeenCalledWith(1_000);
  });
  it('counts down how long a sale that was refused could still land', () => {
    const waiting = { because: 'refused', until: performance.now() + 61_990 } as const;
    const { rerender } = render(drawn({ busy: true, waiting }));
    expect(screen.getByText('Refused, but may still go through')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('timer')).toHaveTextContent('for about 62 s');
    rerender(drawn({ busy: true }));
    expect(screen.queryByRole('timer')).toBeNull();
  });
});

it('says on a badge where it is not known what there is to claim', () => {
  const sum = microUsd(477_820_000n);
  expect(toClaimText({ sum, known: 2, of: 2 })).toBe('$477.82 to claim');
  expect(toClaimText({ sum, known: 1, of: 2 })).toBe('$477.82 to claim, 1 of 2 payouts known');
  const unknown = { sum: null, known: 0, of: 1 };
  expect([badgeText(unknown.sum), toClaimText(unknown)]).toEqual([
    '—',
    'To claim: the service does not say what it pays',
  ]);
});

it('has cents on a badge of less than a dollar', () => {
  expect([450_000n, 999_999n, 1_000_000n, 457_900_000n].map((sum) => badgeText(sum))).toEqual([
    '$0.45',
    '$0.99',
    '$1',
    '$457',
  ]);
});
