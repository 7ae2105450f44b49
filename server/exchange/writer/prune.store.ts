import { VersionedTransaction } from '@solana/web3.js';
import { and, asc, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import * as schema from '../../db/schema.ts';
import { textHash } from '../../db/texts.ts';
import { addressOf } from '../ledger/addresses.ts';
import { Glance } from '../ledger/message-bytes.ts';
import { unpackTransaction } from './transaction-body.ts';

/** What is old enough to be deleted. All but the slot are unscaled Unix seconds. */
export interface PruneBounds {
  /** Blockhashes issued before this slot. */
  readonly slot: number;
  /** Builds that never landed, made before then. */
  readonly unlanded: number;
  /** Builds that landed and are found by their transaction, made before then. */
  readonly landed: number;
  /** Transactions that landed before then, and builds of every kind that were made before then. */
  readonly transactions: number;
  /** What the faucet gave before then. */
  readonly grants: number;
}

/** Rows of a table that go in one round; unpacking so many transactions takes some milliseconds. */
const ROWS = 200;
const TRANSACTIONS = 100;

/** @returns whether as many were found as go in one round. */
async function removeSome(db: Db, table: PgTable, key: PgColumn, condition: SQL | undefined) {
  const some = db.select({ key }).from(table).where(condition).limit(ROWS);
  const gone = await db.delete(table).where(sql`${key} = any(array(${some}))`).returning({ key });
  return gone.length === ROWS;
}

/** Deletes the oldest transactions, and what says which addresses they name. */
async function removeTransactions(db: Db, before: number): Promise<boolean> {
  const { seq, signature, time, body, raw } = schema.transactions;
  const oldest = await db
    .select({ seq, time })
    .from(schema.transactions)
    .orderBy(asc(seq))
    .limit(TRANSACTIONS);
  const old = oldest.findIndex((row) => row.time >= before);
  const last = (old < 0 ? oldest : oldest.slice(0, old)).at(-1);
  if (!last) return false;
  const gone = await db
    .delete(schema.transactions)
    .where(lte(seq, last.seq))
    .returning({ signature, body, raw });
  const addresses = new Set(
    gone.flatMap((row) =>
      new Glance(
        row.body === null
          ? Buffer.from(
              VersionedTransaction.deserialize(Buffer.from(row.raw ?? '', 'base64')).message.serialize(),
            )
          : unpackTransaction(row.signature, row.body).message,
      )
        .accountKeys()
        .map(addressOf),
    ),
  );
  const { address: hash, seq: first, more } = schema.transactionAddresses;
  const named = sql`select ${textHash(sql`value`)} from jsonb_array_elements_text(${JSON.stringify([...addresses])}::jsonb)`;
  await db
    .delete(schema.transactionAddresses)
    .where(
      and(
        sql`${hash} = any(array(${named}))`,
        lte(first, last.seq),
        sql`coalesce(${more}[cardinality(${more})], ${first}) <= ${last.seq}`,
      ),
    );
  return gone.length === TRANSACTIONS;
}

/**
 * Deletes some of what is old enough, of everything that grows with time alone: never more than takes some tens of
 * milliseconds.
 * @returns whether there is more
 */
export async function pruneRound(db: Db, bounds: PruneBounds): Promise<boolean> {
  const { blockhashes, builds, faucetGrants } = schema;
  const buildsBefore = (which: SQL, before: number) =>
    removeSome(db, builds, builds.hash, and(which, lt(builds.builtAt, before)));
  const more = [
    await removeSome(db, blockhashes, blockhashes.blockhash, lt(blockhashes.slot, bounds.slot)),
    await removeSome(db, faucetGrants, faucetGrants.pubkey, lt(faucetGrants.grantedAt, bounds.grants)),
    await buildsBefore(schema.UNLANDED, bounds.unlanded),
    await buildsBefore(schema.LANDED_PLAIN, bounds.landed),
    await buildsBefore(schema.LANDED_OTHERS, bounds.transactions),
    await removeTransactions(db, bounds.transactions),
  ];
  return more.includes(true);
}
