import type { Pubkey, Signature } from '@contract/ids.ts';
import type { Connection, SignatureStatus } from '@solana/web3.js';
import { fetchOrder, fetchOrderStatus, isOpenOrder } from '@/api/orders.queries.ts';
import { pollAfter } from '@/api/poll.ts';
import { endOf } from '@/domain/order-end.ts';
import { pause } from '@/lib/pause.ts';
import type { JournalEntry } from './journal.ts';
import {
  boundFrom,
  headOf,
  isTaken,
  isWaitedFor,
  knownFor,
  ROOTED_BLOCKS,
  SEEN_APART_MS,
  SHORTEST_LIFE_MS,
} from './lifetime.ts';
import type { FollowedOrder } from './types.ts';

type InBlock = { result: 'landed' } | { result: 'reverted'; reason: string };
type LandingResult =
  | InBlock
  /** Its time has run out without it: it can never land. */
  | { result: 'expired' }
  /** Not known, and no longer waited for. */
  | { result: 'open' };

const isFinal = ({ confirmationStatus, confirmations }: SignatureStatus): boolean =>
  confirmationStatus === 'confirmed' ||
  confirmationStatus === 'finalized' ||
  // Older nodes name no level: null confirmations stand for a rooted block.
  ((confirmationStatus ?? null) === null && confirmations === null);

/** What one look at the chain has found. */
type Look =
  | InBlock
  /** Not there, or in a block that may still be dropped. */
  | { result: 'open' }
  /** Not there, as of a block in which it could not be any more. */
  | { result: 'missed' };

export type Sent = Pick<JournalEntry, 'id' | 'lastValidBlockHeight' | 'blockhash'>;

/**
 * One transaction as the chain is asked about it, time and again. The height is read before the status: of two nodes
 * behind one address one may be behind, so that an answer about an earlier slot than the height's says nothing.
 */
function lookingFor(connection: Connection, signature: Signature, sent: Sent): () => Promise<Look> {
  let bound = sent.blockhash === undefined ? null : sent.lastValidBlockHeight;
  return async () => {
    const mayBeOver = knownFor(sent.id) >= SHORTEST_LIFE_MS;
    const head = mayBeOver || bound === null ? await headOf(connection) : null;
    // Nobody has said before how long it can land: from now on no longer than what has just been made.
    if (head && bound === null) bound = boundFrom(head);
    const { context, value } = await connection.getSignatureStatuses([signature], {
      searchTransactionHistory: true,
    });
    const status = value[0];
    if (status && isFinal(status)) {
      return status.err === null
        ? { result: 'landed' }
        : { result: 'reverted', reason: JSON.stringify(status.err) };
    }
    const missed =
      !status &&
      mayBeOver &&
      head !== null &&
      bound !== null &&
      head.height > bound + ROOTED_BLOCKS &&
      context.slot >= head.slot;
    // The bound may have been reckoned from a wrong answer: what still takes the blockhash may take the transaction.
    return { result: missed && !(await isTaken(connection, sent)) ? 'missed' : 'open' };
  };
}

const POLL_MS = 700;
/** Most land within seconds; what has not is asked for less often. */
const SOON_MS = 20_000;
const SLOW_POLL_MS = 2_000;

/**
 * Asks until the result is settled: that nothing has moved, by a refusal of the chain or for want of time, has to be found
 * twice, some seconds apart, with nothing else in between. Answers that do not come are asked for again; nothing is sent.
 * `open` after minutes in which nothing was.
 */
export async function settledResult(
  connection: Connection,
  signature: Signature,
  sent: Sent,
): Promise<LandingResult> {
  const look = lookingFor(connection, signature, sent);
  const begun = performance.now();
  let seen: { result: 'missed' | 'reverted'; since: number } | undefined;
  for (;;) {
    const found = await look().catch(() => null);
    if (found?.result === 'landed') return found;
    if (found?.result === 'open') seen = undefined;
    else if (found) {
      if (seen?.result !== found.result) seen = { result: found.result, since: performance.now() };
      if (performance.now() - seen.since >= SEEN_APART_MS)
        return found.result === 'missed' ? { result: 'expired' } : found;
    }
    const agrees = seen !== undefined && found !== null;
    if (!agrees && !isWaitedFor(sent.id)) return { result: 'open' };
    await pause(performance.now() - begun < SOON_MS ? POLL_MS : SLOW_POLL_MS);
  }
}

const FOLLOW_POLL_MS = 400;
const FOLLOW_FOR_MS = 60_000;
/** Its own polls of a status are only kept within the budget: a 404 is to be expected. */
const NOTHING_FAILED = { error: null, errorUpdatedAt: 0, dataUpdatedAt: 0 };

/** Follows an order until the keeper has dealt with it; null when it has not said so within a minute. */
export async function followOrder(orderPubkey: Pubkey): Promise<FollowedOrder | null> {
  // Not by the time of day, which may be set meanwhile.
  const until = performance.now() + FOLLOW_FOR_MS;
  while (performance.now() < until) {
    // The status may answer 404 for a few seconds after submission, so an error only means "ask again".
    const status = await fetchOrderStatus(orderPubkey).catch(() => null);
    if (status?.status === 'filled' || status?.status === 'failed') {
      const order = await fetchOrder(orderPubkey).catch(() => null);
      // Another copy of the service may lag behind: what has not ended there has no end to be told.
      if (order && !isOpenOrder(order)) {
        return {
          status: endOf(order),
          filledContracts: order.filledContractsMicro,
          averagePrice: order.filledContractsMicro > 0n ? order.avgFillPriceUsd : null,
        };
      }
    }
    await pause(pollAfter(FOLLOW_POLL_MS, NOTHING_FAILED));
  }
  return null;
}
