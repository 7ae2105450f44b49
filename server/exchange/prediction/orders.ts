import { pageRange, paginationOf } from '@contract/page.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { invalidParam, notFound } from '../../common/errors.ts';
import { ownerOf } from '../core/actor.ts';
import type { ReadContext } from '../core/context.ts';
import { venueOrderId } from '../core/history-events.ts';
import type { MarketDirectory } from '../core/markets.ts';
import type { HistoryRow, OrderRow } from '../writer/commit.store.ts';
import { orderWire } from './order-wire.ts';

/**
 * How many of the newest rows a list has that is of no one owner. Whoever asks for everybody's asks for what is new;
 * going through all there ever was would keep everybody waiting.
 */
export const LISTED_OF_EVERYBODY = 10_000;

/** How many rows the list of an owner has at most: all there are; undefined is everybody. */
export const mostOf = (owner: string | undefined): number =>
  owner === undefined ? LISTED_OF_EVERYBODY : Number.MAX_SAFE_INTEGER;

/** @throws ServiceError `invalid` when `end` is before `start`. */
export function rangeOf(query: { start?: number | undefined; end?: number | undefined }) {
  const range = pageRange(query);
  if (!range) throw invalidParam('end', 'end must not be before start');
  return range;
}

/** Orders of one owner, or the newest of everybody, newest first. */
export const listOrders =
  ({ store, clock }: ReadContext, markets: MarketDirectory) =>
  async ({ query }: Pick<RouteInput<'listOrders'>, 'query'>): Promise<AnswerWire<'listOrders'>> => {
    const range = rangeOf(query);
    const owner = ownerOf(query);
    const { rows, total } = await store.orders.page(owner, range, mostOf(owner));
    const now = clock.now();
    markets.require(
      rows.map(({ marketId }) => marketId),
      now,
    );
    return {
      data: rows.map((row) => orderWire(row, markets, now)),
      pagination: paginationOf(range, total),
    };
  };

async function requireOrder({ store }: ReadContext, pubkey: string): Promise<OrderRow> {
  const order = await store.orders.one(pubkey);
  if (!order) throw notFound(`there is no order ${pubkey}`, 'orderPubkey');
  return order;
}

export const getOrder =
  (context: ReadContext, markets: MarketDirectory) =>
  async ({ params }: Pick<RouteInput<'getOrder'>, 'params'>): Promise<AnswerWire<'getOrder'>> =>
    orderWire(await requireOrder(context, params.orderPubkey), markets, context.clock.now());

/** Status of the order as one record left it. */
function statusAfter(event: HistoryRow, order: OrderRow): OrderRow['status'] {
  switch (event.eventType) {
    case 'order_created':
      return 'pending';
    case 'order_failed':
      return 'failed';
    case 'order_closed':
      return order.status;
    default:
      return 'filled';
  }
}

export const orderStatus =
  (context: ReadContext) =>
  async ({ params }: Pick<RouteInput<'orderStatus'>, 'params'>): Promise<AnswerWire<'orderStatus'>> => {
    const order = await requireOrder(context, params.orderPubkey);
    const events = await context.store.orders.eventsOf(order.pubkey);
    const names = { externalOrderId: order.externalOrderId, orderId: venueOrderId(order.seq) };
    const last = events.at(-1);
    return {
      orderPubkey: order.pubkey,
      status: order.status,
      latestEventType: last?.eventType ?? null,
      latestSignature: last?.signature ?? null,
      ...names,
      history: events.map((event) => ({
        eventType: event.eventType,
        status: statusAfter(event, order),
        rawStatus: event.eventType,
        timestamp: event.timestamp,
        signature: event.signature,
        ...names,
      })),
    };
  };
