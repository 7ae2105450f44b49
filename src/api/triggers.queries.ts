import type { Pubkey } from '@contract/ids.ts';
import type { Answer, RouteCall } from '@contract/routes.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { AppError } from './app-error.ts';
import { call } from './client.ts';
import { pollEvery, TRIGGER_ORDERS_POLL_MS, VAULT_POLL_MS } from './poll.ts';
import { read } from './read.ts';
import type { CallOptions } from './transport.ts';
import { useTriggerToken } from './trigger-token.ts';

export type TriggerOrder = Answer<'listTriggerOrders'>['orders'][number];
export type TriggerHistory = Answer<'listTriggerOrders'>;
export type Vault = Answer<'getVault'>;
/** Which orders, in which order; newest change first when nothing is said. */
export type TriggerOrdersFilter = Omit<NonNullable<RouteCall<'listTriggerOrders'>['query']>, 'id'>;

export const triggerKeys = {
  all: ['triggers'] as const,
  of: (owner?: Pubkey) => [...triggerKeys.all, owner] as const,
  vault: (owner?: Pubkey) => [...triggerKeys.of(owner), 'vault'] as const,
  orders: (owner?: Pubkey) => [...triggerKeys.of(owner), 'orders'] as const,
  page: (owner: Pubkey | undefined, filter: TriggerOrdersFilter) =>
    [...triggerKeys.orders(owner), filter] as const,
};

/** Wallets that are known to have a vault. */
const withVault = new Set<Pubkey>();

/**
 * The vault of the signed-in wallet; null when none is registered. It comes with the first order: of a wallet without
 * any it is not asked for, for browsers show every answer that something is not there as an error of the page.
 */
export async function fetchVault(owner: Pubkey, options: CallOptions = {}): Promise<Vault | null> {
  if (!withVault.has(owner)) {
    const { orders } = await fetchTriggerOrders({ limit: '1' }, options);
    if (orders.length === 0) return null;
  }
  try {
    const vault = await call('getVault', {}, options);
    withVault.add(owner);
    return vault;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not-found') return null;
    throw error;
  }
}

/** `owner`: a wallet that has signed in (`useSignedIn`); nothing is asked without one. */
export const vaultQuery = (owner?: Pubkey) =>
  queryOptions({
    queryKey: triggerKeys.vault(owner),
    queryFn: owner ? read((options) => fetchVault(owner, options)) : skipToken,
    refetchInterval: pollEvery(VAULT_POLL_MS),
  });
export const useVault = (owner?: Pubkey) => useQuery(vaultQuery(owner));

/** Enough for nearly any wallet. */
const MAX_PAGES = 20;
/** The most that a page may hold. */
const MAX_LIMIT = 100;

/** The open orders. */
export const ACTIVE_ORDERS = { state: 'active', sort: 'created_at', dir: 'desc', limit: '100' } as const;

/** @throws AppError `refused` (403) for orders of another wallet, `unauthorised` */
const fetchTriggerOrders = (filter: TriggerOrdersFilter, options: CallOptions): Promise<TriggerHistory> =>
  call('listTriggerOrders', { query: filter }, options);

/** Page after page of what a filter names, as far as there may be any. */
async function fetchAllOrders(filter: TriggerOrdersFilter, options: CallOptions): Promise<TriggerHistory> {
  // One that moved from one page to the next between two requests is there once, as it was told last.
  const all = new Map<string, TriggerOrder>();
  let offset = 0;
  let total = 0;
  for (let page = 1; ; page++) {
    const from = offset === 0 ? filter : { ...filter, offset: String(offset) };
    const answer = await fetchTriggerOrders(from, options);
    for (const order of answer.orders) all.set(order.id, order);
    // As many as have ended since have let those behind them move up, to a page that was read before.
    const moved = Math.max(0, total - answer.pagination.total);
    total = answer.pagination.total;
    offset = moved > 0 ? Math.max(0, offset - moved) : offset + answer.orders.length;
    const isLast = (moved === 0 && answer.orders.length === 0) || offset >= total;
    if (isLast || page === MAX_PAGES) return { orders: [...all.values()], pagination: answer.pagination };
  }
}

