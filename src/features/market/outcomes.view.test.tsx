// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { eventOf, type MarketSketch } from '@/domain/event.fixtures.ts';
import { groupMarkets, labelsOf } from './market-groups.ts';
import type { RowContext } from './outcome-rows.view.tsx';
import { Outcomes } from './outcomes.view.tsx';

const priced = (marketId: string, chance: number, more: Partial<MarketSketch> = {}): MarketSketch => ({
  marketId,
  title: marketId,
  pricing: {
    buyYesPriceUsd: chance,
    sellYesPriceUsd: chance - 10_000,
    buyNoPriceUsd: 1_010_000 - chance,
    sellNoPriceUsd: 1_000_000 - chance,
    volume: 1,
  },
  ...more,
});

const root = createRootRoute();
const route = createRoute({ getParentRoute: () => root, path: '/event/$eventId' });
const router = createRouter({
  routeTree: root.addChildren([route]),
  history: createMemoryHistory({ initialEntries: ['/event/EV-1'] }),
});

function show(
  markets: readonly MarketSketch[],
  now?: { text: string; at: number; within: boolean },
  moveOf: RowContext['moveOf'] = null,
) {
  const event = eventOf(markets);
  const { main, more } = groupMarkets(event);
  render(
    <RouterContextProvider router={router}>
      <Outcomes
        main={main}
        more={more}
        row={{
          selected: undefined,
          side: 'yes',
          labels: labelsOf(event, main, more),
          held: new Map(),
          moveOf,
          picked: new Set(),
          onPick: () => undefined,
        }}
        ranked
        now={now}
      />
    </RouterContextProvider>,
  );
}

const names = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('[data-outcome]')].map(({ textContent }) => textContent ?? '');
const TENS = ['Ada', 'Bo', 'Cy', 'Di'];
const FIELD = TENS.flatMap((first, ten) =>
  [...'QRSTUVWXYZ'].map((last, one) => priced(`${first} ${last}.`, 20_000 + (10 * ten + one) * 5_000)),
);

describe('the list of outcomes', () => {
  it('says of which time its changes are, where there are any', () => {
    show([priced('Ada', 500_000)]);
    expect(screen.queryByText('24 h move')).toBeNull();
    cleanup();
    show([priced('Ada', 500_000)], undefined, () => '+1.0');
    expect(screen.getByText('24 h move')).toBeTruthy();
    expect(screen.getByText('+1.0')).toBeTruthy();
  });

  it('makes no button of a side that nobody offers', () => {
    show([
      priced('Sure', 990_000, {
        pricing: {
          buyYesPriceUsd: null,
          sellYesPriceUsd: 980_000,
          buyNoPriceUsd: 20_000,
          sellNoPriceUsd: null,
        },
      } as Partial<MarketSketch>),
      priced('Other', 300_000),
    ]);
    const row = within(screen.getByRole('link', { name: 'Sure' }).closest('li') as HTMLElement);
    expect(row.queryByRole('link', { name: /^Yes/ })).toBeNull();
    expect(row.getByRole('link', { name: 'No 2¢' })).toBeInTheDocument();
  });

  it('shows the likeliest of a long field first, in full, and the others as the rest', () => {
    show(FIELD);
    expect(names().slice(0, 2)).toEqual(['Di Z.', 'Di Y.']);
    expect(within(screen.getByRole('region', { name: 'The rest' })).getAllByRole('listitem')).toHaveLength(
      28,
    );
    expect(screen.getAllByRole('link', { name: /^Yes / })).toHaveLength(12);
  });

  it('finds an outcome by a part of its name, wherever it stands', async () => {
    show(FIELD);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find an outcome' }), 'di ');
    expect(names()).toEqual([...'ZYXWVUTSRQ'].map((last) => `Di ${last}.`));
    await userEvent.type(screen.getByRole('searchbox'), 'qq');
    expect(screen.getByText('No outcome matches.')).toBeInTheDocument();
  });

  it('is walked through with the arrow keys, from the box on', async () => {
    show(FIELD);
    await userEvent.click(screen.getByRole('searchbox'));
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Di Z.' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(screen.getByRole('link', { name: 'Di Y.' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('link', { name: 'Ada Q.' })).toHaveFocus();
  });

  it('marks the present price between two strikes', () => {
    show([priced('Above $80', 100_000), priced('Above $76', 900_000), priced('Above $78', 500_000)], {
      text: '$77.25',
      at: 1,
      within: false,
    });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 9))).toEqual([
      'Above $76',
      'Now $77.2',
      'Above $78',
      'Above $80',
    ]);
    expect(screen.queryByText('now $77.25')).toBeNull();
  });

  it('marks the range the present price lies within, and has no line between two', () => {
    show([priced('$76 – $78', 500_000), priced('$78 – $80', 100_000), priced('Below $76', 300_000)], {
      text: '$77.25',
      at: 1,
      within: true,
    });
    const rows = screen.getAllByRole('listitem');
    expect(rows).toHaveLength(3);
    const marked = rows.filter((row) => within(row).queryByText('now $77.25') !== null);
    expect(marked.map((row) => row.querySelector('[data-outcome]')?.textContent)).toEqual(['$76 – $78']);
  });
});
