// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import type { Order } from '@contract/prediction/order.ts';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { OrdersPanel } from './orders-panel.tsx';
import { aFilledOrder, anOrder, draw, OWNER } from './testing.tsx';

const start = vi.fn();
vi.mock('./queue/queue-panel.tsx', () => ({
  usePortfolioQueue: () => ({ blocked: null, start }),
}));
const busy = new Set<Pubkey>();
const list = {
  data: undefined as { pages: { data: Order[]; pagination: object }[] } | undefined,
  refetch: vi.fn(),
  isFetching: false,
  isRefetchError: false,
};
vi.mock('./queue/row-actions.ts', () => ({
  useCancels: () => ({ blocked: null, busy, waiting: new Map(), cancel: vi.fn() }),
}));
vi.mock('@/api/orders.queries.ts', async (original) => ({
  ...(await original<object>()),
  useOrdersList: () => ({ ...list, hasNextPage: false }),
}));

const onPick = vi.fn();
beforeEach(() => {
  start.mockReset();
  onPick.mockReset();
  busy.clear();
  list.data = undefined;
  list.refetch.mockReset().mockImplementation(async () => ({ isRefetchError: list.isRefetchError }));
  list.isFetching = false;
  list.isRefetchError = false;
});

const key = (nth: number) => `order-${nth}` as Pubkey;
const open = (nth: number) => anOrder({ pubkey: key(nth) });
const filled = (nth: number) => aFilledOrder({ pubkey: key(nth) });
function Panel({ orders, picked }: { orders: Order[]; picked: readonly number[] }) {
  const query = {
    data: orders,
    error: null,
    isError: false,
    isPending: false,
    isFetching: false,
    dataUpdatedAt: Date.now(),
    errorUpdateCount: 0,
    refetch: vi.fn(),
  };
  return (
    <OrdersPanel
      query={query as unknown as Parameters<typeof OrdersPanel>[0]['query']}
      owner={OWNER}
      signer={null}
      search={{}}
      onSearch={vi.fn()}
      isPicked={(one) => picked.map(key).includes(one)}
      onPick={onPick}
      onReceipt={vi.fn()}
    />
  );
}
function show(orders: Order[], picked: readonly number[]) {
  cleanup();
  return draw(<Panel orders={orders} picked={picked} />);
}
const cancelled = () =>
  start.mock.calls.flatMap(([, items]) => items.map(({ key: one }: { key: string }) => one));

it('cancels all that are open, or those of them that are selected', async () => {
  await show([open(1), open(2), filled(3)], []);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all 2' }));
  expect(cancelled()).toEqual([key(1), key(2)]);
  start.mockReset();
  await show([open(1), open(2), filled(3)], [2, 3]);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel selected 1' }));
  expect(cancelled()).toEqual([key(2)]);
  expect(onPick).toHaveBeenLastCalledWith([key(2), key(3)], false);
});

it('cancels none that is being cancelled by itself', async () => {
  busy.add(key(1));
  await show([open(1), open(2), open(3)], []);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel all 2' }));
  expect(cancelled()).toEqual([key(2), key(3)]);
  await show([open(1), open(2), open(3)], [1]);
  expect(screen.queryByRole('button', { name: /^Cancel (all|selected)/ })).toBeNull();
});

it('cancels no other where all that were selected have filled meanwhile', async () => {
  await show([open(1), open(2), filled(3)], [3]);
  expect(screen.queryByRole('button', { name: /^Cancel (all|selected)/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(onPick).toHaveBeenCalledExactlyOnceWith([key(3)], false);
  expect(start).not.toHaveBeenCalled();
});

/** The panel of a poll that has told of these, and what tells of others. */
async function polled(first: Order[]) {
  let tell: (orders: Order[]) => void = () => undefined;
  function Polled() {
    const [orders, setOrders] = useState(first);
    tell = setOrders;
    return <Panel orders={orders} picked={[]} />;
  }
  cleanup();
  await draw(<Polled />);
  return (orders: Order[]) => act(() => tell(orders));
}

it('reads its pages again once one that was open there is not open any more', async () => {
  // The poll has not come to the third one yet.
  list.data = { pages: [{ data: [open(1), open(2), open(4), filled(3)], pagination: {} }] };
  const poll = await polled([open(1), open(2)]);
  poll([open(1), open(2)]);
  expect(list.refetch).not.toHaveBeenCalled();
  poll([open(1)]);
  expect(list.refetch).toHaveBeenCalledOnce();
  poll([open(1)]);
  expect(list.refetch).toHaveBeenCalledOnce();
});

it('reads them again also where that order ended while another page was on its way', async () => {
  list.data = { pages: [{ data: [open(1), open(2)], pagination: {} }] };
  const poll = await polled([open(1), open(2)]);
  list.isFetching = true;
  poll([open(1)]);
  poll([open(1)]);
  expect(list.refetch).not.toHaveBeenCalled();
  list.isFetching = false;
  poll([open(1)]);
  expect(list.refetch).toHaveBeenCalledOnce();
});

it('reads them again also where that has failed, and a further page has come since', async () => {
  list.data = { pages: [{ data: [open(1), open(2)], pagination: {} }] };
  const poll = await polled([open(1), open(2)]);
  list.refetch.mockImplementationOnce(async () => {
    list.isRefetchError = true;
    return { isRefetchError: true };
  });
  poll([open(1)]);
  await act(async () => undefined);
  poll([open(1)]);
  expect(list.refetch, 'it repeats by itself').toHaveBeenCalledOnce();
  list.isRefetchError = false;
  poll([open(1)]);
  expect(list.refetch).toHaveBeenCalledTimes(2);
  await act(async () => undefined);
  poll([open(1)]);
  expect(list.refetch).toHaveBeenCalledTimes(2);
});

it('reads them again once more have come than a poll tells of, so that none lies between', async () => {
  list.data = { pages: [{ data: [filled(3), open(2), filled(1)], pagination: {} }] };
  const poll = await polled([filled(3), open(2), filled(1)]);
  poll([filled(4), filled(3), open(2)]);
  expect(list.refetch).not.toHaveBeenCalled();
  // What is open is told however old it is.
  poll([filled(9), filled(8), open(2)]);
  expect(list.refetch).toHaveBeenCalledOnce();
  list.data = { pages: [{ data: [9, 8, 7, 6, 5, 4, 3].map(filled), pagination: {} }] };
  poll([filled(9), filled(8), open(2)]);
  poll([filled(10), filled(9), open(2)]);
  expect(list.refetch).toHaveBeenCalledOnce();
});

it('goes on at the orders once nothing is left to be done about many of them', async () => {
  function Picking() {
    const [picked, setPicked] = useState([2]);
    onPick.mockImplementation(() => setPicked([]));
    return (
      <main tabIndex={-1}>
        <Panel orders={[open(1), filled(2)]} picked={picked} />
      </main>
    );
  }
  await draw(<Picking />);
  screen.getByRole('button', { name: 'Clear selection' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull();
  expect(document.activeElement).toContainElement(screen.getByRole('table', { name: 'Orders' }));
  expect(document.body).not.toHaveFocus();
  expect(screen.getByRole('main'), 'it is the panel within the page').not.toHaveFocus();
});
