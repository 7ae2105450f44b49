import type { PageRange } from '@contract/page.ts';
import { asc, count, desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { historyEvents, orders, ownerTotals } from '../../db/schema.ts';
import { isText } from '../../db/texts.ts';
import type { HistoryRow, OrderRow } from '../writer/commit.store.ts';
import { fromNearerEnd } from './nearer-end.ts';

export interface OrdersStore {
  one(pubkey: string): Promise<OrderRow | null>;
  /** A page of the newest `most`, newest first; of everybody without an owner. */
  page(
    owner: string | undefined,
    range: PageRange,
    most: number,
  ): Promise<{ rows: OrderRow[]; total: number }>;
  /** Records of one order, oldest first. */
  eventsOf(orderPubkey: string): Promise<HistoryRow[]>;
}

export function createOrdersStore(db: Db): OrdersStore {
  return {
    one: async (pubkey) => {
      const [row] = await db.select().from(orders).where(eq(orders.pubkey, pubkey));
      return row ?? null;
    },
    page: async (owner, range, most) => {
      const condition = owner === undefined ? undefined : isText(orders.owner, owner);
      const listed = db.select({ seq: orders.seq }).from(orders).where(condition).limit(most).as('listed');
      const [counted] = await (owner === undefined
        ? db.select({ total: count() }).from(listed)
        : db.select({ total: ownerTotals.orders }).from(ownerTotals).where(eq(ownerTotals.owner, owner)));
      const total = counted?.total ?? 0;
      const { fromOldest, offset, limit } = fromNearerEnd(range, most, total);
      const rows = await db
        .select()
        .from(orders)
        .where(condition)
        .orderBy((fromOldest ? asc : desc)(orders.seq))
        .limit(limit)
        .offset(offset);
      return { rows: fromOldest ? rows.reverse() : rows, total };
    },
    eventsOf: (orderPubkey) =>
      db
        .select()
        .from(historyEvents)
        .where(isText(historyEvents.orderPubkey, orderPubkey))
        .orderBy(asc(historyEvents.id)),
  };
}
