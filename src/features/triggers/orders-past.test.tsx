// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { triggerToken } from '@/api/trigger-token.ts';
import { openDesk, queries, WALLET, within } from '@/orders/testing.tsx';
import { gate } from '@/orders/testing-service.ts';
import { orderWire, tokenOf } from './orders.fixtures.ts';
import { PastOrders } from './orders-past.tsx';

vi.mock('@/api/rpc.ts', async () => (await import('@/orders/testing.tsx')).rpcDouble);

beforeEach(openDesk);
afterEach(() => triggerToken.drop());

it('offers what an order on the page has left, where there are too many to look through', async () => {
  triggerToken.hold({ owner: WALLET, token: 't', expiresAt: Number.MAX_SAFE_INTEGER });
  vi.stubGlobal('fetch', async (path: string) => {
    const { searchParams } = new URL(path, 'http://desk.test');
    const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))];
    const isPage = limit === 20;
    const order = { ...orderWire, id: `${limit}-${offset}`, orderState: isPage ? 'expired' : 'filled' };
    return new Response(JSON.stringify({ orders: [order], pagination: { total: 5_000, limit: 1, offset } }));
  });
  render(<PastOrders owner={WALLET} tokenOf={tokenOf} />, { wrapper: within(queries()) });
  expect(await screen.findByText(/too many past orders/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Recover 2 SOL/ })).toBeInTheDocument();
  expect(screen.getByText('1–1 of 5,000')).toBeInTheDocument();
});

it('numbers the orders on show, also while the next page is on its way', async () => {
  triggerToken.hold({ owner: WALLET, token: 't', expiresAt: Number.MAX_SAFE_INTEGER });
  const next = gate();
  vi.stubGlobal('fetch', async (path: string) => {
    const offset = Number(new URL(path, 'http://desk.test').searchParams.get('offset'));
    if (offset > 0) await next.passed;
    const orders = Array.from({ length: 20 }, (_, n) => ({
      ...orderWire,
      id: `${offset + n}`,
      orderState: 'filled',
    }));
    return new Response(JSON.stringify({ orders, pagination: { total: 40, limit: 20, offset } }));
  });
  render(<PastOrders owner={WALLET} tokenOf={tokenOf} />, { wrapper: within(queries()) });
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(screen.getByText('1–20 of 40')).toBeInTheDocument();
  next.open();
  expect(await screen.findByText('21–40 of 40')).toBeInTheDocument();
});
