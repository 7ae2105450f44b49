// @vitest-environment happy-dom
import type { MarketId } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { outcomesOf } from '@/domain/events.ts';
import type { EventColumn } from './event-columns.ts';
import type { Moved } from './event-list.ts';
import { EventRow } from './event-row.tsx';
import { verdictsOf } from './outcome-verdict.tsx';
import { listed, renderRouted, sampleEvent } from './testing.tsx';

const held = vi.hoisted(() => ({ sides: [] as boolean[] }));
vi.mock('@/config.ts', () => ({ hasHistory: () => false, useConfig: () => ({ providers: [] }) }));
vi.mock('@/wallet/index.ts', () => ({ useOwner: () => 'owner' }));
vi.mock('@/api/scores.queries.ts', () => ({ useScore: () => ({}) }));
vi.mock('@/api/positions.queries.ts', () => ({
  usePositions: () => ({
    data: held.sides.map((isYes) => ({ marketId: 'MK-1', isYes, contractsMicro: 1n })),
  }),
}));
beforeEach(() => {
  held.sides = [];
});

function ended() {
  const event = sampleEvent();
  const [market] = event.markets;
  if (!market) throw new Error('no market');
  return { ...event, markets: [{ ...market, status: 'closed' as const, result: 'no' as const }] };
}

describe('won and lost', () => {
  test.each([
    ['nothing', [], 'text-text', 'text-muted'],
    ['No', [false], 'text-yes', 'text-yes'],
    ['Yes', [true], 'text-no', 'text-no'],
    ['both sides', [true, false], 'text-text', 'text-muted'],
  ])('have the colour of what they mean for who holds %s', (_, sides, won, lost) => {
    held.sides = sides;
    const event = ended();
    renderRouted(outcomesOf(event).map((outcome) => <p key={outcome.key}>{verdictsOf(event)(outcome)}</p>));
    expect(screen.getByText('✓ Won')).toHaveClass(won);
    expect(screen.getByText('✕ Lost')).toHaveClass(lost);
  });

  test('are nothing while it trades', () => {
    const event = sampleEvent();
    expect(outcomesOf(event).map(verdictsOf(event))).toEqual([null, null]);
  });
});

describe('a line of the table', () => {
  const columns = ['event', 'outcome', 'chance', 'buy'] as const;
  const show = (event = sampleEvent(), moved?: Moved, shown: readonly EventColumn[] = columns) =>
    renderRouted(
      <table>
        <tbody>
          <EventRow
            item={{ ...listed(event), moved }}
            index={0}
            start={0}
            intervalMs={5_000}
            stale={false}
            mine={undefined}
            layout={{ columns: [...shown], template: '' }}
          />
        </tbody>
      </table>,
    );

  test('has the side that leads a single question in the colour of that side', () => {
    show();
    expect(screen.getByRole('link', { name: 'Buy Yes at 62¢' })).toHaveClass('text-yes');
  });
  test('of a question whose No leads has the colour of No', () => {
    const pricing = {
      buyYesPriceUsd: 200_000,
      sellYesPriceUsd: 180_000,
      buyNoPriceUsd: 820_000,
      sellNoPriceUsd: 800_000,
      volume: 1,
    };
    show(eventOf([{ marketId: 'MK-1', title: 'Will rates fall?', pricing }]));
    expect(screen.getByRole('link', { name: 'Buy No at 82¢' })).toHaveClass('text-no');
  });
  test('names the outcome whose prices it shows, also where it is listed for what another did', () => {
    const quoted = (title: string, buyYesPriceUsd: number) => ({
      marketId: title,
      title,
      pricing: {
        buyYesPriceUsd,
        sellYesPriceUsd: buyYesPriceUsd - 10_000,
        buyNoPriceUsd: 1_010_000 - buyYesPriceUsd,
        sellNoPriceUsd: 1_000_000 - buyYesPriceUsd,
        volume: 1,
      },
    });
    const event = eventOf([quoted('Ann', 620_000), quoted('Bo', 220_000), quoted('Cy', 120_000)]);
    const moved = { marketId: 'Bo' as MarketId, change: microUsd(50_000n), span: '24h' as const };
    show(event, moved, ['event', 'chance', 'buy']);
    expect(screen.getByRole('link', { name: /Buy Yes.*at 62¢/ })).toBeInTheDocument();
    expect(screen.getAllByText(/^Ann/)).not.toHaveLength(0);
  });
  test('that has ended says so in the colour of what it means', () => {
    held.sides = [true];
    show(ended());
    expect(screen.getByText(/Won|Lost/)).toHaveClass('text-no');
  });
});
