// @vitest-environment happy-dom
import { microUsd } from '@contract/money.ts';
import { type EventWire, event as eventSchema } from '@contract/prediction/event.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { roundOf } from '@/domain/rounds.ts';
import type { WindowRow } from '@/domain/up-down-windows.ts';
import { formatClock } from '@/lib/time.ts';
import { BoardTable, beside, ModelRecordView, type RecordState } from './board.view.tsx';

function rowOf(more: Partial<WindowRow> = {}, eventId = 'W'): WindowRow {
  const side = (title: string) => ({
    provider: 'provider_a' as const,
    marketId: `W-${title}`,
    status: 'open' as const,
    result: null,
    marketResultPubkey: null,
    title,
    closeTime: 1_790_000_400,
  });
  const round = roundOf(
    eventSchema.parse({
      eventId,
      provider: 'provider_a',
      isActive: true,
      isLive: true,
      category: 'crypto',
      subcategory: 'btc',
      tags: ['5m'],
      beginAt: '1790000100',
      volumeUsd: '0',
      volume24hr: '0',
      closeCondition: '',
      rulesPdf: '',
      markets: [side('Up'), side('Down')],
    } satisfies EventWire),
  );
  if (!round) throw new Error('no window');
  const price = picoUsd(87_910n * 10n ** 12n);
  return {
    round,
    name: 'Bitcoin',
    length: '5m',
    phase: 'running',
    strike: picoUsd(87_983n * 10n ** 12n),
    price,
    oldFrom: null,
    distance: { difference: picoUsd(-73n * 10n ** 12n), ppm: -830n },
    odds: microUsd(245_000n),
    model: microUsd(180_000n),
    why: undefined,
    difference: microUsd(-65_000n),
    ...more,
  };
}

function board(...rows: WindowRow[]) {
  const onSort = vi.fn();
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <BoardTable
        rows={rows}
        provider={undefined}
        venueOf={(row) => `Venue ${row.odds}`}
        sort="-model"
        onSort={onSort}
      />
    </RouterContextProvider>,
  );
  const cells = within(screen.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell');
  return { onSort, texts: cells.map(({ textContent }) => textContent), cells };
}

it('stands in as many tables beside each other as there is room and are rows for, none of them left out', () => {
  const rows = Array.from({ length: 17 }, (_, index) => index);
  const sizes = (width: number, of = rows) => beside(of, width).map(({ length }) => length);
  expect(sizes(0)).toEqual([17]);
  expect(sizes(1_200)).toEqual([17]);
  expect(sizes(2_300)).toEqual([6, 6, 5]);
  expect(sizes(3_600)).toEqual([5, 5, 5, 2]);
  expect(sizes(3_600, rows.slice(0, 7))).toEqual([7]);
  expect(beside(rows, 2_300).flat()).toEqual(rows);
});

describe('a window on the board', () => {
  it('shows what has to be beaten, by how much it is, and what market and model give it', () => {
    const { texts } = board(rowOf());
    expect(texts.slice(1, 4)).toEqual(['$87,983.00', '$87,910.00', '−0.083%−$73.00']);
    expect(texts.slice(5)).toEqual(['24.5%', '18.0%', '−6.5']);
    expect(screen.getByRole('link', { name: /^Bitcoin, 5m, / })).toBeInTheDocument();
  });

  it('says why there is no model instead of a figure', () => {
    const { cells } = board(rowOf({ model: null, difference: null, why: 'The price is too old' }));
    for (const cell of cells.slice(6))
      expect(within(cell).getByTitle('The price is too old')).toHaveTextContent('—');
  });

  it('dims an old price and the distance made of it, and says when it was told', () => {
    const stale = (row: WindowRow) =>
      board(row).cells.flatMap((cell, index) =>
        cell.classList.contains('stale') ? [[index, cell.title]] : [],
      );
    const old = Date.UTC(2026, 9, 3, 14, 2, 31);
    expect(stale(rowOf({ oldFrom: old }))).toEqual(
      [2, 3].map((index) => [index, `Last update ${formatClock(old)}`]),
    );
    cleanup();
    expect(stale(rowOf())).toEqual([]);
  });

  it('of two venues has their names, and one that stands alone has none', () => {
    board(rowOf(), rowOf({ odds: microUsd(250_000n) }, 'V'), rowOf({ name: 'Solana' }, 'S'));
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/^Bitcoin, 5m, .+, Venue 245000$/),
      expect.stringMatching(/^Bitcoin, 5m, .+, Venue 250000$/),
      expect.not.stringContaining('Venue'),
    ]);
  });

  it('that moved by less than its price shows keeps its digits, and one that did not move has no sign', () => {
    const price = picoUsd(14_580_000_000_000n);
    const moved = { difference: picoUsd(-2_624_000_000n), ppm: -180n };
    expect(board(rowOf({ price, distance: moved })).texts[3]).toBe('−0.018%−$0.002624');
    cleanup();
    const still = { difference: picoUsd(0n), ppm: 0n };
    expect(board(rowOf({ price, distance: still })).texts[3]).toBe('0.000%');
  });

  it('is sorted by the heads of its columns', async () => {
    const { onSort } = board(rowOf());
    expect(screen.getByRole('columnheader', { name: 'Model' })).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(screen.getByRole('button', { name: 'Distance' }));
    expect(onSort).toHaveBeenCalledWith('-distance');
  });
});

describe('the record of the model', () => {
  const show = (state: RecordState) => render(<ModelRecordView state={state} />);

  it('stands beside that of the market, with its sample', () => {
    show({ kind: 'known', windows: 200, record: { windows: 200, model: 0.1412, market: 0.1439 } });
    const record = screen.getByRole('region');
    expect(record).toHaveTextContent(/Model, Brier score0\.141Market, Brier score0\.144Windows200/);
    expect(record).toHaveTextContent('without drift');
  });

  it.each([
    [
      { kind: 'known', windows: 12, record: undefined },
      'Too few windows are known for a record: 12 of at least 30',
    ],
    [{ kind: 'no-history' }, 'The service keeps no history of prices'],
    [{ kind: 'failed' }, 'Couldn’t load the history'],
    [{ kind: 'loading' }, 'The record is being loaded'],
  ] as const)('is blank with its reason: %o', (state, why) => {
    show(state);
    expect(screen.getAllByTitle(why)).toHaveLength(3);
    expect(screen.getByRole('region')).toHaveTextContent(`${why}.`);
  });
});
