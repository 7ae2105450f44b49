import { asc, count, desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { historyEvents, orders } from '../../db/schema.ts';
import type { HistoryRow, OrderRow } from '../writer/commit.store.ts';

export interface OrdersStore {
  one(pubkey: string): Promise<OrderRow | null>;
  /** Newest first; of everybody without an owner. */
  page(owner: string | undefined, start: number, end: number): Promise<{ rows: OrderRow[]; total: number }>;
  /** Records of one order, oldest first. */
  eventsOf(orderPubkey: string): Promise<HistoryRow[]>;
}

export function createOrdersStore(db: Db): OrdersStore {
  return {
    one: async (pubkey) => {
      const [row] = await db.select().from(orders).where(eq(orders.pubkey, pubkey));
      return row ?? null;
    },
    page: async (owner, start, end) => {
      const condition = owner === undefined ? undefined : eq(orders.owner, owner);
      const [counted] = await db.select({ total: count() }).from(orders).where(condition);
      const rows = await db
        .select()
        .from(orders)
        .where(condition)
        .orderBy(desc(orders.seq))
        .limit(end - start)
        .offset(start);
      return { rows, total: counted?.total ?? 0 };
    },
    eventsOf: (orderPubkey) =>
      db
        .select()
        .from(historyEvents)
        .where(eq(historyEvents.orderPubkey, orderPubkey))
        .orderBy(asc(historyEvents.id)),
  };
}
