import { formatContracts, type MicroContracts, maxBig, microContracts } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { isOpenOrder } from '@/api/orders.queries.ts';

/* What open sales have reserved of a position, and what is left of it to be sold: one rule for all forms that sell. */

/** While orders have not come: any part of a position may be reserved. */
export const RESERVED_UNKNOWN = 'Your open orders are not known';
export const ALL_RESERVED = 'All of it is in open sell orders';

/** Contracts of a position that its open sales have reserved. */
export function lockedBySales(
  orders: readonly Pick<Order, 'position' | 'isBuy' | 'status' | 'contractsMicro' | 'filledContractsMicro'>[],
  position: Pick<Position, 'pubkey'>,
): MicroContracts {
  let locked = 0n;
  for (const order of orders) {
    if (order.isBuy || order.position !== position.pubkey || !isOpenOrder(order)) continue;
    locked += maxBig(0n, order.contractsMicro - order.filledContractsMicro);
  }
  return microContracts(locked);
}

type Holding = Pick<Position, 'contractsMicro'>;

/** What can be sold: the holding without what open sales have reserved. */
export const freeOf = ({ contractsMicro }: Holding, locked: MicroContracts): MicroContracts =>
  microContracts(maxBig(0n, contractsMicro - locked));

/** The same; undefined while what they have reserved is not known. */
export const knownFree = (
  position: Holding,
  locked: MicroContracts | undefined,
): MicroContracts | undefined => (locked === undefined ? undefined : freeOf(position, locked));

/** "You hold 100.00, of which 60.00 are in open sell orders". `free`: undefined while that is not known. */
export function holdingText(held: MicroContracts, free: MicroContracts | undefined): string {
  const text = `You hold ${formatContracts(held)}`;
  if (free === undefined) return `${text}. ${RESERVED_UNKNOWN}`;
  return free < held
    ? `${text}, of which ${formatContracts(microContracts(held - free))} are in open sell orders`
    : text;
}
