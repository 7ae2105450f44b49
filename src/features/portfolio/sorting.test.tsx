// @vitest-environment happy-dom
import type { EventId, Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd, parseDecimal } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { isOpenOrder } from '@/api/orders.queries.ts';
import { positionState } from '@/domain/portfolio.ts';
import { PositionHistoryTable } from './history/history.view.tsx';
import { HistoryEventsTable } from './history/history-events.view.tsx';
import type { HistoryRow } from './history/history-rows.ts';
import { OrdersTable } from './orders-table.view.tsx';
import { shownPositions } from './portfolio-rows.ts';
import type { HistoryColumn, OrderColumn, PositionColumn, RecordColumn } from './search-params.ts';
import {
  aClaimable,
  aFilledOrder,
  aHistory,
  anAwaiting,
  anEvent,
  anOrder,
  aPosition,
  draw,
} from './testing.tsx';

/** Rows as a column has them, the least first, and those of which it shows nothing. */
interface Column<Row> {
  rising: readonly Row[];
  unknown?: readonly Row[];
}
type Columns<Name extends string, Row> = Record<Name, Column<Row>>;

/** Of a decimal as it is written here: no arithmetic of floats makes an amount. */
const micros = (decimal: number): bigint => {
  const units = parseDecimal(String(decimal).replace('-', ''), 6);
  if (units === undefined) throw new Error(`${decimal} is no amount`);
  return decimal < 0 ? -units : units;
};
const usd = (dollars: number) => microUsd(micros(dollars));
const contracts = (count: number) => microContracts(micros(count));
const asked = (title: string) => ({ eventMetadata: { ...anEvent().eventMetadata, title } });

/** The same rows with a key each: 0, 1, 2 as the column rises, and one that is no number where it is unknown. */
function keyed<Row extends object>({ rising, unknown = [] }: Column<Row>) {
  const named = (row: Row, key: string) => ({ ...row, key });
  const [first, ...others] = rising.map((row, index) => named(row, `${index}`));
  if (!first) throw new Error('a row is needed');
  const last = unknown.map((row) => named(row, 'none'));
  const up = [first, ...others].map(({ key }) => key);
  const without = last.map(({ key }) => key);
  return {
    // In neither order to begin with.
    rows: [...last, ...others, first],
    rises: [...up, ...without],
    falls: [...up.toReversed(), ...without],
  };
}

/** In which order a table has drawn its rows: each links to an event of its own, but for a parlay. */
const drawn = (rows: string): string[] =>
  screen.getAllByTestId(rows).map((row) => {
    const href = row.querySelector('a[href^="/event/"]')?.getAttribute('href') ?? '/event/none';
    return href.replace(/^\/event\/(\w+).*$/, '$1');
  });
const linked = <Row extends { key: string; eventMetadata?: object | undefined }>(row: Row) => ({
  ...row,
  eventId: row.key as EventId,
  eventMetadata: { ...row.eventMetadata, eventId: row.key as EventId },
});

describe('positions, sorted', () => {
  const lost = aPosition({ status: 'closed', result: 'no', realizedPnlUsd: usd(-70), markPriceUsd: null });
  const unbooked = { ...lost, totalCostUsd: usd(80), realizedPnlUsd: usd(0) };
  const paid = aClaimable({ claimable: false, claimed: true, claimedUsd: usd(60), avgPriceUsd: usd(0) });
  const worth = (cost: number, gain: number) =>
    aPosition({ totalCostUsd: usd(cost), pnlUsdAfterFees: usd(gain) });
  const COLUMNS: Columns<PositionColumn, Position> = {
    market: { rising: ['A', 'B', 'C'].map((title) => aPosition({ ...asked(title), isYes: title !== 'B' })) },
    contracts: { rising: [9, 10, 100].map((count) => aPosition({ contractsMicro: contracts(count) })) },
    entry: {
      rising: [0.09, 0.1, 0.5].map((price) => aPosition({ avgPriceUsd: usd(price) })),
      unknown: [paid],
    },
    mark: {
      rising: [0.09, 0.1, 0.5].map((price) => aPosition({ markPriceUsd: usd(price) })),
      // It shows how it ended, whatever it is marked at.
      unknown: [aPosition({ status: 'closed', result: 'yes', markPriceUsd: usd(0.3) })],
    },
    value: {
      rising: [lost, worth(10, 9), worth(21, -1), paid, aClaimable()],
      unknown: [anAwaiting()],
    },
    pnl: { rising: [unbooked, lost, worth(21, -1), worth(10, 9), aClaimable()], unknown: [anAwaiting()] },
    wins: {
      rising: [20, 19, 9].map((cost) =>
        aPosition({ totalCostUsd: usd(cost), contractsMicro: contracts(10 + cost / 2) }),
      ),
      unknown: [aClaimable()],
    },
  };

  it.each(Object.entries(COLUMNS))('by %s, either way', (name, column) => {
    const { rows, rises, falls } = keyed(column);
    const stated = rows.map(({ key, ...position }) => ({
      position: { ...position, pubkey: key as Pubkey },
      state: positionState(position),
    }));
    const sorted = (sort: PositionColumn | `-${PositionColumn}`) =>
      shownPositions(stated, { sort }, true, 0).map(({ position }) => position.pubkey);
    expect(sorted(name as PositionColumn)).toEqual(rises);
    expect(sorted(`-${name as PositionColumn}`)).toEqual(falls);
  });
});

