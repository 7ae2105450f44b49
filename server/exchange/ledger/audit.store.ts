import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { accounts, orders, triggerOrders, triggerVaults } from '../../db/schema.ts';
import type { Held, Place } from './audit.ts';

/** Holders whose places are known by their addresses. */
export interface Places {
  vaults: readonly string[];
  fees: string;
}

export interface AuditStore {
  /** What is issued of every mint, and where it lies, as of one commit. */
  sums(places: Places): Promise<{ supplies: Map<string, bigint>; held: Held[] }>;
}

interface SumRow extends Record<string, unknown> {
  mint: string;
  /** Null: the supply. */
  place: Place | null;
  amount: string;
}

export function createAuditStore(db: Db): AuditStore {
  const holder = sql`a.holder`;
  return {
    async sums({ vaults, fees }) {
      const isVault = sql`${inArray(holder, [...vaults])}
        or exists (select from ${triggerVaults} v where v.vault = ${holder})
        or exists (select from ${triggerOrders} t where t.id = ${holder} and t.order_type = 'v1'
          and t.state not in ('filled', 'cancelled'))`;
      const isEscrow = sql`exists (select from ${orders} o where o.pubkey = ${holder} and o.status = 'pending')`;
      const { rows } = (await db.execute<SumRow>(sql`
        select a.mint, case when ${isVault} then 'vaults' when ${holder} = ${fees} then 'fees'
          when ${isEscrow} then 'escrows' else 'wallets' end as place, sum(a.amount)::text as amount
        from ${accounts} a where a.mint is not null group by 1, 2
        union all
        select a.pubkey, null, a.supply::text from ${accounts} a where a.supply is not null`)) as unknown as {
        rows: SumRow[];
      };
      const supplies = new Map<string, bigint>();
      const held: Held[] = [];
      for (const { mint, place, amount } of rows) {
        if (place === null) supplies.set(mint, BigInt(amount));
        else held.push({ mint, place, amount: BigInt(amount) });
      }
      return { supplies, held };
    },
  };
}
