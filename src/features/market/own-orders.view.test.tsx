// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { OwnOrders } from './own-orders.view.tsx';

const order = {
  pubkey: 'order' as Pubkey,
  isBuy: true,
  isYes: true,
  contractsMicro: microContracts(40_000_000n),
  sizeUsd: microUsd(25_000_000n),
  maxBuyPriceUsd: microUsd(620_000n),
  minSellPriceUsd: null,
  marketMetadata: { title: 'France' },
} as Order;
const nothing = new Map();
const name = 'Cancel: Buy Yes 40.00 ≤ 62.0¢';

describe('own orders below the ladder', () => {
  it('cancels the one that is pressed', async () => {
    const cancel = vi.fn();
    render(
      <OwnOrders orders={[order]} cancels={{ blocked: null, busy: new Set(), waiting: nothing, cancel }} />,
    );
    await userEvent.click(screen.getByRole('button', { name }));
    expect(cancel).toHaveBeenCalledExactlyOnceWith(order);
  });

  it('calls a side by its own name', () => {
    const down = { ...order, marketMetadata: { ...order.marketMetadata, title: 'Down' } };
    const cancels = { blocked: null, busy: new Set<Pubkey>(), waiting: nothing, cancel: vi.fn() };
    render(<OwnOrders orders={[down]} cancels={cancels} />);
    expect(screen.getByRole('button', { name: 'Cancel: Buy Down 40.00 ≤ 62.0¢' })).toBeInTheDocument();
  });

  it('takes no second press while one is under way, and keeps the focus of the first until it goes', async () => {
    const cancels = { blocked: null, busy: new Set<Pubkey>(), waiting: nothing, cancel: vi.fn() };
    const panel = (orders: Order[], busy: ReadonlySet<Pubkey> = new Set()) => (
      <section aria-label="Book" tabIndex={-1}>
        <OwnOrders orders={orders} cancels={{ ...cancels, busy }} />
      </section>
    );
    const { rerender } = render(panel([order]));
    const button = screen.getByRole('button', { name });
    await userEvent.click(button);
    rerender(panel([order], new Set([order.pubkey])));
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(cancels.cancel).toHaveBeenCalledOnce();
    rerender(panel([]));
    expect(screen.getByRole('region', { name: 'Book' })).toHaveFocus();
  });

  it('keeps its place under a pointer when another one ends, and shows none of another market', () => {
    const cancels = { blocked: null, busy: new Set<Pubkey>(), waiting: nothing, cancel: vi.fn() };
    const [other, third] = ['other', 'third'].map((key): Order => ({ ...order, pubkey: key as Pubkey }));
    if (!other || !third) throw new Error('orders');
    const panel = (orders: Order[]) => <OwnOrders orders={orders} cancels={cancels} />;
    const { rerender } = render(panel([order, other, third]));
    const rows = () => screen.getAllByRole('listitem');
    const before = rows();
    fireEvent.pointerMove(screen.getByRole('list'));
    rerender(panel([third, other]));
    expect(rows().map((row) => before.indexOf(row))).toEqual([0, 1, 2]);
    expect(rows().map((row) => row.querySelector('button') !== null)).toEqual([false, true, true]);
    expect(rows()[0]).toHaveTextContent('Ended');
    rerender(panel([{ ...order, marketId: 'next' as Order['marketId'] }]));
    expect(rows()).toHaveLength(1);
    expect(screen.queryByText('Ended')).toBeNull();
  });

  it('says why nothing can be signed', () => {
    const cancels = { busy: new Set<Pubkey>(), waiting: nothing, cancel: vi.fn() };
    render(<OwnOrders orders={[order]} cancels={{ ...cancels, blocked: 'This wallet cannot sign' }} />);
    expect(screen.getByRole('button', { name: 'This wallet cannot sign' })).toBeDisabled();
  });

  it('counts down how long one that was refused could still land', () => {
    const waiting = new Map([
      [order.pubkey, { because: 'refused', until: performance.now() + 61_990 } as const],
    ]);
    const cancels = { blocked: null, busy: new Set([order.pubkey]), waiting, cancel: vi.fn() };
    const { rerender } = render(<OwnOrders orders={[order]} cancels={cancels} />);
    expect(screen.getByText(/^Cancelling/)).toHaveTextContent('Cancelling, 62 s');
    expect(screen.getByTitle(/^Refused, but may still go through/)).toBeInTheDocument();
    rerender(<OwnOrders orders={[order]} cancels={{ ...cancels, waiting: nothing }} />);
    expect(screen.getByText('Cancelling')).toHaveTextContent(/^Cancelling$/);
  });
});