/** Draws a table each way. */
async function either(
  rows: string,
  ui: (falling: boolean) => Parameters<typeof draw>[0],
): Promise<{ rises: string[]; falls: string[] }> {
  await draw(ui(false));
  const rises = drawn(rows);
  cleanup();
  await draw(ui(true));
  return { rises, falls: drawn(rows) };
}

describe('orders, sorted', () => {
  const filled = (price: number, count: number, isBuy = true) =>
    aFilledOrder({ avgFillPriceUsd: usd(price), filledContractsMicro: contracts(count), isBuy });
  const none = anOrder({ status: 'failed', contractsMicro: contracts(0), maxBuyPriceUsd: null });
  const COLUMNS: Columns<OrderColumn, Order> = {
    market: { rising: ['A', 'B', 'C'].map((title) => anOrder({ ...asked(title), isYes: title !== 'B' })) },
    order: { rising: [anOrder(), anOrder({ isBuy: false })] },
    status: {
      rising: [
        aFilledOrder(),
        ...['failed', 'created', 'partiallyfilled'].map((status) => anOrder({ status })),
      ],
    },
    contracts: {
      rising: [9, 10, 100].map((count) => anOrder({ contractsMicro: contracts(count) })),
      unknown: [none],
    },
    filled: { rising: [filled(0.9, 9), filled(0.1, 10), filled(0.5, 100)], unknown: [none] },
    limit: {
      rising: [
        anOrder({ maxBuyPriceUsd: usd(0.09) }),
        anOrder({ isBuy: false, minSellPriceUsd: usd(0.1) }),
        anOrder({ maxBuyPriceUsd: usd(0.5) }),
      ],
      unknown: [none],
    },
    // $6.50 that is ordered and not filled yet stands between what was filled.
    amount: { rising: [filled(0.6, 10), anOrder(), filled(0.1, 90, false)], unknown: [none] },
    placed: { rising: [9, 10, 100].map((createdAt) => anOrder({ createdAt })) },
  };

  it.each(Object.entries(COLUMNS))('by %s, either way', async (name, column) => {
    const { rows, ...expected } = keyed(column);
    const table = (falling: boolean) => (
      <OrdersTable
        orders={rows.map((row) => ({ ...linked(row), pubkey: row.key as Pubkey }))}
        isOpen={isOpenOrder}
        blocked={null}
        cancelling={new Set()}
        waiting={new Map()}
        without={[]}
        sort={`${falling ? '-' : ''}${name as OrderColumn}`}
        onSort={vi.fn()}
        isPicked={() => false}
        onPick={vi.fn()}
        onCancel={vi.fn()}
        onReceipt={vi.fn()}
      />
    );
    expect(await either('order', table)).toEqual(expected);
  });
});

