// @vitest-environment happy-dom
import type { EventId, MarketId, Pubkey, Signature } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { heldText } from '@/domain/held-name.ts';
import { ledgerOf } from '@/domain/ledger.ts';
import { arrangePositions, positionState } from '@/domain/portfolio.ts';
import { exposureBy, settlesWithin, winRateOfPositions } from '@/domain/portfolio-figures.ts';
import { SETTLES } from '@/domain/settles.ts';
import { midnightsOf } from '@/lib/month.ts';
import { dayText, showTimes } from '@/lib/time.ts';
import { AccountPanel } from './account/account-panel.view.tsx';
import { CalendarView } from './account/calendar.view.tsx';
import { ExposureView } from './account/exposure.view.tsx';
import { disposalsCsv, historyCsv, positionsCsv } from './exports.ts';
import { HistoryFilters } from './history/history-filters.view.tsx';
import { filterHistory, historyWith, marketsIn, recordsIn, recordsOf } from './history/history-rows.ts';
import { filledOf, ReceiptView } from './history/receipt-dialog.tsx';
import { historyStatusLabel } from './portfolio-labels.ts';
import { pictureOf } from './positions/share-picture.ts';
import { parsePortfolioSearch } from './search-params.ts';
import {
  aClaimable,
  aFilledOrder,
  aHistory,
  anAwaiting,
  anEvent,
  aPosition,
  draw,
  OWNER,
  POSITION,
} from './testing.tsx';

afterEach(() => {
  vi.unstubAllEnvs();
  showTimes({ utc: false, halfDays: false });
});
const inTokyo = ({ utc }: { utc: boolean }) => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  showTimes({ utc, halfDays: false });
};

const OTHER = 'market-2' as MarketId;
const bought = anEvent();
const sold = anEvent({
  id: '8',
  isBuy: false,
  timestamp: bought.timestamp + 3_600,
  totalCostUsd: microUsd(6_170_000n),
  grossProceedsUsd: microUsd(7_000_000n),
  netProceedsUsd: microUsd(6_830_000n),
  realizedPnl: microUsd(660_000n),
});

