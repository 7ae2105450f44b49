// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { parlaySlip } from '@contract/prediction/parlay.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SlipState } from '@/domain/parlay.ts';
import type { LiveLeg } from './live-legs.ts';
import { SlipRow } from './slip-row.view.tsx';

const leg = (marketId: string, state: LiveLeg['state'], eventTitle: string, label = 'Critical minerals') => ({
  leg: { eventId: `e-${marketId}`, marketId, label, eventTitle },
  market: undefined,
  state,
  price: microUsd(500_000n),
  asOf: 0,
});
const LEGS = [
  leg('a', 'won', 'What will the first speech name?'),
  leg('b', 'lost', 'What will the second speech name?'),
  leg('c', 'open', 'Bitcoin above $86,000 on Nov 24?', 'Bitcoin above $86,000 on Nov 24?'),
];
const slip = parlaySlip.parse({
  parlayId: 'PY-1',
  positionPubkey: null,
  legs: [],
  mode: 'paid',
  stakeUsd: '10',
  payoutUsd: '1068.93',
  placedAt: 1_790_000_000_000,
  claimable: false,
  isClaimed: false,
  executionStatus: 'success',
});

function show(state: SlipState, more: Partial<typeof slip> = {}, queued = false) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <SlipRow
        slip={{ ...slip, ...more }}
        state={state}
        legs={LEGS}
        claiming={false}
        queued={queued}
        waiting={undefined}
        blocked={null}
        onClaim={() => undefined}
      />
    </RouterContextProvider>,
  );
  return screen.getByTestId('slip');
}

it('names a lost parlay as a loss, and which of its legs lost it', () => {
  const row = show('lost');
  expect(row).toHaveTextContent('✕ Lost−$10.00 · would have paid $1,068.93');
  expect(screen.getByText('−$10.00')).toHaveClass('text-down');
  const legs = screen.getAllByTestId('slip-leg');
  expect(legs.map((one) => one.lastElementChild?.textContent)).toEqual([
    '✓ Won',
    '✕ Lost',
    'No longer matters',
  ]);
});

it('loses nothing with a free one', () => {
  expect(show('lost', { mode: 'free', stakeUsd: '0' })).toHaveTextContent('Free · would have paid $1,068.93');
});

it('shows what one that runs would pay, in the colour of a gain once it has won', () => {
  expect(show('claimable')).toHaveTextContent('$10.00 → $1,068.93');
  expect(screen.getByText('$1,068.93').parentElement).toHaveClass('text-up');
});

it('tells legs of one name apart by their events, and says a filled blank once', () => {
  show('running');
  const [first, second, third] = screen.getAllByRole('link').map((link) => link.textContent);
  expect(first).toBe('Yes · Critical mineralsWhat will the first speech name?');
  expect(second).toBe('Yes · Critical mineralsWhat will the second speech name?');
  expect(third).toBe('Yes · Bitcoin above $86,000 on Nov 24?');
});

it('takes no press for a claim that a queue has, and says so', () => {
  show('claimable', { positionPubkey: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' as Pubkey }, true);
  const claim = screen.getByRole('button', { name: 'Claim' });
  expect(claim).toHaveAttribute('aria-disabled', 'true');
  expect(claim).toHaveAttribute('title', 'It is in the queue of claims');
});
