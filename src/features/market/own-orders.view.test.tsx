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
} as Order;
const name = 'Cancel: Buy Yes 40.00 ≤ 62.0¢';

describe('own orders below the ladder', () => {
  it('cancels the one that is pressed', async () => {
    const cancel = vi.fn();
    render(<OwnOrders orders={[order]} cancels={{ blocked: null, busy: new Set(), cancel }} />);
    await userEvent.click(screen.getByRole('button', { name }));
    expect(cancel).toHaveBeenCalledExactlyOnceWith(order);
  });

  it('takes no second press while one is under way, and says why nothing can be signed', () => {
    const { rerender } = render(
      <OwnOrders
        orders={[order]}
        cancels={{ blocked: null, busy: new Set([order.pubkey]), cancel: vi.fn() }}
      />,
    );
    expect(screen.getByRole('button', { name })).toBeDisabled();
    rerender(
      <OwnOrders
        orders={[order]}
        cancels={{ blocked: 'This wallet cannot sign', busy: new Set(), cancel: vi.fn() }}
      />,
    );
    expect(screen.getByRole('button', { name: 'This wallet cannot sign' })).toBeDisabled();
  });
});
