import { divCeil, maxBig, tokenAmount } from '@contract/money.ts';
import { type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import { BPS } from '@/domain/trigger-price.ts';
import type { Asset } from '@/orders/terms.ts';

export type OrderTerms = Pick<
  TriggerOrder,
  | 'orderType'
  | 'inputMint'
  | 'outputMint'
  | 'triggerMint'
  | 'triggerCondition'
  | 'triggerPriceUsd'
  | 'tpPriceUsd'
  | 'slPriceUsd'
  | 'trailingBps'
  | 'highWatermark'
  | 'lowWatermark'
>;

/** A price at which something happens to an order. */
export interface TriggerPoint {
  id: 'trigger' | 'tp' | 'sl';
  label: string;
  fires: 'above' | 'below';
  price: PicoUsd;
  /** Follows the best price seen, and so moves by itself. */
  trails: boolean;
  /** Of the pair that comes after an entry: not watched yet. */
  later: boolean;
}

/**
 * Where a trailing order fires now: so far from the best price it has seen, rounded towards that price as the exchange
 * does; null while it has seen none.
 */
export function trailingPrice({
  triggerCondition,
  trailingBps,
  highWatermark,
  lowWatermark,
}: Pick<OrderTerms, 'triggerCondition' | 'trailingBps' | 'highWatermark' | 'lowWatermark'>): PicoUsd | null {
  if (trailingBps === null) return null;
  const away = BigInt(trailingBps);
  if (triggerCondition === 'above') {
    return lowWatermark === null ? null : picoUsd((lowWatermark * (BPS + away)) / BPS);
  }
  return highWatermark === null ? null : picoUsd(divCeil(highWatermark * (BPS - away), BPS));
}

/** All prices an order watches or will watch, the next one first. */
export function triggerPoints(order: OrderTerms): TriggerPoint[] {
  const points: TriggerPoint[] = [];
  const fires = order.triggerCondition === 'above' ? 'above' : 'below';
  const single = order.triggerPriceUsd ?? trailingPrice(order);
  if (single !== null) {
    points.push({
      id: 'trigger',
      label: order.orderType === 'otoco' ? 'Entry' : order.trailingBps === null ? 'Trigger' : 'Trails at',
      fires,
      price: single,
      trails: order.trailingBps !== null,
      later: false,
    });
  }
  const later = order.orderType === 'otoco';
  if (order.tpPriceUsd !== null) {
    const price = order.tpPriceUsd;
    points.push({ id: 'tp', label: 'Take profit', fires: 'above', price, trails: false, later });
  }
  if (order.slPriceUsd !== null) {
    const price = order.slPriceUsd;
    points.push({ id: 'sl', label: 'Stop loss', fires: 'below', price, trails: false, later });
  }
  return points;
}

const POINT_OF_LEG: ReadonlyMap<string, TriggerPoint['id']> = new Map([
  ['take_profit', 'tp'],
  ['stop_loss', 'sl'],
]);

/** The prices at which an order has triggered: of a pair the one that filled, of one that never did none. */
export function firedPoints(order: TriggerOrder): TriggerPoint[] {
  if (order.triggeredAt === null && order.inputUsed === null) return [];
  const legs = order.events
    .filter(({ type }) => type === 'fill')
    .map(({ orderContext }) => POINT_OF_LEG.get(orderContext ?? ''));
  return triggerPoints(order).filter(
    ({ id, later }) => !later && (id === 'trigger' || legs.length === 0 || legs.includes(id)),
  );
}

/** Whether a price is on the side where the point fires. */
export const hasFired = ({ fires, price }: Pick<TriggerPoint, 'fires' | 'price'>, now: bigint): boolean =>
  fires === 'above' ? now >= price : now <= price;

/**
 * What an entry has bought so far, which stays in the vault until the entry is whole; null where the service does not
 * say how much of it was paid out.
 */
function boughtBy({
  outputMint,
  outputAmount,
  events,
}: Pick<TriggerOrder, 'outputMint' | 'outputAmount' | 'events'>): bigint | null {
  const paid = events.filter(({ type, state }) => type === 'withdrawal' && state !== 'failed');
  const paidOut = paid
    .filter(({ mint }) => mint === outputMint)
    .reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const most = maxBig((outputAmount ?? 0n) - paidOut, 0n);
  const isTold = paid.every(({ mint, amount }) => mint !== null && (mint !== outputMint || amount !== null));
  return isTold || most === 0n ? most : null;
}

/**
 * What an order has left in its vault: the rest of its deposit, and what an entry has bought so far. All other fills are
 * paid out as they happen. Null where nobody can say.
 */
export function assetsOf(
  order: Pick<
    TriggerOrder,
    | 'orderType'
    | 'orderState'
    | 'inputMint'
    | 'outputMint'
    | 'remainingInputAmount'
    | 'outputAmount'
    | 'events'
  >,
): Asset[] | null {
  if (order.orderState === 'filled' || order.orderState === 'cancelled') return [];
  const held = order.orderType === 'otoco' ? boughtBy(order) : 0n;
  if (held === null) return null;
  return [
    { mint: order.inputMint, amount: order.remainingInputAmount },
    { mint: order.outputMint, amount: tokenAmount(held) },
  ].filter(({ amount }) => amount > 0n);
}

/** Whether an order has ended with funds that are, or may be, still in the vault: they wait there for their owner. */
export const isStranded = (order: Parameters<typeof assetsOf>[0]): boolean =>
  (order.orderState === 'expired' || order.orderState === 'failed') && assetsOf(order)?.length !== 0;
