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

/** What is polled of the orders of an owner. */
export interface OrdersSeen {
  /** The newest page, and of older orders those that are open. */
  orders: Order[];
  /** Older ones were left unread: nobody knows whether one of them is open. */
  hasUnread: boolean;
}

/** Enough for nearly any wallet, and an end to a listing that never says it has ended. */
const MAX_PAGES = 20;

/** `before`: what the last read saw. What had ended then stays so: it ends at the oldest order that was open. */
async function fetchSeen(owner: Pubkey, before: OrdersSeen | undefined, options: ReadOptions) {
  const last = before?.orders.findLast(isOpenOrder) ?? before?.orders[0];
  const seen = new Map<Pubkey, Order>();
  const result = (hasUnread: boolean): OrdersSeen => ({ orders: [...seen.values()], hasUnread });
  let start = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data, pagination } = await fetchOrders(owner, start, start + MAX_PAGE, options);
    for (const order of data) {
      // One that moved from one page to the next between two requests is as it was told last.
      if (page === 0 || isOpenOrder(order) || seen.has(order.pubkey)) seen.set(order.pubkey, order);
    }
    if (!pagination.hasNext || pagination.end <= start) return result(false);
    if (before && data.some(({ pubkey }) => pubkey === last?.pubkey)) return result(before.hasUnread);
    start = pagination.end;
  }
  return result(true);
}

/**
 * The newest orders of an owner, and all that are open. Polled fast while one of them is open, then also in a hidden tab:
 * the fill of an order is the one thing worth knowing there.
 */
export const ordersQuery = (owner?: Pubkey) =>
  queryOptions({
    queryKey: orderKeys.recent(owner),
    queryFn: owner
      ? (context) =>
          read((options) => fetchSeen(owner, context.client.getQueryData(context.queryKey), options))(context)
      : skipToken,
    refetchInterval: ({ state }) => {
      if (state.data?.orders.some(isOpenOrder)) return pollAfter(OPEN_ORDERS_POLL_MS, state);
      return typeof document !== 'undefined' && document.hidden ? false : pollAfter(ORDERS_POLL_MS, state);
    },
    refetchIntervalInBackground: true,
  });
const ordersOf = ({ orders }: OrdersSeen): Order[] => orders;
export const useOrders = (owner?: Pubkey) => useQuery({ ...ordersQuery(owner), select: ordersOf });

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
