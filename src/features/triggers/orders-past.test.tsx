// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadCache } from '@/api/read.ts';
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

/** 45 past orders, of which those that begin at some offset cannot be read. */
function serveOrders(fails: { at: number | null; times: number }) {
  triggerToken.hold({ owner: WALLET, token: 't', expiresAt: Number.MAX_SAFE_INTEGER });
  vi.stubGlobal('fetch', async (path: string) => {
    const { searchParams } = new URL(path, 'http://desk.test');
    const offset = Number(searchParams.get('offset'));
    const isPage = searchParams.get('limit') === '20';
    if (isPage && offset === fails.at) {
      fails.times++;
      return new Response('{"error":"down"}', { status: 503 });
    }
    const orders = Array.from({ length: Math.min(20, 45 - offset) }, (_, nth) => ({
      ...orderWire,
      id: `${offset + nth}`,
      orderState: 'filled',
    }));
    return new Response(JSON.stringify({ orders, pagination: { total: 45, limit: 20, offset } }));
  });
  // As the desk has it: what has never come keeps its failure while it is asked for again.
  const client = new QueryClient({
    queryCache: createReadCache(),
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  render(<PastOrders owner={WALLET} tokenOf={tokenOf} />, { wrapper: within(client) });
}
const turner = (name: 'Next page' | 'Previous page') => screen.getByRole('button', { name });

it('keeps the focus at the pages while they are turned, also where there is no further one', async () => {
  serveOrders({ at: null, times: 0 });
  await screen.findByText('1–20 of 45');
  turner('Next page').focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('21–40 of 45');
  expect(turner('Next page')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('41–45 of 45')).toHaveFocus();
  expect(turner('Next page')).toBeDisabled();
  await userEvent.tab({ shift: true });
  expect(turner('Previous page')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('21–40 of 45');
  expect(turner('Previous page')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('1–20 of 45')).toHaveFocus();
  expect(turner('Previous page')).toBeDisabled();
});

it('asks for a page again that has failed, from which there is a way back', async () => {
  const fails = { at: 20 as number | null, times: 0 };
  serveOrders(fails);
  await screen.findByText('1–20 of 45');
  turner('Next page').focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText('Couldn’t load your past orders');
  expect(screen.getByText('45 in all')).toBeInTheDocument();
  expect(turner('Next page'), 'the pages stay').toHaveFocus();
  await userEvent.click(turner('Previous page'));
  await screen.findByText('1–20 of 45');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(turner('Next page'));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  await userEvent.click(retry);
  await vi.waitFor(() => {
    expect(fails.times).toBe(3);
    expect(retry).not.toHaveAttribute('aria-busy');
  });
  expect(retry).toHaveFocus();
  fails.at = null;
  await userEvent.keyboard('{Enter}');
  await screen.findByText('21–40 of 45');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('region', { name: 'Past orders' })).toHaveFocus();
});

it('tells no number of one token’s orders while only that of all is known', async () => {
  serveOrders({ at: null, times: 0 });
  expect(await screen.findByText('1–20 of 45')).toBeInTheDocument();
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('mint=') ? new Response('{"error":"down"}', { status: 503 }) : answered(path),
  );
  const token = screen.getByRole('combobox', { name: 'Token' });
  await userEvent.selectOptions(token, 'SOL');
  await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByText(/45/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  await userEvent.selectOptions(token, 'All tokens');
  expect(await screen.findByText('1–20 of 45')).toBeInTheDocument();
});

it('goes on at the choice of a token once that of one with no orders is given up', async () => {
  serveOrders({ at: null, times: 0 });
  await screen.findByText('1–20 of 45');
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('mint=')
      ? new Response(JSON.stringify({ orders: [], pagination: { total: 0, limit: 20, offset: 0 } }))
      : answered(path),
  );
  const token = screen.getByRole('combobox', { name: 'Token' });
  await userEvent.selectOptions(token, 'SOL');
  (await screen.findByRole('button', { name: 'All tokens' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('1–20 of 45')).toBeInTheDocument();
  expect(token).toHaveFocus();
});
