import { type MicroContracts, type MicroUsd, maxBig, microContracts, microUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { costOf, proceedsOf } from '@contract/pricing.ts';
import { isOpenOrder } from '@/api/orders.queries.ts';
import type { Tone } from '@/ui/pill.tsx';

const STATUSES: Record<string, { text: string; tone: Tone }> = {
  created: { text: 'Created', tone: 'accent' },
  pending: { text: 'Pending', tone: 'accent' },
  partiallyfilled: { text: 'Partly filled', tone: 'accent' },
  filled: { text: 'Filled', tone: 'neutral' },
  failed: { text: 'Not filled', tone: 'neutral' },
};

/** Status in words; one this desk does not know is shown as it came. */
export const statusWords = ({ status }: Pick<Order, 'status'>): { text: string; tone: Tone } =>
  STATUSES[status.toLowerCase()] ?? { text: status, tone: 'neutral' };

/** What was traded at the average price: cost of a purchase, proceeds of a sale; null before anything filled. */
export function tradedOf(
  order: Pick<Order, 'isBuy' | 'filledContractsMicro' | 'avgFillPriceUsd'>,
): MicroUsd | null {
  const { filledContractsMicro: filled, avgFillPriceUsd: average, isBuy } = order;
  if (filled <= 0n || average <= 0n) return null;
  return microUsd(isBuy ? costOf(filled, average) : proceedsOf(filled, average));
}

/** The user's own limit: most a purchase pays, least a sale takes. */
export const limitOf = (
  order: Pick<Order, 'isBuy' | 'maxBuyPriceUsd' | 'minSellPriceUsd'>,
): MicroUsd | null => (order.isBuy ? order.maxBuyPriceUsd : order.minSellPriceUsd);

/**
 * The polled newest orders laid over the loaded pages: open ones first, then newest first. An order in both is taken
 * from `recent`.
 */
export function arrangeOrders(
  recent: readonly Order[],
  pages: readonly Order[],
  isOpen: (order: Order) => boolean,
): Order[] {
  const byKey = new Map<string, Order>();
  for (const order of pages) byKey.set(order.pubkey, order);
  for (const order of recent) byKey.set(order.pubkey, order);
  return [...byKey.values()].sort(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) ||
      b.createdAt - a.createdAt ||
      (a.pubkey < b.pubkey ? -1 : a.pubkey > b.pubkey ? 1 : 0),
  );
}

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
