// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import type { Side } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { Order } from '@contract/prediction/order.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { setConfig } from '@/config.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { LadderPanel } from './ladder-panel.tsx';

const book = vi.hoisted(() => ({
  data: undefined as unknown,
  error: null as unknown,
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: vi.fn(),
}));
vi.mock('sonner', () => ({ toast: vi.fn() }));
vi.mock('@/api/orderbook.queries.ts', () => ({ useBook: () => book, bookIdOf: () => 'm' }));

afterEach(() => {
  Object.assign(book, { data: undefined, error: null, errorUpdateCount: 0, isFetching: false });
});

it('cancels what rests on a level by a key, or says why it cannot be cancelled now', () => {
  setConfig({ providers: [] } as unknown as AppConfig);
  const level = { price: microUsd(620_000n), size: microContracts(5_000_000n) };
  Object.assign(book, {
    data: { yes: [], no: [], yes_dollars: [level], no_dollars: [] },
    dataUpdatedAt: Date.now(),
  });
  const [market] = eventOf([{ marketId: 'm' }]).markets;
  const order = {
    pubkey: 'order',
    marketId: market?.marketId,
    status: 'pending',
    isYes: true,
    isBuy: true,
    maxBuyPriceUsd: microUsd(620_000n),
    minSellPriceUsd: null,
    contractsMicro: microContracts(5_000_000n),
    marketMetadata: { title: 'France' },
  } as unknown as Order;
  const cancel = vi.fn();
  const panel = (blocked: string | null) => (
    <LadderPanel
      market={market as Market}
      side="yes"
      oneSided={false}
      orders={[order]}
      onPick={() => 'yes'}
      cancels={{ blocked, busy: new Set(), waiting: new Map(), cancel }}
    />
  );
  const press = () =>
    fireEvent.keyDown(screen.getByRole('option', { name: /your order is here/ }), { key: 'Delete' });
  const { rerender } = render(panel('Not enough SOL for the fee'));
  press();
  expect(cancel).not.toHaveBeenCalled();
  expect(toast).toHaveBeenCalledExactlyOnceWith('Not enough SOL for the fee', expect.anything());
  rerender(panel(null));
  press();
  expect(cancel).toHaveBeenCalledExactlyOnceWith(order);
  expect(toast).toHaveBeenCalledOnce();
});

it('keeps the failure of a book that never came, with its button, while it is asked for again', () => {
  setConfig({ providers: [] } as unknown as AppConfig);
  const panel = () => (
    <LadderPanel
      market={eventOf([{ marketId: 'm' }]).markets[0] as Market}
      side="yes"
      oneSided={false}
      orders={[]}
      onPick={() => 'yes'}
      cancels={{ blocked: null, busy: new Set(), waiting: new Map(), cancel: vi.fn() }}
    />
  );
  book.error = new AppError('server', 'Bad gateway.');
  const { rerender } = render(panel());
  const retry = screen.getByRole('button', { name: 'Retry' });
  book.isFetching = true;
  rerender(panel());
  expect(screen.getByRole('button', { name: 'Retry' })).toBe(retry);
  expect(retry).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByRole('alert')).toHaveTextContent('Bad gateway.');
});

it('stays on its side under the pointer when a level is picked, and follows the next turn of the page', () => {
  setConfig({ providers: [] } as unknown as AppConfig);
  const level = (price: bigint) => ({ price: microUsd(price), size: microContracts(5_000_000n) });
  Object.assign(book, {
    data: { yes: [], no: [], yes_dollars: [level(620_000n)], no_dollars: [level(300_000n)] },
    dataUpdatedAt: Date.now(),
  });
  const panel = (side: Side, leadsTo: Side = side) => (
    <LadderPanel
      market={eventOf([{ marketId: 'm' }]).markets[0] as Market}
      side={side}
      oneSided={false}
      orders={[]}
      onPick={() => leadsTo}
      cancels={{ blocked: null, busy: new Set(), waiting: new Map(), cancel: vi.fn() }}
    />
  );
  const pick = (name: RegExp) => fireEvent.click(screen.getByRole('option', { name }));
  const shows = (side: 'Yes' | 'No') => expect(screen.getByRole('radio', { name: side })).toBeChecked();
  // An ask leads to the side of the ladder.
  const { rerender } = render(panel('yes'));
  pick(/^70/);
  rerender(panel('no'));
  shows('No');
  // A bid leads to the other side.
  rerender(panel('no', 'yes'));
  pick(/^30/);
  rerender(panel('yes'));
  shows('No');
  rerender(panel('no'));
  rerender(panel('yes'));
  shows('Yes');
  // So does a switch of its own, until the page turns.
  fireEvent.click(screen.getByRole('radio', { name: 'No' }));
  shows('No');
  rerender(panel('no'));
  rerender(panel('yes'));
  shows('Yes');
});
