import { count, countDistinct, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { parlays } from '../../db/schema.ts';
import type { ParlayRow } from '../writer/commit.store.ts';

export interface ParlaysStore {
  /** Everything a wallet has placed, newest first. */
  ofOwner(owner: string): Promise<ParlayRow[]>;
  /** Parlays by the positions they stand for. */
  byPositions(keys: readonly string[]): Promise<ParlayRow[]>;
  totals(): Promise<{ placed: number; wallets: number; free: number }>;
}

export function createParlaysStore(db: Db): ParlaysStore {
  return {
    ofOwner: (owner) =>
      db.select().from(parlays).where(eq(parlays.owner, owner)).orderBy(desc(parlays.nonce)),
    byPositions: async (keys) =>
      keys.length === 0
        ? []
        : db
            .select()
            .from(parlays)
            .where(inArray(parlays.position, [...keys])),
    totals: async () => {
      const free = sql<number>`(count(*) filter (where ${parlays.mode} = 'free'))::integer`;
      const [row] = await db
        .select({ placed: count(), wallets: countDistinct(parlays.owner), free })
        .from(parlays);
      return row ?? { placed: 0, wallets: 0, free: 0 };
    },
  };
}
