import { setImmediate as nextTurn } from 'node:timers/promises';
import { VersionedTransaction } from '@solana/web3.js';
import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { transactionAddresses, transactions } from '../../db/schema.ts';
import { keyOf, PROGRAMS } from '../ledger/addresses.ts';
import type { TransactionMeta } from '../ledger/ledger.ts';
import type { LandedSignature, RpcDeps, SignaturePage, StoredTransaction } from './ports.ts';

type Row = typeof transactions.$inferSelect;

/** Rows read and decoded in one turn of the event loop: a few milliseconds. */
const ROWS_A_TURN = 25;
const MEMO = keyOf(PROGRAMS.memo);

/** Text of the memo that a stored transaction carries; they are all of our own making, with one at most. */
function memoOf(raw: string): string | null {
  const { message } = VersionedTransaction.deserialize(Buffer.from(raw, 'base64'));
  const memo = message.compiledInstructions.find(({ programIdIndex }) =>
    message.staticAccountKeys[programIdIndex]?.equals(MEMO),
  );
  return memo ? Buffer.from(memo.data).toString('utf8') : null;
}

/** What lists tell of a transaction; `meta` and `addresses`, the largest columns, are not read for it. */
const LISTED = {
  seq: transactions.seq,
  signature: transactions.signature,
  slot: transactions.slot,
  time: transactions.time,
  raw: transactions.raw,
};

const listed = ({ signature, slot, time, raw }: Pick<Row, keyof typeof LISTED>): LandedSignature => ({
  signature,
  slot,
  blockTime: Math.floor(time),
  memo: memoOf(raw),
  err: null,
});

const stored = (row: Row): StoredTransaction => ({
  ...listed(row),
  transaction: row.raw,
  // Written from a TransactionMeta by the writer, and by nobody else.
  meta: row.meta as TransactionMeta,
});

/** Sequence numbers that a page lies between. */
interface Bounds {
  readonly below?: bigint | undefined;
  readonly above?: bigint | undefined;
}

/** The newest transactions of an address between two bounds, in the order of the index. */
export const newestOf = (db: Db, address: string, { below, above }: Bounds, limit: number) =>
  db
    .select(LISTED)
    .from(transactionAddresses)
    .innerJoin(transactions, eq(transactions.seq, transactionAddresses.seq))
    .where(
      and(
        eq(transactionAddresses.address, address),
        below === undefined ? undefined : lt(transactionAddresses.seq, below),
        above === undefined ? undefined : gt(transactionAddresses.seq, above),
      ),
    )
    .orderBy(desc(transactionAddresses.seq))
    .limit(limit);

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
    slotsOf: async (signatures) => {
      if (signatures.length === 0) return new Map();
      const rows = await db
        .select({ signature: transactions.signature, slot: transactions.slot })
        .from(transactions)
        .where(inArray(transactions.signature, [...signatures]));
      return new Map(rows.map(({ signature, slot }) => [signature, slot]));
    },
    byAddress: async (address: string, { limit, before, until }: SignaturePage) => {
      let [below, above] = await Promise.all([seqOf(before), seqOf(until)]);
      const found: LandedSignature[] = [];
      for (;;) {
        const wanted = Math.min(ROWS_A_TURN, limit - found.length);
        const rows = await newestOf(db, address, { below, above }, wanted);
        found.push(...rows.map(listed));
        below = rows.at(-1)?.seq;
        if (rows.length < wanted || found.length === limit) return found;
        await nextTurn();
      }
    },
  };
}
