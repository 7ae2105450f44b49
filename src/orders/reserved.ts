import { formatContracts, type MicroContracts, maxBig, microContracts } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { isOpenOrder } from '@/api/orders.queries.ts';

/* What open sales have reserved of a position, and what is left of it to be sold: one rule for all forms that sell. */

/** Any part of a position may be reserved then. */
export const RESERVED_UNKNOWN = 'Your open orders are not known';
export const ALL_RESERVED = 'All of it is in open sell orders';

/** The orders of a wallet as they were read last, once they have come. */
export interface KnownOrders {
  data:
    | readonly Pick<Order, 'position' | 'isBuy' | 'status' | 'contractsMicro' | 'filledContractsMicro'>[]
    | undefined;
  /** They could not be read again. */
  isError?: boolean;
}

/**
 * What can be sold of a position: the holding without what its open sales have reserved. Undefined while that is not
 * known: what orders of before have reserved may be free by now.
 */
export function freeOf(
  { pubkey, contractsMicro }: Pick<Position, 'pubkey' | 'contractsMicro'>,
  { data, isError }: KnownOrders,
): MicroContracts | undefined {
  if (data === undefined) return undefined;
  let locked = 0n;
  for (const order of data) {
    if (order.isBuy || order.position !== pubkey || !isOpenOrder(order)) continue;
    locked += maxBig(0n, order.contractsMicro - order.filledContractsMicro);
  }
  if (isError && locked > 0n) return undefined;
  return microContracts(maxBig(0n, contractsMicro - locked));
}

/** "You hold 100.00, of which 60.00 are in open sell orders". `free`: undefined while that is not known. */
export function holdingText(held: MicroContracts, free: MicroContracts | undefined): string {
  const text = `You hold ${formatContracts(held)}`;
  if (free === undefined) return `${text}. ${RESERVED_UNKNOWN}`;
  return free < held
    ? `${text}, of which ${formatContracts(microContracts(held - free))} are in open sell orders`
    : text;
}
