// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import { render, screen } from '@testing-library/react';
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

  it('takes no second press while one is under way, and says why nothing can be signed', () => {
    const { rerender } = render(
      <OwnOrders
        orders={[order]}
        cancels={{ blocked: null, busy: new Set([order.pubkey]), waiting: nothing, cancel: vi.fn() }}
      />,
    );
    expect(screen.getByRole('button', { name })).toBeDisabled();
    rerender(
      <OwnOrders
        orders={[order]}
        cancels={{ blocked: 'This wallet cannot sign', busy: new Set(), waiting: nothing, cancel: vi.fn() }}
      />,
    );
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
