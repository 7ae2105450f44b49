// @vitest-environment happy-dom
import type { Position } from '@contract/prediction/position.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { Activity } from './activity-panel.tsx';

vi.mock('./positions-table.view.tsx', () => ({ PositionsTable: () => 'what is held' }));
vi.mock('./market-rules.tsx', () => ({ MarketRules: () => 'how it is decided' }));

const event = eventOf([{ marketId: 'M' }]);
const activity = (held: number) => (
  <Activity
    event={event}
    market={event.markets[0] as (typeof event.markets)[number]}
    connected
    positions={Array.from({ length: held }, () => ({}) as Position)}
    orders={[]}
    trades=""
    wide={false}
    onClosePosition={vi.fn()}
  />
);
const selected = () => screen.getByRole('tab', { selected: true }).textContent;
let come: (held: number) => void;
beforeEach(() => {
  const { rerender } = render(activity(0));
  come = (held) => rerender(activity(held));
});

it('shows what is held once it has come', () => {
  expect(selected()).toBe('Rules');
  come(2);
  expect(selected()).toBe('Positions2');
});

it('stays where the reader has pressed, though it was shown already', () => {
  fireEvent.click(screen.getByRole('tab', { name: 'Rules' }));
  come(2);
  expect(selected()).toBe('Rules');
});
