// @vitest-environment happy-dom
import type { Position } from '@contract/prediction/position.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { openDesk, queries, WALLET, within } from '@/orders/testing.tsx';
import { useWalletStore } from '@/wallet/index.ts';
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
  openDesk();
  useWalletStore.setState({ status: 'connected', pubkey: WALLET });
  const { rerender } = render(activity(0), { wrapper: within(queries()) });
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

it.each([
  ['Positions', 'positions', 'what is held'],
  ['Orders', 'orders', 'No order in this event yet'],
])('does not say of %s that there are none before that is known', async (name, what, known) => {
  fireEvent.click(screen.getByRole('tab', { name }));
  expect(screen.queryByText(known)).toBeNull();
  await screen.findByText(`Couldn’t load your ${what}`);
  expect(screen.queryByText(known)).toBeNull();
});
