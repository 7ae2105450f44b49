import { desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { parlays, parlayTotals } from '../../db/schema.ts';
import type { ParlayRow } from '../writer/commit.store.ts';

export interface ParlaysStore {
  /** Ids of everything a wallet has placed, newest first. */
  idsOf(owner: string): Promise<string[]>;
  /** Parlays by their ids, newest first. */
  byIds(ids: readonly string[]): Promise<ParlayRow[]>;
  /** Parlays by the positions they stand for. */
  byPositions(keys: readonly string[]): Promise<ParlayRow[]>;
  totals(): Promise<{ placed: number; wallets: number; free: number }>;
}

export function createParlaysStore(db: Db): ParlaysStore {
  return {
    idsOf: async (owner) => {
      const placed = db
        .select({ id: parlays.parlayId })
        .from(parlays)
        .where(eq(parlays.owner, owner))
        .orderBy(desc(parlays.nonce));
      return (await placed).map(({ id }) => id);
    },
    byIds: (ids) =>
      db
        .select()
        .from(parlays)
        .where(inArray(parlays.parlayId, [...ids]))
        .orderBy(desc(parlays.nonce)),
    byPositions: async (keys) =>
      keys.length === 0
        ? []
        : db
            .select()
            .from(parlays)
            .where(inArray(parlays.position, [...keys])),
    totals: async () => {
      const { placed, wallets, free } = parlayTotals;
      const [row] = await db.select({ placed, wallets, free }).from(parlayTotals);
      return row ?? { placed: 0, wallets: 0, free: 0 };
    },
  };
}
