import type { Connection } from '@solana/web3.js';
import { hasRpc } from '@/config.ts';
import { pause } from '@/lib/pause.ts';

/*
 * How long a transaction can land. What the service says of it is never asked for: a blockhash that a node still takes
 * can be used for 150 more blocks, and no longer.
 */

/** Blocks that a blockhash is good for: a rule of the chain. */
const BLOCKHASH_BLOCKS = 150;
/** Nominal time of a slot; each takes so many hashes one after another, so that they cannot come faster for long. */
const SLOT_MS = 400;
/**
 * Blocks that have to follow the last one it could be in, before it is taken for run out. A block with so many after
 * it is rooted (MAX_LOCKOUT_HISTORY and itself): no other fork can bring one back that holds the transaction.
 */
export const ROOTED_BLOCKS = 32;
/** No chain gets through all of these blocks in less: a node that says so sooner errs, or lies. */
export const SHORTEST_LIFE_MS = (BLOCKHASH_BLOCKS + ROOTED_BLOCKS) * SLOT_MS;
/** Between the two looks that have to agree that nothing has moved. */
export const SEEN_APART_MS = 4_000;
/** Time in which it is usually known by the chain that it can no longer land. */
const USUAL_LIFE_MS = SHORTEST_LIFE_MS + SEEN_APART_MS;
/** The same where no chain can be asked: slots of twice their nominal time, as on a chain under heavy load. */
const LIFE_WITHOUT_NODE_MS = 2 * BLOCKHASH_BLOCKS * SLOT_MS;
/** Nobody is held longer, such as by a chain that stands still: what is not known then stays so. */
export const LONGEST_WAIT_MS = 300_000;

/**
 * When this page first knew of a transaction, by the one clock of it that nobody can set. After a reload that is the
 * first look, so that neither a clock that is wrong nor one that was changed makes it older than it is.
 */
const firstKnown = new Map<string, number>();
export function knownSince(id: string): number {
  const since = firstKnown.get(id) ?? performance.now();
  firstKnown.set(id, since);
  return since;
}
/** Milliseconds that this page has known of it. */
export const knownFor = (id: string): number => performance.now() - knownSince(id);

/** Estimate of when it can no longer land, on the clock of `performance.now()`. */
export const canLandUntil = (id: string): number =>
  knownSince(id) + (hasRpc() ? USUAL_LIFE_MS : LIFE_WITHOUT_NODE_MS);
export const isWaitedFor = (id: string): boolean => knownFor(id) < LONGEST_WAIT_MS;

/** End of the confirmed chain of a node: slot and height of one and the same block. */
export interface Head {
  slot: number;
  height: number;
}

/** Both are from one answer: nothing else says which slot a height belongs to. */
export async function headOf(connection: Connection): Promise<Head> {
  const { context, value } = await connection.getLatestBlockhashAndContext('confirmed');
  return { slot: context.slot, height: value.lastValidBlockHeight - BLOCKHASH_BLOCKS };
}

/** Last height that anything with a blockhash of that block, or an older one, can be in. */
export const boundFrom = ({ height }: Head): number => height + BLOCKHASH_BLOCKS;

/** Whether a node still takes the blockhash of something; no where it is not known. @throws when it does not answer */
export async function isTaken(
  connection: Connection,
  { blockhash }: { blockhash?: string },
): Promise<boolean> {
  if (blockhash === undefined) return false;
  return (await connection.isBlockhashValid(blockhash, { commitment: 'confirmed' })).value;
}

const TRIES = 4;
const RETRY_MS = 500;

/** Whether a node takes a blockhash, and the slot it was asked at. A no is asked again: a node may be a little behind. */
async function validity(connection: Connection, blockhash: string): Promise<{ slot: number } | 'over'> {
  for (let tries = 1; ; tries++) {
    const { context, value } = await connection.isBlockhashValid(blockhash, { commitment: 'confirmed' });
    if (value) return context;
    if (tries === TRIES) return 'over';
    await pause(RETRY_MS);
  }
}

/**
 * Last block height that what has this blockhash can land at, from what a node says now; `over` when it cannot land
 * any more, or never could; null when nobody says, or there is nobody to ask.
 */
export async function lastHeightOf(
  connection: Connection,
  blockhash: string,
): Promise<number | 'over' | null> {
  if (!hasRpc()) return null;
  const [valid, head] = await Promise.all([
    validity(connection, blockhash).catch(() => null),
    headOf(connection).catch(() => null),
  ]);
  if (valid === 'over') return 'over';
  if (!valid || !head) return null;
  // Where the height is of an earlier slot, no more blocks than slots lie between.
  return boundFrom(head) + Math.max(0, valid.slot - head.slot);
}

/** Whether what has never been sent is still worth sending; yes while nobody says otherwise. */
export async function stillValid(
  connection: Connection,
  { blockhash }: { blockhash?: string },
): Promise<boolean> {
  if (!hasRpc() || blockhash === undefined) return true;
  return (await validity(connection, blockhash).catch(() => null)) !== 'over';
}
