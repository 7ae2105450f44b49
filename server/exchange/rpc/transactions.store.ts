import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { transactionAddresses, transactions } from '../../db/schema.ts';
import { textHash } from '../../db/texts.ts';
import { keyOf, PROGRAMS } from '../ledger/addresses.ts';
import type { TransactionMeta } from '../ledger/ledger.ts';
import { Glance } from '../ledger/message-bytes.ts';
import { type UnpackedTransaction, unpackTransaction } from '../writer/transaction-body.ts';
import type { LandedSignature, RpcDeps, SignaturePage, StoredTransaction } from './ports.ts';

/** Rows of a statement: each costs as much as a hundred of its rows. */
const ROWS_A_READ = 500;
/** Rows decoded in one turn of the event loop: some milliseconds. */
const ROWS_A_TURN = 100;
const MEMO = keyOf(PROGRAMS.memo).toBuffer();
const SIGNATURE_BYTES = 64;

/** Text of the memo that a stored transaction carries; they are all of our own making, with one at most. */
const memoOf = (glance: Glance): string | null => glance.dataOf(MEMO)?.toString('utf8') ?? null;

const READ = {
  seq: transactions.seq,
  signature: transactions.signature,
  slot: transactions.slot,
  time: transactions.time,
  body: transactions.body,
  raw: transactions.raw,
};
type Read = Pick<typeof transactions.$inferSelect, keyof typeof READ>;

/** `meta`: of a row from before, where it was read with it. */
function unpack({ signature, body, raw }: Read, meta?: unknown): UnpackedTransaction {
  if (body !== null) return unpackTransaction(signature, body);
  const bytes = Buffer.from(raw ?? '', 'base64');
  const message = bytes.subarray(1 + SIGNATURE_BYTES * (bytes[0] ?? 0));
  // Written from a TransactionMeta by an earlier writer, and by nobody else.
  return { message, bytes: () => bytes, meta: () => meta as TransactionMeta };
}

const listed = ({ signature, slot, time }: Read, glance: Glance): LandedSignature => ({
  signature,
  slot,
  blockTime: Math.floor(time),
  memo: memoOf(glance),
  err: null,
});

function stored(row: typeof transactions.$inferSelect): StoredTransaction {
  const unpacked = unpack(row, row.meta);
  return {
    ...listed(row, new Glance(unpacked.message)),
    transaction: Buffer.from(unpacked.bytes()).toString('base64'),
    meta: unpacked.meta(),
  };
}

/** Sequence numbers that a page lies between. */
interface Bounds {
  readonly below?: bigint | undefined;
  readonly above?: bigint | undefined;
}

/**
 * The newest transactions under the hash of an address between two bounds, in the order of the index. The batches of
 * the page are read first: each names at least one transaction of it, and none more than a batch has.
 */
export function newestOf(db: Db, address: string, { below, above }: Bounds, limit: number) {
  const { address: hash, seq, more } = transactionAddresses;
  const batches = db
    .select({ first: seq, more })
    .from(transactionAddresses)
    .where(and(eq(hash, textHash(address)), below === undefined ? undefined : lt(seq, below)))
    .orderBy(desc(seq))
    .limit(limit)
    .as('batches');
  const each = db
    .select({ seq: sql<bigint>`unnest(array_prepend(${batches.first}, ${batches.more}))`.as('each_seq') })
    .from(batches)
    .as('each');
  const named = db
    .select({ seq: each.seq })
    .from(each)
    .where(
      and(
        below === undefined ? undefined : lt(each.seq, below),
        above === undefined ? undefined : gt(each.seq, above),
      ),
    )
    .orderBy(desc(each.seq))
    .limit(limit);
  return db
    .select(READ)
    .from(transactions)
    .where(sql`${transactions.seq} = any(array(${named}))`)
    .orderBy(desc(transactions.seq));
}

/** Slots of these, each looked up by itself: by a list of them every transaction would be looked at. */
export function slotsAmong(db: Db, signatures: readonly string[]) {
  const { signature, slot } = transactions;
  // However many there are, one parameter.
  const wanted = sql`jsonb_array_elements_text(${JSON.stringify(signatures)}::jsonb) as wanted(signature)`;
  // With a limit it cannot become part of a join that reads all of the table.
  const found = sql`
    (select ${signature}, ${slot} from ${transactions} where ${signature} = wanted.signature limit 1) as found`;
  return db
    .select({ signature: sql<string>`found.signature`, slot: sql<number>`found.slot` })
    .from(sql`${wanted} cross join lateral ${found}`);
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
    slotsOf: async (signatures) => {
      if (signatures.length === 0) return new Map();
      const rows = await slotsAmong(db, signatures);
      return new Map(rows.map(({ signature, slot }) => [signature, slot]));
    },
    byAddress: async (address: string, { limit, before, until }: SignaturePage) => {
      let [below, above] = await Promise.all([seqOf(before), seqOf(until)]);
      // Older than what is not kept any more is nothing; from the newest on, who turns pages would never end.
      if (before !== undefined && below === undefined) return [];
      const key = keyOf(address).toBuffer();
      const found: LandedSignature[] = [];
      for (;;) {
        const wanted = Math.min(ROWS_A_READ, limit - found.length);
        const rows = await newestOf(db, address, { below, above }, wanted);
        for (const [index, row] of rows.entries()) {
          if (index > 0 && index % ROWS_A_TURN === 0) await nextTurn();
          const glance = new Glance(unpack(row).message);
          // Another address may have the same hash.
          if (glance.indexOf(key) >= 0) found.push(listed(row, glance));
        }
        below = rows.at(-1)?.seq;
        if (rows.length < wanted || found.length === limit) return found;
        await nextTurn();
      }
    },
  };
}
