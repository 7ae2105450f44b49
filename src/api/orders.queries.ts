import type { Pubkey } from '@contract/ids.ts';
import { MAX_PAGE } from '@contract/page.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Answer } from '@contract/routes.ts';
import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { call } from './client.ts';
import { OPEN_ORDERS_POLL_MS, ORDERS_POLL_MS, pollAfter } from './poll.ts';
import { type ReadOptions, read, readPages } from './read.ts';

export const orderKeys = {
  all: ['orders'] as const,
  of: (owner?: Pubkey) => [...orderKeys.all, 'of', owner] as const,
  recent: (owner?: Pubkey) => [...orderKeys.of(owner), 'recent'] as const,
  list: (owner?: Pubkey) => [...orderKeys.of(owner), 'list'] as const,
};

/** Whether the keeper has not finished with the order yet. */
export const isOpenOrder = (order: Pick<Order, 'status'>): boolean =>
  order.status === 'created' || order.status === 'pending' || order.status === 'partiallyfilled';

/** An owner always goes with the request: without one the service lists everybody's orders. */
async function fetchOrders(owner: Pubkey, start: number, end: number, options: ReadOptions) {
  const query = { ownerPubkey: owner, start: String(start), end: String(end) };
  return call('listOrders', { query }, options);
}

/**
 * The newest 100 orders of an owner. Polled fast while one of them is open, then also in a hidden tab: the fill of
 * an order is the one thing worth knowing there.
 */
export const ordersQuery = (owner?: Pubkey) =>
  queryOptions({
    queryKey: orderKeys.recent(owner),
    queryFn: owner
      ? read<Order[]>(async (options) => (await fetchOrders(owner, 0, MAX_PAGE, options)).data)
      : skipToken,
    refetchInterval: ({ state }) => {
      if (state.data?.some(isOpenOrder)) return pollAfter(OPEN_ORDERS_POLL_MS, state);
      return typeof document !== 'undefined' && document.hidden ? false : pollAfter(ORDERS_POLL_MS, state);
    },
    refetchIntervalInBackground: true,
  });
export const useOrders = (owner?: Pubkey) => useQuery(ordersQuery(owner));

/** All orders of an owner, newest first, page after page, not polled. */
export const ordersListQuery = (owner?: Pubkey) =>
  infiniteQueryOptions({
    queryKey: orderKeys.list(owner),
    queryFn: owner
      ? readPages<Answer<'listOrders'>>((start, options) =>
          fetchOrders(owner, start, start + MAX_PAGE, options),
        )
      : skipToken,
    initialPageParam: 0,
    getNextPageParam: ({ pagination }, _pages, start) =>
      pagination.hasNext && pagination.end > start ? pagination.end : undefined,
  });
export const useOrdersList = (owner?: Pubkey) => useInfiniteQuery(ordersListQuery(owner));

/** @throws AppError `not-found` */
export const fetchOrder = (order: Pubkey, signal?: AbortSignal) =>
  call('getOrder', { params: { orderPubkey: order } }, { signal });

/**
 * Status of an order with its history.
 * @throws AppError `not-found`, also for the first seconds after a submission.
 */
export const fetchOrderStatus = (order: Pubkey, signal?: AbortSignal) =>
  call('orderStatus', { params: { orderPubkey: order } }, { signal });
