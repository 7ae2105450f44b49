// @vitest-environment happy-dom
import { microUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { NotedMarket } from '@/state/visit.ts';
import type { Change } from './changes.ts';
import { WhatsNewView } from './whats-new.view.tsx';

const market = (label: string): NotedMarket => ({
  eventId: 'E',
  marketId: label,
  eventTitle: 'Bitcoin up or down',
  label,
  price: null,
  open: true,
  at: 1,
  why: 'held',
});
const payout = (title: string, isYes: boolean): Change => ({
  kind: 'claimable',
  position: {
    pubkey: `${title} ${isYes}`,
    marketId: title,
    isYes,
    payoutUsd: microUsd(20_000_000n),
    marketMetadata: { title },
    eventMetadata: { title: 'Bitcoin up or down' },
  } as unknown as Position,
});

function view(changes: Change[], failed = 0) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return (
    <RouterContextProvider router={router}>
      <WhatsNewView
        whatsNew={{ changes, known: 1, of: 1, failed, retry: vi.fn() }}
        at={1}
        now={2}
        onDismiss={vi.fn()}
      />
    </RouterContextProvider>
  );
}
const show = (...changes: Change[]) => render(view(changes));

it('calls what is held by the name of its side', () => {
  show(payout('Down', true), payout('Down', false), payout('France', true));
  expect(screen.getAllByText(/you hold it/).map(({ textContent }) => textContent)).toEqual([
    'Down · you hold it',
    'Down · No · you hold it',
    'France · Yes · you hold it',
  ]);
});

it('tells an end by its side, in the colour of what it means', () => {
  show(
    { kind: 'ended', market: market('Down'), verdict: 'won', tone: 'yes' },
    { kind: 'ended', market: market('France'), verdict: 'lost', tone: 'yes' },
    { kind: 'ended', market: market('Senegal'), verdict: 'won', tone: 'neutral' },
  );
  expect(screen.getByText('Down won')).toHaveClass('text-yes');
  expect(screen.getByText('No won')).toHaveClass('text-yes');
  expect(screen.getByText('Yes won')).toHaveClass('text-muted');
});

it('fills the blank of a question that asks with one', () => {
  show(
    {
      kind: 'ended',
      market: { ...market('$86,000'), eventTitle: 'Bitcoin above ___ on Nov 24?' },
      verdict: 'won',
      tone: 'yes',
    },
    { kind: 'ended', market: market('France'), verdict: 'lost', tone: 'yes' },
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Bitcoin above $86,000 on Nov 24?',
    'Bitcoin up or down',
  ]);
});

it('says of nothing that moved only what could be loaded', () => {
  const shown = (failed: number) => (
    <WhatsNewView
      whatsNew={{ changes: [], known: 3, of: 3, failed, retry: vi.fn() }}
      at={1}
      now={2}
      onDismiss={vi.fn()}
    />
  );
  const { rerender } = render(shown(3));
  expect(screen.queryByText(/moved by 2¢/)).toBeNull();
  expect(screen.getByText(/^Couldn’t load 3 events/)).toBeInTheDocument();
  rerender(shown(1));
  expect(screen.getByText(/moved by 2¢/)).toHaveTextContent(
    'None of the events that could be loaded moved by 2¢ or ended.',
  );
});

it('leaves who asked again for what was missing at what has come', () => {
  const { rerender } = render(view([], 1));
  screen.getByRole('button', { name: 'Retry' }).focus();
  rerender(view([payout('Down', true)]));
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.getByRole('region', { name: 'Since you left' })).toHaveFocus();
});