describe('the account over time', () => {
  const ledger = ledgerOf([bought, sold]);
  const at = sold.timestamp;
  const panel = (changes: Partial<ComponentProps<typeof AccountPanel>>) => (
    <AccountPanel
      look="profit"
      onLook={() => undefined}
      range="All"
      onRange={() => undefined}
      curve={{ points: [], change: null, drawdown: undefined, by: 'prices' }}
      ledger={ledger}
      failure={undefined}
      ofAll
      days={null}
      {...changes}
    />
  );
  const points = [-170_000n, null, 660_000n].map((value, index) => ({
    at: at + index,
    value: value === null ? null : microUsd(value),
  }));

  it('has a table of the sums it draws, gaps too, and says what they leave open', async () => {
    const change = microUsd(830_000n);
    const curve = { points, change, drawdown: undefined, by: 'records' as const };
    await draw(panel({ curve, ofAll: false }));
    const table = screen.getByRole('table', { name: 'Profit over time' });
    const cells = within(table)
      .getAllByRole('cell')
      .filter((_, index) => index % 2 === 1)
      .map(({ textContent }) => textContent);
    expect(cells).toEqual(['\u2212$0.17', expect.stringContaining('—'), '+$0.66']);
    const region = screen.getByRole('region', { name: 'Account over time' });
    expect(region).toHaveTextContent('+$0.83');
    expect(region).toHaveTextContent('Prices between your trades are not known');
    expect(region).toHaveTextContent('Gaps: something held had no price');
    expect(region).toHaveTextContent('Older history is not loaded');
    expect(region).not.toHaveTextContent('no fee');
  });
  it('says that trades whose fee is not stated are counted before it', async () => {
    const curve = { points, change: null, drawdown: undefined, by: 'prices' as const };
    await draw(panel({ curve, ledger: ledgerOf([{ ...bought, feeUsd: null }, sold]) }));
    const region = screen.getByRole('region', { name: 'Account over time' });
    expect(region).toHaveTextContent('1 trade states no fee: counted before it');
  });
  it('says how far equity fell, in dollars and of its peak', async () => {
    const drawdown = {
      amount: microUsd(5_000_000n),
      peak: microUsd(50_000_000n),
      from: at,
      to: at + 2,
      isAtLeast: false,
    };
    await draw(panel({ look: 'equity', curve: { points, change: null, drawdown, by: 'prices' } }));
    const region = screen.getByRole('region', { name: 'Account over time' });
    expect(region).toHaveTextContent('Drawdown \u2212$5.00 · \u221210.0%');
    expect(screen.getByRole('table', { name: 'Equity over time' })).toHaveTextContent('$0.66');
  });
  it.each([
    [5_000_000n, 'Drawdown at least \u2212$5.00'],
    [0n, 'Drawdown —'],
  ])('does not say that equity fell by no more than is known (%s)', async (fall, told) => {
    const peak = microUsd(50_000_000n);
    const drawdown = { amount: microUsd(fall), peak, from: at, to: at + 2, isAtLeast: true };
    await draw(panel({ look: 'equity', curve: { points, change: null, drawdown, by: 'prices' } }));
    expect(screen.getByRole('region', { name: 'Account over time' })).toHaveTextContent(told);
  });
  it('draws nothing before the first trade', async () => {
    await draw(panel({}));
    expect(screen.getByText('No data yet')).toBeInTheDocument();
  });
  it('says what failed where there is no curve, and asks for it again there', async () => {
    const onRetry = vi.fn();
    const failure = { of: 'your cash', retrying: false, onRetry };
    await draw(panel({ curve: undefined, failure }));
    expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t load your cash');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe('days of a month', () => {
  it('are not shown as days without a trade while the history has not come', async () => {
    const onRetry = vi.fn();
    const panel = (changes: Partial<ComponentProps<typeof AccountPanel>>) => (
      <AccountPanel
        look="days"
        onLook={() => undefined}
        range="All"
        onRange={() => undefined}
        curve={{ points: [], change: null, drawdown: undefined, by: 'prices' }}
        ledger={undefined}
        failure={undefined}
        ofAll
        days={<p>the days</p>}
        {...changes}
      />
    );
    const { rerender } = render(panel({}));
    expect(screen.queryByText('the days')).toBeNull();
    rerender(panel({ failure: { of: 'the history', retrying: false, onRetry } }));
    expect(screen.queryByText('the days')).toBeNull();
    expect(screen.getByText('Couldn’t load the history')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
    rerender(panel({ ledger: ledgerOf([bought, sold]) }));
    expect(screen.getByText('the days')).toBeInTheDocument();
  });

  const month = { year: 2_026, month: 10 };
  const midnights = midnightsOf(month).slice(0, 11);
  const days = midnights.slice(0, -1).map((from, index) => ({
    from,
    to: midnights[index + 1] ?? from,
    profit: index === 7 ? null : microUsd(BigInt(index - 5) * 1_000_000n),
  }));
  const calendar = (onPick: (day: string) => void, undated = { today: 0, month: 0 }) => (
    <CalendarView
      month={month}
      onEarlier={undefined}
      onLater={() => undefined}
      days={days}
      total={null}
      undated={undated}
      failed={false}
      onRetry={undefined}
      retrying={false}
      began={(midnights[2] ?? 0) + 60}
      onPick={onPick}
    />
  );

  it('say which won parlays the running one and its month leave out', async () => {
    await draw(calendar(vi.fn(), { today: 2, month: 1 }));
    expect(
      screen.getByText(
        'Not counted today: 2 won parlays, this month: 1. The service does not say when a parlay was won: it counts once you claim it.',
      ),
    ).toBeInTheDocument();
  });

  it('are one stop of the Tab key, and the arrows go from day to day, not beyond the account', async () => {
    const onPick = vi.fn();
    await draw(calendar(onPick));
    expect(screen.getAllByRole('button', { name: /Nov/ })).toHaveLength(8);
    expect(screen.getByRole('button', { name: 'Previous month' })).toBeDisabled();
    screen.getByRole('button', { name: '10 Nov: +$4.00' }).focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('button', { name: '8 Nov: not known' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowLeft}');
    expect(screen.getByRole('button', { name: '7 Nov: +$1.00' })).toHaveFocus();
    const stops = screen.getAllByRole('button', { name: /Nov/ }).filter(({ tabIndex }) => tabIndex === 0);
    expect(stops).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledWith('2026-11-07');
  });

  it('can be asked for again where their prices could not be read', async () => {
    const onRetry = vi.fn();
    const { props } = calendar(() => undefined);
    const failed = { ...props, days: undefined, failed: true, onRetry };
    const { rerender } = render(<CalendarView {...failed} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Prices of these days are not known');
    const retry = screen.getByRole('button', { name: 'Retry' });
    await userEvent.click(retry);
    expect(onRetry).toHaveBeenCalledOnce();
    rerender(<CalendarView {...failed} retrying />);
    expect(retry).toHaveAttribute('aria-busy', 'true');
  });
});

it.each([true, false])(
  'a day of the calendar is one and the same to all that name it: UTC %s',
  async (utc) => {
    inTokyo({ utc });
    const month = { year: 2_026, month: 9 };
    const [, , from = 0, to = 0] = midnightsOf(month);
    const onPick = vi.fn();
    const profit = microUsd(1_000_000n);
    await draw(
      <CalendarView
        month={month}
        onEarlier={undefined}
        onLater={undefined}
        days={[{ from, to, profit }]}
        total={profit}
        undated={{ today: 0, month: 0 }}
        failed={false}
        onRetry={undefined}
        retrying={false}
        began={0}
        onPick={onPick}
      />,
    );
    const cell = screen.getByRole('button', { name: '3 Oct: +$1.00' });
    expect(cell).toHaveTextContent(/^3\+\$1\.00/);
    expect(cell.closest('td')?.cellIndex, 'a Saturday').toBe(5);
    await userEvent.click(cell);
    expect(onPick).toHaveBeenCalledWith('2026-10-03');
    const record = (timestamp: number) =>
      aHistory({ events: [anEvent({ timestamp })], openedAt: timestamp, closedAt: null });
    const rows = [from - 1, from, to - 1, to].map(record);
    const picked = { from: '2026-10-03', to: '2026-10-03' };
    expect(filterHistory(rows, picked).rows, 'and the history shows what was done on it').toEqual(
      rows.slice(1, 3),
    );
  },
);

describe('exposure', () => {
  const at = 1_790_000_000;
  const closing = (closeTime: number | null) => {
    const position = aPosition();
    return { ...position, marketMetadata: { ...position.marketMetadata, closeTime } };
  };
  it.each([
    [at + 3_600, 'day'],
    [at + 3 * 86_400, 'week'],
    [at + 20 * 86_400, 'month'],
    [at + 90 * 86_400, 'later'],
    [at - 60, 'overdue'],
    [null, 'unknown'],
  ] as const)('a market that closes at %s settles: %s', (closeTime, when) => {
    const position = closing(closeTime);
    expect(settlesWithin(position, positionState(position), at)).toBe(when);
  });

  it('names every group with its money and share, and narrows by a press', async () => {
    const onPick = vi.fn();
    const sports = aPosition({ eventMetadata: { ...aPosition().eventMetadata, category: 'Sports' } });
    const positions = [sports, anAwaiting({ pubkey: 'b' as Pubkey, totalCostUsd: microUsd(28_664_000n) })];
    const byCategory = exposureBy(
      positions,
      (position) => position.eventMetadata.category.toLowerCase() || 'other',
    );
    expect(byCategory.map(({ key, cost, worth }) => [key, cost, worth.known, worth.of])).toEqual([
      ['sports', 71_336_000n, 1, 1],
      ['other', 28_664_000n, 0, 1],
    ]);
    await draw(
      <ExposureView
        heading={null}
        kind="category"
        known
        byCategory={byCategory}
        bySettlement={[]}
        picked={{ category: 'other', settles: undefined }}
        onKind={vi.fn()}
        onPick={onPick}
      />,
    );
    const [first, second] = within(screen.getByRole('region', { name: 'Exposure' })).getAllByRole('button');
    expect(first).toHaveTextContent('Sports$71.34 · 71%');
    expect(second).toHaveAttribute('aria-pressed', 'true');
    expect(second).toHaveAttribute('title', expect.stringContaining('no price now'));
    if (first) await userEvent.click(first);
    expect(onPick).toHaveBeenLastCalledWith('category', 'sports');
    if (second) await userEvent.click(second);
    expect(onPick).toHaveBeenLastCalledWith('category', undefined);
  });

  it('tells no share of what is exposed where a stake is not known', async () => {
    const worth = { sum: null, known: 0, of: 1 };
    await draw(
      <ExposureView
        heading={null}
        kind="category"
        known
        byCategory={[
          { key: 'sports', worth, cost: microUsd(71_340_000n), positions: 1 },
          { key: 'parlays', worth, cost: null, positions: 1 },
        ]}
        bySettlement={[]}
        picked={{ category: undefined, settles: undefined }}
        onKind={vi.fn()}
        onPick={vi.fn()}
      />,
    );
    expect(screen.getByRole('button', { name: /^Sports/ })).toHaveTextContent(/^Sports\$71\.34$/);
    expect(screen.getByRole('button', { name: /^Parlays/ })).toHaveTextContent('—A stake is not known');
  });

  it.each([
    [true, 'No positions.'],
    [false, 'Positions or parlays are not known now.'],
  ])('tells none from not known (%s)', async (known, text) => {
    const parlays = exposureBy([aPosition()], () => 'parlays');
    await draw(
      <ExposureView
        heading={null}
        kind="category"
        known={known}
        byCategory={known ? [] : parlays}
        bySettlement={[]}
        picked={{ category: undefined, settles: undefined }}
        onKind={vi.fn()}
        onPick={vi.fn()}
      />,
    );
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.queryByRole('list'), 'no share of a part').toBeNull();
  });

  it('names parlays by when the last leg settles', async () => {
    const of = <Key extends string>(key: Key) => ({
      key,
      worth: { sum: null, known: 0, of: 1 },
      cost: microUsd(10_000_000n),
      positions: 1,
    });
    const onPick = vi.fn();
    await draw(
      <ExposureView
        heading={null}
        kind="settles"
        known
        byCategory={[]}
        bySettlement={[of('day'), of('parlays:day'), of('parlays:unknown')]}
        picked={{ category: undefined, settles: undefined }}
        onKind={vi.fn()}
        onPick={onPick}
      />,
    );
    const groups = within(screen.getByRole('list')).getAllByRole('button');
    expect(groups.map(({ textContent }) => textContent?.replace(/\$.*/, ''))).toEqual([
      'Within a day',
      'Parlays: within a day',
      'Parlays: no date known',
    ]);
    if (groups[1]) await userEvent.click(groups[1]);
    expect(onPick).toHaveBeenLastCalledWith('settles', 'parlays:day');
  });

  it('counts no settled position as exposure, and sorts settlements by time', () => {
    const soon = (id: string, closeTime: number | null) => ({
      ...closing(closeTime),
      pubkey: id as Pubkey,
      settlementDate: null,
    });
    const positions = [
      soon('later', at + 60 * 86_400),
      soon('unknown', null),
      soon('day', at + 3_600),
      aPosition({ pubkey: 'won' as Pubkey, claimable: true }),
    ];
    const groups = exposureBy(positions, (position, state) => settlesWithin(position, state, at), SETTLES);
    expect(groups.map(({ key }) => key)).toEqual(['day', 'later', 'unknown']);
    expect(exposureBy([aPosition({ claimable: true })], () => 'all')).toEqual([]);
  });

  it('counts wins among what was held to a result', () => {
    const names = aHistory().marketMetadata;
    if (!names) throw new Error('no names');
    const rows = [
      aHistory({ status: 'claimed' }),
      aHistory({ status: 'won' }),
      aHistory({ status: 'lost' }),
      aHistory({ status: 'sold' }),
      aHistory({ status: 'refunded' }),
      aHistory({ status: 'claimed', marketMetadata: { ...names, result: 'draw' } }),
    ];
    expect(winRateOfPositions(rows)).toEqual({ won: 2, of: 3 });
  });
});

describe('history, narrowed', () => {
  const elsewhere = anEvent({
    id: '9',
    marketId: OTHER,
    isYes: false,
    timestamp: bought.timestamp + 3 * 86_400,
  });
  const positions = [
    aHistory({ events: [bought, sold], openedAt: bought.timestamp, closedAt: sold.timestamp }),
    aHistory({
      positionPubkey: 'other' as Pubkey,
      marketId: OTHER,
      isYes: false,
      events: [elsewhere],
      openedAt: elsewhere.timestamp,
      closedAt: null,
    }),
  ];
  const day = (seconds: number): string => dayText(seconds * 1_000);
  it('keeps positions by market, side and day; a kind turns them into records', () => {
    expect(filterHistory(positions, {})).toEqual({ by: 'position', rows: positions });
    expect(filterHistory(positions, { market: OTHER }).rows).toHaveLength(1);
    expect(filterHistory(positions, { side: 'yes' }).rows).toHaveLength(1);
    expect(filterHistory(positions, { from: day(elsewhere.timestamp) }).rows).toHaveLength(1);
    expect(filterHistory(positions, { to: day(bought.timestamp - 86_400 * 2) }).rows).toHaveLength(0);
    expect(filterHistory(positions, { kind: 'sold' })).toEqual({ by: 'event', rows: [sold] });
    expect(marketsIn(positions).map(({ id }) => id)).toHaveLength(2);
  });
  it('goes into a file by record: those of the days that are picked alone', () => {
    const later = { ...sold, id: '10', timestamp: bought.timestamp + 5 * 86_400 };
    const long = [aHistory({ events: [bought, later], closedAt: later.timestamp })];
    const ids = (search: Parameters<typeof recordsIn>[1]) => recordsIn(long, search).map(({ id }) => id);
    expect(ids({})).toEqual([later.id, bought.id]);
    expect(ids({ from: day(later.timestamp) })).toEqual([later.id]);
    expect(ids({ to: day(bought.timestamp) })).toEqual([bought.id]);
    expect(ids({ from: day(later.timestamp), kind: 'bought' })).toEqual([]);
  });
  it('is written to the address, and cleared from it', async () => {
    const onSearch = vi.fn();
    const onClear = vi.fn();
    await draw(
      <HistoryFilters
        search={{ tab: 'history', side: 'yes' }}
        markets={marketsIn(positions)}
        onSearch={onSearch}
        onClear={onClear}
        ref={null}
      />,
    );
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Record type' }), 'Sold');
    expect(onSearch).toHaveBeenLastCalledWith({ tab: 'history', side: 'yes', kind: 'sold' });
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onClear).toHaveBeenCalledOnce();
  });
  it('ignores what an address gets wrong', () => {
    expect(
      parsePortfolioSearch({ tab: 'history', kind: 'x', from: '2026-1-1', side: 'maybe', market: 5 }),
    ).toEqual({
      tab: 'history',
      market: '5',
    });
  });
});

describe('files', () => {
  it('hold every amount raw, moments as ISO, and nothing that a spreadsheet would run', () => {
    const evil = { ...sold, eventMetadata: { ...sold.eventMetadata, title: '=HYPERLINK("http://x")' } };
    const [, line = ''] = historyCsv([evil]).split('\r\n');
    expect(line).toContain(',sell,Yes,"\'=HYPERLINK(""http://x"")",France,');
    expect(line).toContain(',10,10,0,0.6,6.17,6.83,,0.17,0.66,6.5,');
    expect(line).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z,order_filled/);
  });
  it('have a row a disposal, side as held, that adds up to what was realised', () => {
    const down = (event: typeof bought) => ({
      ...event,
      marketMetadata: { ...event.marketMetadata, title: 'Down' },
    });
    const lost = anEvent({
      id: '9',
      eventType: 'position_lost',
      positionPubkey: 'other' as Pubkey,
      timestamp: sold.timestamp + 60,
      contractsSettledMicro: microContracts(2_000_000n),
      realizedPnl: microUsd(-1_300_000n),
    });
    const csv = disposalsCsv([down(bought), down(sold), lost], new Set(['other']));
    const [header = '', first = '', second = ''] = csv.split('\r\n');
    const column = (line: string, name: string) => line.split(',')[header.split(',').indexOf(name)];
    expect(column(first, 'side')).toBe('Down');
    expect([column(first, 'kind'), column(second, 'kind')]).toEqual(['sale', 'loss']);
    expect([column(first, 'currency'), column(second, 'currency')]).toEqual(['USDC', 'stablecoin']);
    expect(column(first, 'cost_usd')).toBe('6.17');
    expect([column(first, 'realised_usd'), column(second, 'realised_usd')]).toEqual(['0.66', '-1.3']);
    const realised = ledgerOf([down(bought), down(sold), lost]).realised;
    expect(realised).toBe(660_000n - 1_300_000n);
  });
  it('leave empty what is not known', () => {
    const csv = positionsCsv(arrangePositions([aPosition(), anAwaiting({ pubkey: 'b' as Pubkey })]), []);
    const [, open = '', waiting = ''] = csv.split('\r\n');
    expect(open).toContain(',120.5,0.592,71.336,0.68,80.516,9.18,120.5,2.04,0,');
    expect(waiting).toContain(',awaiting,');
    expect(waiting).toContain(',120.5,0.592,71.336,,,,120.5,2.04,0,');
  });
  it('leave empty what one that has ended had cost, where the service does not keep it', () => {
    const paid = aClaimable({ claimable: false, claimed: true, totalCostUsd: microUsd(0n) });
    const [header = '', line = ''] = positionsCsv(arrangePositions([paid]), []).split('\r\n');
    const cell = (name: string) => line.split(',')[header.split(',').indexOf(name)];
    expect([cell('state'), cell('cost_usd'), cell('entry_price_usd')]).toEqual(['claimed', '', '0.592']);
  });
  it('tell of a position that has ended what the page does, also before it is booked', () => {
    const lost = (pubkey: string, realised: bigint) =>
      aClaimable({
        pubkey: pubkey as Pubkey,
        claimable: false,
        isYes: false,
        payoutUsd: microUsd(0n),
        realizedPnlUsd: microUsd(realised),
      });
    const ended = [lost('new', 0n), lost('booked', -71_336_000n), aPosition()];
    const csv = positionsCsv(arrangePositions(ended), []);
    const [header = '', ...lines] = csv.split('\r\n');
    const at = (name: string) => header.split(',').indexOf(name);
    const told = lines
      .map((line) => line.split(','))
      .filter((cells) => cells.length > 1)
      .map((cells) => [cells[at('state')], cells[at('realised_usd')], cells[at('result_usd')]]);
    expect(told.sort()).toEqual([
      ['lost', '-71.336', '-71.336'],
      ['lost', '0', '-71.336'],
      ['open', '0', ''],
    ]);
  });
});

describe('the file of what was realised', () => {
  const buy = (id: number, key: string, changes: Partial<HistoryEvent> = {}) =>
    anEvent({
      id: `${id}`,
      positionPubkey: key as Pubkey,
      signature: `bought-${key}` as Signature,
      ...changes,
    });
  /** A day later it ends. */
  const end = (id: number, key: string, changes: Partial<HistoryEvent>) =>
    buy(id, key, {
      timestamp: bought.timestamp + 86_400,
      signature: `ended-${key}` as Signature,
      isBuy: false,
      filledContractsMicro: microContracts(0n),
      contractsSettledMicro: microContracts(10_000_000n),
      totalCostUsd: microUsd(0n),
      avgFillPriceUsd: microUsd(0n),
      feeUsd: microUsd(0n),
      ...changes,
    });
  const pays = (dollars: bigint): Partial<HistoryEvent> => ({
    eventType: 'payout_claimed',
    payoutAmountUsd: microUsd(dollars * 1_000_000n),
  });
  const round: Partial<HistoryEvent> = {
    marketId: OTHER,
    marketMetadata: { ...bought.marketMetadata, title: 'Down' },
    eventMetadata: { ...bought.eventMetadata, title: 'Bitcoin up or down' },
  };
  const history: Record<string, HistoryEvent[]> = {
    sold: [
      buy(1, 'sold'),
      end(2, 'sold', {
        eventType: 'order_filled',
        filledContractsMicro: microContracts(4_000_000n),
        avgFillPriceUsd: microUsd(700_000n),
        grossProceedsUsd: microUsd(2_800_000n),
        netProceedsUsd: microUsd(2_740_000n),
        feeUsd: microUsd(60_000n),
      }),
    ],
    won: [buy(3, 'won', { isYes: false }), end(4, 'won', { ...pays(10n), isYes: false })],
    lost: [buy(5, 'lost'), end(6, 'lost', { eventType: 'position_lost' })],
    round: [buy(7, 'round', round), end(8, 'round', { ...round, ...pays(10n) })],
    // Of a parlay there is no purchase: what it has realised tells what it cost.
    parlay: [
      end(9, 'parlay', { eventType: 'position_lost', realizedPnl: microUsd(-10_000_000n), orderPubkey: '' }),
    ],
    hit: [end(10, 'hit', { ...pays(478n), realizedPnl: microUsd(468_000_000n), orderPubkey: '' })],
  };
  const slip = (key: string) =>
    ({
      parlayId: key,
      positionPubkey: key as Pubkey,
      legs: Array.from({ length: 5 }),
      stakeUsd: '10',
      payoutUsd: '478',
      executionStatus: 'success',
    }) as unknown as ParlaySlip;
  // As the page makes it.
  const slips = [slip('parlay'), slip('hit')];
  const rows = Object.entries(history).map(([key, events]) =>
    aHistory({
      positionPubkey: key as Pubkey,
      status: key === 'lost' || key === 'parlay' ? 'lost' : 'claimed',
      events,
    }),
  );
  const past = historyWith(rows, slips, OWNER, ledgerOf(recordsOf(rows)).disposals);
  const keys = new Set<string>(slips.flatMap(({ positionPubkey }) => positionPubkey ?? []));
  const [header, ...lines] = disposalsCsv(recordsOf(past), keys).trimEnd().split('\r\n');

  it('names its columns', () => {
    expect(header).toBe(
      'date,kind,event,outcome,side,quantity,price_usd,cost_usd,fees_usd,proceeds_usd,realised_usd,currency,market_id,signature',
    );
    expect(lines).toHaveLength(6);
  });
  it.each([
    // 4 of 10 that cost $6.00 and $0.17 of fees.
    ['sold', 'sale,France vs. Senegal,France,Yes,4,0.7,2.468,0.06,2.74,0.272,USDC,market-1'],
    ['won', 'payout,France vs. Senegal,France,No,10,,6.17,0,10,3.83,USDC,market-1'],
    ['lost', 'loss,France vs. Senegal,France,Yes,10,,6.17,0,0,-6.17,USDC,market-1'],
    ['round', 'payout,Bitcoin up or down,,Down,10,,6.17,0,10,3.83,USDC,market-2'],
    [
      'parlay',
      'loss,Parlay of 5 legs,lost by France vs. Senegal · France,,10,,10,0,0,-10,stablecoin,market-1',
    ],
    ['hit', 'payout,Parlay of 5 legs,$10.00 for $478.00,,10,,10,0,478,468,stablecoin,market-1'],
  ])('has a line of what is %s, with all there is to say', (key, line) => {
    expect(lines.find((text) => text.endsWith(`,ended-${key}`))).toBe(
      `2026-09-22T14:13:21.000Z,${line},ended-${key}`,
    );
  });
});

it('the file of what was realised leaves a fee empty that no record states', () => {
  const [header = '', line = ''] = disposalsCsv([bought, { ...sold, feeUsd: null }], new Set()).split('\r\n');
  expect(line.split(',')[header.split(',').indexOf('fees_usd')]).toBe('');
});

describe('history with parlays', () => {
  const slip = (changes: Partial<ParlaySlip>): ParlaySlip => ({
    parlayId: 'PY-1',
    positionPubkey: 'parlay' as Pubkey,
    legs: [1, 2, 3, 4, 5].map((leg) => ({
      eventId: `e${leg}` as EventId,
      marketId: `m${leg}` as MarketId,
    })),
    mode: 'paid',
    stakeUsd: '10',
    payoutUsd: '477.82',
    placedAt: bought.timestamp * 1_000,
    claimable: false,
    isClaimed: false,
    executionStatus: 'success',
    ...changes,
  });
  const lostRecord = anEvent({
    id: '9',
    eventType: 'position_lost',
    positionPubkey: 'gone' as Pubkey,
    realizedPnl: microUsd(-10_000_000n),
  });
  const lost = aHistory({ positionPubkey: 'gone' as Pubkey, status: 'lost', events: [lostRecord] });
  const open = aHistory({
    status: 'open',
    realizedPnlUsd: microUsd(0n),
    events: [bought],
  });
  const slips = [
    slip({ positionPubkey: 'gone' as Pubkey }),
    slip({ parlayId: 'PY-2', positionPubkey: 'won' as Pubkey, claimable: true }),
    slip({ parlayId: 'PY-3', positionPubkey: 'runs' as Pubkey }),
    slip({ parlayId: 'PY-4', positionPubkey: 'never' as Pubkey, executionStatus: 'failed' }),
    slip({ parlayId: 'PY-5', positionPubkey: null, mode: 'free' }),
    slip({ parlayId: 'PY-6', positionPubkey: null, mode: 'free', isClaimed: true }),
  ];
  const rows = historyWith([lost, open], slips, OWNER, ledgerOf([lostRecord, bought]).disposals);
  const of = (key: string) => rows.find(({ positionPubkey }) => positionPubkey === key);

  it('has every parlay, named as one, and the leg that lost it', () => {
    const names = ['gone', 'won', 'runs'].map((key) => heldText(of(key) ?? open));
    expect(names).toEqual([
      'Parlay of 5 legs · lost by France vs. Senegal · France',
      'Parlay of 5 legs · $10.00 for $477.82',
      'Parlay of 5 legs · $10.00 for $477.82',
    ]);
    expect(['gone', 'won', 'runs'].map((key) => of(key)?.status)).toEqual(['lost', 'won', 'open']);
  });
  it('does not claim of a parlay without a position that it is open: no record would tell that it has lost', () => {
    const texts = ['PY-5', 'PY-6'].map((key) => historyStatusLabel(of(key) ?? open).text);
    expect(texts).toEqual(['Not known', 'Paid out']);
  });
  it('has none that was never placed', () => {
    expect(of('never')).toBeUndefined();
  });
  it('does not give a part of what was realised for the whole', () => {
    const row = aHistory({ status: 'sold', events: [bought, sold] });
    const other = {
      ...sold,
      id: '77',
      filledContractsMicro: microContracts(1_000_000_000n),
      realizedPnl: null,
    };
    const realised = (events: HistoryEvent[]) =>
      historyWith([{ ...row, events }], [], OWNER, ledgerOf(events).disposals)[0]?.realizedPnlUsd;
    expect(realised([bought, sold])).toBe(ledgerOf([bought, sold]).realised);
    expect(realised([bought, sold, other])).toBeNull();
  });
  it('has realised nothing before something is sold, paid or lost', () => {
    expect(of(open.positionPubkey)?.realizedPnlUsd).toBeNull();
    expect(of('won')?.realizedPnlUsd).toBeNull();
    expect(of('gone')?.realizedPnlUsd).toBe(-10_000_000n);
    expect(rows.reduce((sum, row) => sum + (row.realizedPnlUsd ?? 0n), 0n)).toBe(
      ledgerOf([lostRecord, bought]).realised,
    );
  });
});

describe('receipt', () => {
  const subject = {
    eventId: 'event-1' as EventId,
    marketId: OTHER,
    isYes: true,
    marketMetadata: bought.marketMetadata,
    eventMetadata: bought.eventMetadata,
  };
  const filled = {
    average: microUsd(610_000n),
    contracts: microContracts(10_000_000n),
    fees: microUsd(170_000n),
    total: microUsd(6_270_000n),
  };
  const quoted = { ...filled, average: microUsd(600_000n), total: microUsd(6_170_000n) };
  const view = (changes: object) => (
    <ReceiptView
      subject={subject}
      isBuy
      quoted={quoted}
      filled={filled}
      filledAt={bought.timestamp}
      signature={bought.signature}
      onClose={vi.fn()}
      {...changes}
    />
  );
  it('sets the quote beside the fill, and says in whose favour they differ', async () => {
    await draw(view({}));
    expect(screen.getByRole('row', { name: /^Average price/ })).toHaveTextContent('60.0¢61.0¢+1.0¢');
    expect(screen.getByRole('row', { name: /^Paid/ })).toHaveTextContent('$6.17$6.27+$0.10');
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'worse than quoted: \u2212$0.10 USDC on 10.00 contracts',
    );
  });
  it('of an order whose last fill is not recorded yet says what the order does, and no fees', () => {
    const order = aFilledOrder({ filledContractsMicro: microContracts(30_000_000n) });
    expect(filledOf({ of: 'order', order }, [bought])).toEqual({
      average: order.avgFillPriceUsd,
      contracts: 30_000_000n,
      fees: null,
      total: null,
    });
    expect(filledOf({ of: 'order', order: aFilledOrder() }, [bought])?.total).toBe(6_170_000n);
  });
  it('does not pretend to know a quote of another browser', async () => {
    await draw(view({ quoted: null }));
    expect(screen.getByRole('dialog')).toHaveTextContent('This one does not have it');
    expect(screen.getByRole('row', { name: /^Fees/ })).toHaveTextContent('$0.17');
  });
});

describe('picture of a position', () => {
  const text = (withAmounts: boolean, position = aPosition()) =>
    JSON.stringify(pictureOf(position, positionState(position), withAmounts));
  it('holds no amount, wallet or key unless amounts are asked for', () => {
    expect(text(false)).not.toMatch(/\$|120\.50|71\.3/);
    expect(text(false)).toContain('+12.9%');
    expect(text(true)).toContain('$71.34');
    for (const shown of [text(false), text(true)]) expect(shown).not.toContain(POSITION);
  });
  it('says nothing of a gain where there is no price, and no price of a market that has ended', () => {
    expect(text(false, anAwaiting())).toContain('"gain":null');
    expect(text(false, aClaimable())).not.toContain('Price now');
  });
  it('has the gain of what was held to the end in percent of what that had cost', () => {
    // Most of it was sold before, at a profit.
    const ended = { totalCostUsd: microUsd(6_000_000n), realizedPnlUsd: microUsd(30_000_000n) };
    const won = { ...ended, claimable: false, claimed: true, claimedUsd: microUsd(10_000_000n) };
    expect(text(false, aClaimable(won))).toContain('+66.7%');
    expect(text(true, aClaimable(won))).toContain('+$4.00');
    expect(text(false, aClaimable({ ...ended, claimable: false, result: 'no' }))).toContain('−100');
  });
});
