import { and, asc, count, desc, eq, inArray, ne, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { FUNDED, triggerOrders } from '../../db/schema.ts';
import type { TriggerOrderRow } from '../writer/commit.store.ts';

type State = TriggerOrderRow['state'];

export interface TriggerOrdersQuery {
  owner: string;
  version: 1 | 2;
  states?: readonly State[] | undefined;
  /** Orders that sell or buy it. */
  mint?: string | undefined;
  inputMint?: string | undefined;
  outputMint?: string | undefined;
  sort: 'updated_at' | 'created_at' | 'expires_at';
  dir: 'asc' | 'desc';
  limit: number;
  offset: number;
}

export interface TriggerOrdersStore {
  one(id: string): Promise<TriggerOrderRow | null>;
  /** Ids of a wallet's orders whose funds are still in a vault, oldest first. */
  fundedIds(owner: string, version: TriggerOrdersQuery['version']): Promise<string[]>;
  page(query: TriggerOrdersQuery): Promise<{ rows: TriggerOrderRow[]; total: number }>;
}

const SORTS = {
  updated_at: triggerOrders.updatedAt,
  created_at: triggerOrders.createdAt,
  expires_at: triggerOrders.expiresAt,
} as const;

const ofVersion = (version: TriggerOrdersQuery['version']) =>
  (version === 1 ? eq : ne)(triggerOrders.orderType, 'v1');

/** Trigger orders as they were committed. */
export function createTriggerOrdersStore(db: Db): TriggerOrdersStore {
  return {
    one: async (id) => {
      const [row] = await db.select().from(triggerOrders).where(eq(triggerOrders.id, id));
      return row ?? null;
    },
    fundedIds: async (owner, version) => {
      const funded = await db
        .select({ id: triggerOrders.id })
        .from(triggerOrders)
        .where(and(eq(triggerOrders.owner, owner), ofVersion(version), FUNDED))
        .orderBy(asc(triggerOrders.seq));
      return funded.map(({ id }) => id);
    },
    page: async ({ owner, version, states, mint, inputMint, outputMint, sort, dir, limit, offset }) => {
      const condition = and(
        eq(triggerOrders.owner, owner),
        ofVersion(version),
        states && inArray(triggerOrders.state, [...states]),
        mint === undefined
          ? undefined
          : or(eq(triggerOrders.inputMint, mint), eq(triggerOrders.outputMint, mint)),
        inputMint === undefined ? undefined : eq(triggerOrders.inputMint, inputMint),
        outputMint === undefined ? undefined : eq(triggerOrders.outputMint, outputMint),
      );
      const order = dir === 'asc' ? asc : desc;
      const [counted] = await db.select({ total: count() }).from(triggerOrders).where(condition);
      const rows = await db
        .select()
        .from(triggerOrders)
        .where(condition)
        .orderBy(order(SORTS[sort]), order(triggerOrders.seq))
        .limit(limit)
        .offset(offset);
      return { rows, total: counted?.total ?? 0 };
    },
  };
}