/** Orders of a wallet that has signed in: the page at an offset, or all of them where the filter names none. */
export const triggerOrdersQuery = (owner: Pubkey | undefined, filter: TriggerOrdersFilter) => {
  const fetch = filter.offset === undefined ? fetchAllOrders : fetchTriggerOrders;
  return queryOptions({
    queryKey: triggerKeys.page(owner, filter),
    queryFn: owner ? read<TriggerHistory>((options) => fetch(filter, options)) : skipToken,
    // A renewal reads every page again: the more there are, the less often.
    refetchInterval: (query) => {
      const pages = Math.ceil((query.state.data?.orders.length ?? 0) / MAX_LIMIT);
      return pollEvery(TRIGGER_ORDERS_POLL_MS * Math.max(1, pages))(query);
    },
  });
};
/** The wallet that has signed in, or is asked to do so again. */
const useTokenOwner = () => useTriggerToken(({ held, lapsed }) => held?.owner ?? lapsed);
/**
 * The same; the page before stays while the next one comes, and while its wallet signs in again, but no longer than it is
 * that wallet's.
 */
export const useTriggerOrders = (owner: Pubkey | undefined, filter: TriggerOrdersFilter) => {
  const wallet = useTokenOwner();
  return useQuery({
    ...triggerOrdersQuery(owner, filter),
    placeholderData: (before, of) => (of?.queryKey[1] === wallet ? before : undefined),
  });
};

/** Orders that have ended: those that did so last, and of all others the ones that have left funds behind. */
export interface EndedOrders {
  orders: TriggerOrder[];
  /** How many pages had to be read for it. */
  pages: number;
  /** Older ones were left unread: nobody knows whether one of them has left something. */
  hasUnread: boolean;
}
type HasLeft = (order: TriggerOrder) => boolean;

const LAST_ENDED = { state: 'past', sort: 'updated_at', dir: 'desc', limit: '100' } as const;

/** `before`: what the last read found. What has changed since has come to the front: behind its last one nothing is new. */
async function fetchEnded(
  hasLeft: HasLeft,
  before: EndedOrders | undefined,
  options: CallOptions,
): Promise<EndedOrders> {
  const left = before?.orders.filter(hasLeft) ?? [];
  const bound = left.length > 0 ? left : (before?.orders.slice(0, 1) ?? []);
  // None before: all that there are now are new.
  const since = bound.length > 0 ? Math.min(...bound.map(changedAt)) : 0;
  const found = new Map<string, TriggerOrder>();
  const result = (pages: number, hasUnread: boolean) => ({ orders: [...found.values()], pages, hasUnread });
  let offset = 0;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { orders, pagination } = await fetchTriggerOrders(
      { ...LAST_ENDED, offset: String(offset) },
      options,
    );
    for (const order of orders) {
      // One that moved from one page to the next between two requests is as it was told last.
      if (page === 1 || hasLeft(order) || found.has(order.id)) found.set(order.id, order);
    }
    offset += orders.length;
    const last = orders.at(-1);
    if (!last || offset >= pagination.total) return result(page, false);
    if (before && last.updatedAt < since) return result(page, before.hasUnread);
  }
  return result(MAX_PAGES, true);
}
const changedAt = ({ updatedAt }: TriggerOrder): number => updatedAt;

/** `hasLeft`: whether funds of an order that has ended are still in the vault. */
export const endedOrdersQuery = (owner: Pubkey | undefined, hasLeft: HasLeft) => {
  const queryKey = [...triggerKeys.orders(owner), 'ended'] as const;
  return queryOptions({
    queryKey,
    queryFn: owner
      ? (context) =>
          read((options) => fetchEnded(hasLeft, context.client.getQueryData(queryKey), options))(context)
      : skipToken,
    refetchInterval: (query) => pollEvery(TRIGGER_ORDERS_POLL_MS * (query.state.data?.pages ?? 1))(query),
  });
};
export const useEndedOrders = (owner: Pubkey | undefined, hasLeft: HasLeft) => {
  const wallet = useTokenOwner();
  return useQuery({
    ...endedOrdersQuery(owner, hasLeft),
    placeholderData: (before, of) => (of?.queryKey[1] === wallet ? before : undefined),
  });
};

/** @throws AppError `not-found` */
export async function fetchTriggerOrder(id: string): Promise<TriggerOrder> {
  const { orders } = await call('listTriggerOrders', { query: { id } });
  const [order] = orders;
  if (!order) throw new AppError('not-found', 'Order not found.');
  if (order.id !== id) throw new AppError('malformed', 'The service answered about another order.');
  return order;
}

const NEWEST = { sort: 'created_at', dir: 'desc', limit: '100' } as const;

/**
 * Id of the order that a deposit was made for, by the signature of the deposit; null when none of the newest is, or it is
 * not confirmed.
 */
export async function findOrderOfDeposit(txSignature: string): Promise<string | null> {
  const { orders } = await fetchTriggerOrders(NEWEST, {});
  const found = orders.find(({ events }) =>
    events.some(
      ({ type, state, txSignature: of }) =>
        type === 'deposit' && of === txSignature && state !== 'pending' && state !== 'failed',
    ),
  );
  return found?.id ?? null;
}
