import { VersionedTransaction } from '@solana/web3.js';
import { and, arrayContains, desc, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { transactions } from '../../db/schema.ts';
import { PROGRAMS } from '../ledger/addresses.ts';
import type { TransactionMeta } from '../ledger/ledger.ts';
import type { RpcDeps, SignaturePage, StoredTransaction } from './ports.ts';

type Row = typeof transactions.$inferSelect;

/** Text of the memo that a stored transaction carries; they are all of our own making, with one at most. */
function memoOf(raw: string): string | null {
  const { message } = VersionedTransaction.deserialize(Buffer.from(raw, 'base64'));
  const memo = message.compiledInstructions.find(
    ({ programIdIndex }) => message.staticAccountKeys[programIdIndex]?.toBase58() === PROGRAMS.memo,
  );
  return memo ? Buffer.from(memo.data).toString('utf8') : null;
}

function stored(row: Row): StoredTransaction {
  return {
    signature: row.signature,
    slot: row.slot,
    blockTime: Math.floor(row.time),
    transaction: row.raw,
    memo: memoOf(row.raw),
    err: null,
    // Written from a TransactionMeta by the writer, and by nobody else.
    meta: row.meta as TransactionMeta,
  };
}

/** Landed transactions by signature and by address. */
export function createTransactionsStore(db: Db): RpcDeps['transactions'] {
  const seqOf = async (signature: string | undefined): Promise<bigint | undefined> => {
    if (signature === undefined) return undefined;
    const [row] = await db
      .select({ seq: transactions.seq })
      .from(transactions)
      .where(eq(transactions.signature, signature));
    return row?.seq;
  };
  return {
    bySignature: async (signature) => {
      const [row] = await db.select().from(transactions).where(eq(transactions.signature, signature));
      return row ? stored(row) : null;
    },
    byAddress: async (address: string, { limit, before, until }: SignaturePage) => {
      const [beforeSeq, untilSeq] = await Promise.all([seqOf(before), seqOf(until)]);
      const rows = await db
        .select()
        .from(transactions)
        .where(
          and(
            arrayContains(transactions.addresses, [address]),
            beforeSeq === undefined ? undefined : lt(transactions.seq, beforeSeq),
            untilSeq === undefined ? undefined : gt(transactions.seq, untilSeq),
          ),
        )
        .orderBy(desc(transactions.seq))
        .limit(limit);
      return rows.map(stored);
    },
  };
}