describe('history, sorted', () => {
  const COLUMNS: Columns<HistoryColumn, HistoryRow> = {
    market: { rising: ['A', 'B', 'C'].map((title) => aHistory({ ...asked(title), isYes: title !== 'B' })) },
    status: {
      rising: ['lost', 'failed', 'open', 'claimed', 'sold'].map((status) => aHistory({ status })),
    },
    contracts: {
      rising: [9, 10, 100].map((count) => aHistory({ totalContractsMicro: contracts(count) })),
      unknown: [{ ...aHistory({ totalContractsMicro: contracts(50) }), parlay: true }],
    },
    entry: {
      rising: [0.09, 0.1, 0.5].map((price) => aHistory({ entryPriceUsd: usd(price) })),
      unknown: [aHistory({ entryPriceUsd: null })],
    },
    exit: {
      rising: [0.09, 0.1, 0.5].map((price) => aHistory({ exitPriceUsd: usd(price) })),
      unknown: [aHistory({ exitPriceUsd: null })],
    },
    fees: {
      rising: [0.09, 0.1, 0.5].map((fees) => aHistory({ feesPaidUsd: usd(fees) })),
      unknown: [aHistory({ feesPaidUsd: null })],
    },
    realised: {
      rising: [-9, -1, 5].map((realised) => aHistory({ realizedPnlUsd: usd(realised) })),
      unknown: [aHistory({ realizedPnlUsd: null })],
    },
    ended: {
      rising: [
        aHistory({ openedAt: 5, closedAt: 9 }),
        aHistory({ openedAt: 10, closedAt: null }),
        aHistory({ openedAt: 1, closedAt: 100 }),
      ],
      unknown: [aHistory({ openedAt: null, closedAt: null })],
    },
  };

  it.each(Object.entries(COLUMNS))('by %s, either way', async (name, column) => {
    const { rows, ...expected } = keyed(column);
    const table = (falling: boolean) => (
      <PositionHistoryTable
        rows={rows.map((row) => ({ ...linked(row), positionPubkey: row.key as Pubkey }) as HistoryRow)}
        sort={`${falling ? '-' : ''}${name as HistoryColumn}`}
        onSort={vi.fn()}
        onReceipt={vi.fn()}
        legsOf={() => null}
        records={undefined}
        onRecords={vi.fn()}
      />
    );
    expect(await either('history-position', table)).toEqual(expected);
  });
});

describe('records, sorted', () => {
  const lost = (realised: number) =>
    anEvent({ eventType: 'position_lost', realizedPnl: usd(realised), isBuy: false });
  const closed = anEvent({
    eventType: 'order_closed',
    contractsMicro: contracts(0),
    filledContractsMicro: contracts(0),
    avgFillPriceUsd: usd(0),
    feeUsd: null,
  });
  const COLUMNS: Columns<RecordColumn, HistoryEvent> = {
    time: { rising: [9, 10, 100].map((timestamp) => anEvent({ timestamp })) },
    record: {
      rising: [anEvent(), anEvent({ eventType: 'order_created' }), lost(-1), anEvent({ isBuy: false })],
    },
    market: { rising: ['A', 'B', 'C'].map((title) => anEvent({ ...asked(title), isYes: title !== 'B' })) },
    contracts: {
      rising: [
        anEvent({ filledContractsMicro: contracts(9), contractsMicro: contracts(500) }),
        anEvent({ eventType: 'order_created', contractsMicro: contracts(10) }),
        anEvent({ eventType: 'payout_claimed', contractsSettledMicro: contracts(100) }),
      ],
      unknown: [closed],
    },
    price: {
      rising: [0.09, 0.1, 0.5].map((price) => anEvent({ avgFillPriceUsd: usd(price) })),
      unknown: [closed],
    },
    fee: { rising: [0, 0.09, 0.1].map((fee) => anEvent({ feeUsd: usd(fee) })), unknown: [closed] },
    amount: {
      rising: [
        anEvent({ totalCostUsd: usd(9) }),
        anEvent({ isBuy: false, netProceedsUsd: usd(10) }),
        anEvent({ eventType: 'payout_claimed', payoutAmountUsd: usd(50) }),
        anEvent({ eventType: 'order_created', depositAmountUsd: usd(100) }),
      ],
      unknown: [closed],
    },
    realised: { rising: [lost(-9), lost(-1), lost(5)], unknown: [anEvent()] },
  };

  it.each(Object.entries(COLUMNS))('by %s, either way', async (name, column) => {
    const { rows, ...expected } = keyed(column);
    const table = (falling: boolean) => (
      <HistoryEventsTable
        events={rows.map((row) => ({ ...linked(row), id: row.key }))}
        caption="History"
        withMarket
        sort={`${falling ? '-' : ''}${name as RecordColumn}`}
        onSort={vi.fn()}
        onReceipt={vi.fn()}
      />
    );
    expect(await either('history-event', table)).toEqual(expected);
  });
});
