import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { accounts } from '../../db/schema.ts';
import type { RpcDeps } from './ports.ts';

/** What the database tells of accounts that need not come to memory for it. */
export function createAccountsStore(db: Db): RpcDeps['accounts'] {
  return {
    async spentOf(holder, mint) {
      const isTheirs = sql`holder = ${holder} and spent`;
      // Of a mint, those who traded one round are fewer than the rounds that one has traded.
      const found =
        mint === undefined
          ? sql`${accounts} where ${isTheirs}`
          : sql`(select * from ${accounts} where mint = ${mint} offset 0) as of_mint where ${isTheirs}`;
      // As one text, for a row each takes much longer.
      const all = sql<string>`coalesce(jsonb_agg(pubkey), '[]')::text`;
      const [row] = await db.select({ all }).from(found);
      return JSON.parse(row?.all ?? '[]') as string[];
    },
    at: (addresses) =>
      db
        .select()
        .from(accounts)
        .where(
          sql`${accounts.pubkey} = any(array(select jsonb_array_elements_text(${JSON.stringify(addresses)}::jsonb)))`,
        ),
  };
}
