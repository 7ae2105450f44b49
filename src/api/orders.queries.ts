import type { Pubkey } from '@contract/ids.ts';
import { MAX_PAGE } from '@contract/page.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Answer } from '@contract/routes.ts';
import {
  infiniteQueryOptions,
  type QueryState,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { AnswerFacts } from '@/state/backend-status.ts';
import { AppError, type AppErrorKind } from './app-error.ts';
import { call } from './client.ts';
import { OPEN_ORDERS_POLL_MS, ORDERS_POLL_MS, pollAfter } from './poll.ts';
import { isOutdated, type ReadOptions, read, readPages } from './read.ts';
import type { CallOptions } from './transport.ts';

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
async function fetchOrders(owner: Pubkey, start: number, end: number, options: CallOptions) {
  const query = { ownerPubkey: owner, start: String(start), end: String(end) };
  return call('listOrders', { query }, options);
}

/** What is polled of the orders of an owner. */
export interface OrdersSeen {
  /** The newest page, and of older orders those that are open. */
  orders: Order[];
  /** Older ones were not read: nobody knows whether one of them is open. */
  hasUnread: boolean;
  /** Where the older page begins that is read next; null while none has to be. */
  next: number | null;
  /** That page could not be read, or those be asked for that are `unmet` after the last one. */
  hasFailed: boolean;
  /**
   * Older ones that are open, and that no page has had since the reading began. Once it is over, those of them that were
   * not asked for either: the next ones to be.
   */
  unmet: readonly Pubkey[];
}

/** Orders that are read, which is enough for nearly any wallet: a listing may never say that it has ended. */
const MAX_READ = 20 * MAX_PAGE;
/** Orders that one poll asks for by their own key. */
const MAX_ALONE = 16;

/**
 * The newest page, and one older page with it: the newest orders need not wait for all of them, and no poll asks much.
 * What has ended stays so: once all have been read, older pages are read again as far as one of theirs is open. `isChanged`:
 * something was done here that may have ended any of these, so all are looked at again.
 */
async function fetchSeen(
  owner: Pubkey,
  shown: QueryState<OrdersSeen, AppError> | undefined,
  options: ReadOptions,
) {
  const before = shown?.data;
  const isChanged = shown?.isInvalidated === true;
  const newest = await fetchOrders(owner, 0, MAX_PAGE, options);
  const { hasNext, end } = newest.pagination;
  const isNew = new Set(newest.data.map(({ pubkey }) => pubkey));
  const seen = (
    {
      hasUnread,
      next,
      unmet = [],
      hasFailed = false,
    }: Pick<OrdersSeen, 'hasUnread' | 'next'> & Partial<OrdersSeen>,
    older: readonly Order[] = [],
  ): OrdersSeen => ({
    ...{ hasUnread, next, hasFailed, unmet },
    orders: [...newest.data, ...older.toSorted((a, b) => b.createdAt - a.createdAt)],
  });
  if (!hasNext || end <= 0) return seen({ hasUnread: false, next: null });
  const known = before?.orders ?? [];
  const older = new Map(
    known.filter((one) => isOpenOrder(one) && !isNew.has(one.pubkey)).map((one) => [one.pubkey, one]),
  );
  // A whole page may have come meanwhile, as to a tab that was hidden: what lies between was never read.
  const joins = isNew.size === 0 || known.some(({ pubkey }) => isNew.has(pubkey));
  if (!before || !joins)
    return seen({ hasUnread: true, next: end, unmet: [...older.keys()] }, [...older.values()]);
  const start = before.next ?? (older.size > 0 ? end : null);
  const isAllAnew = isChanged && older.size > 0;
  const begins = isAllAnew || before.next === null ? older.keys() : [];
  const unmet = new Set([...before.unmet.filter((key) => older.has(key)), ...begins]);
  // Not watched: it is another one each time, and being told of it at once would lead on to the next without a pause.
  const readOlder = async (from: number) => {
    const heard: AnswerFacts[] = [];
    const asked: CallOptions = { signal: options.signal, heard };
    const { data, pagination } = await fetchOrders(owner, from, from + MAX_PAGE, asked);
    // What is read with it is as old as it is: with a copy that lags behind what is shown, no newer order would be taken.
    if (shown && heard.some(({ asOf }) => isOutdated(asOf, shown)))
      throw new AppError('server', 'The service told of older orders what was true before.');
    options.heard.push(...heard);
    for (const order of data) {
      unmet.delete(order.pubkey);
      if (!isOpenOrder(order)) older.delete(order.pubkey);
      else if (!isNew.has(order.pubkey)) older.set(order.pubkey, order);
    }
    return { data, pagination, isLast: !pagination.hasNext || pagination.end <= from };
  };
  // A service may drop an order and tell no end of it: it is asked for by its own key, a few of them a reading, in turns.
  const askForUnmet = async () => {
    for (const key of [...unmet].slice(0, MAX_ALONE)) {
      unmet.delete(key);
      const last = older.get(key);
      try {
        const order = last && (await fetchOrder(key, options.signal).catch(unlessGone(last)));
        if (order && isOpenOrder(order)) older.set(key, order);
        else older.delete(key);
      } catch (error) {
        // One that is never answered keeps those behind it waiting once, not for good.
        unmet.add(key);
        throw error;
      }
    }
  };
  try {
    if (isAllAnew) {
      for (let from = end; unmet.size > 0 && from < MAX_READ; ) {
        const { pagination, isLast } = await readOlder(from);
        if (isLast) break;
        from = pagination.end;
      }
      await askForUnmet();
      return seen({ ...before, hasFailed: false, unmet: [...unmet] }, [...older.values()]);
    }
    if (start === null) return seen({ ...before, hasFailed: false });
    const oldest = [...older.keys()].at(-1);
    const { data, pagination, isLast } = await readOlder(start);
    const isRead = isLast || (!before.hasUnread && data.some(({ pubkey }) => pubkey === oldest));
    const isOver = isRead || pagination.end >= MAX_READ;
    if (isOver) await askForUnmet();
    const next = isOver ? null : pagination.end;
    return seen({ hasUnread: before.hasUnread && !isRead, next, unmet: [...unmet] }, [...older.values()]);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    // The newest are told all the same: an older page that cannot be read is asked for with them the next time.
    const next = isAllAnew ? end : start;
    return seen({ hasUnread: before.hasUnread, next, hasFailed: true, unmet: [...unmet] }, [
      ...older.values(),
    ]);
  }
}

/** What a service says of one order, and not of whatever it is asked. */
const OF_ONE: readonly AppErrorKind[] = ['refused', 'server', 'malformed'];

/**
 * Null of an order that the service does not know; of one that it cannot tell, as it was told last.
 * @throws AppError where nothing else can be asked for either: under a limit, and while nobody answers.
 */
const unlessGone =
  (known: Order) =>
  (error: unknown): Order | null => {
    if (!(error instanceof AppError)) throw error;
    if (error.kind === 'not-found') return null;
    if (OF_ONE.includes(error.kind)) return known;
    throw error;
  };

/**
 * The newest orders of an owner, and all that are open. Polled fast while one of them is open, then also in a hidden tab:
 * the fill of an order is the one thing worth knowing there.
 */
export const ordersQuery = (owner?: Pubkey) =>
  queryOptions({
    queryKey: orderKeys.recent(owner),
    queryFn: owner
      ? (context) =>
          read((options) =>
            fetchSeen(owner, context.client.getQueryState<OrdersSeen>(context.queryKey), options),
          )(context)
      : skipToken,
    refetchInterval: ({ state }) => {
      if (state.data?.orders.some(isOpenOrder)) return pollAfter(OPEN_ORDERS_POLL_MS, state);
      if (typeof document !== 'undefined' && document.hidden) return false;
      // What cannot be read is tried again at the plain pace.
      const isReading = state.data !== undefined && state.data.next !== null && !state.data.hasFailed;
      return pollAfter(isReading ? OPEN_ORDERS_POLL_MS : ORDERS_POLL_MS, state);
    },
    refetchIntervalInBackground: true,
  });
const ordersOf = ({ orders }: OrdersSeen): Order[] => orders;
export const useOrders = (owner?: Pubkey) => useQuery({ ...ordersQuery(owner), select: ordersOf });

/** All orders of an owner, newest first, page after page; not polled, but for what could not be read again. */
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
    // A further page that has failed is its reader's to ask for again.
    refetchInterval: ({ state }) =>
      state.status === 'error' && !state.fetchMeta?.fetchMore && pollAfter(ORDERS_POLL_MS, state),
  });
export const useOrdersList = (owner?: Pubkey) => useInfiniteQuery(ordersListQuery(owner));

/** What is answered of another order, as to another request, says nothing of the one that was asked for. */
function mustBe(asked: Pubkey, told: Pubkey): void {
  if (told !== asked) throw new AppError('malformed', 'The service answered about another order.');
}

/** @throws AppError `not-found` */
export async function fetchOrder(order: Pubkey, signal?: AbortSignal): Promise<Answer<'getOrder'>> {
  const answer = await call('getOrder', { params: { orderPubkey: order } }, { signal });
  mustBe(order, answer.pubkey);
  return answer;
}

/**
 * Status of an order with its history.
 * @throws AppError `not-found`, also for the first seconds after a submission.
 */
export async function fetchOrderStatus(order: Pubkey): Promise<Answer<'orderStatus'>> {
  const answer = await call('orderStatus', { params: { orderPubkey: order } });
  mustBe(order, answer.orderPubkey);
  return answer;
}
