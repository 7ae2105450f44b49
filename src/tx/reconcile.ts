import type { Pubkey, Signature } from '@contract/ids.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Connection } from '@solana/web3.js';
import { fetchOrder, fetchOrderStatus } from '@/api/orders.queries.ts';
import { pollAfter } from '@/api/poll.ts';
import type { FollowedOrder } from './types.ts';

export type Fate =
  | { fate: 'landed' }
  | { fate: 'reverted'; reason: string }
  /** Its block height ran out without it: it can never land. */
  | { fate: 'expired' }
  /** Still possible: ask again. */
  | { fate: 'open' };

/**
 * What has become of a signature. The height is read before the status, so that "expired" is only said when the
 * status was asked after the last block it could be in.
 */
export async function fateOf(
  connection: Connection,
  signature: Signature,
  lastValidBlockHeight: number,
): Promise<Fate> {
  const height = await connection.getBlockHeight('confirmed');
  const { value } = await connection.getSignatureStatuses([signature], { searchTransactionHistory: true });
  const status = value[0];
  if (status) {
    return status.err === null
      ? { fate: 'landed' }
      : { fate: 'reverted', reason: JSON.stringify(status.err) };
  }
  return height > lastValidBlockHeight ? { fate: 'expired' } : { fate: 'open' };
}

const POLL_MS = 700;
/** Rejects with the signal's reason once it is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop);
  });

/** Asks until the fate is settled. Answers that do not come are asked for again; nothing is sent. */
export async function settledFate(
  connection: Connection,
  signature: Signature,
  lastValidBlockHeight: number,
  signal: AbortSignal,
): Promise<Exclude<Fate, { fate: 'open' }>> {
  for (;;) {
    const found = await fateOf(connection, signature, lastValidBlockHeight).catch(
      (): Fate => ({ fate: 'open' }),
    );
    if (found.fate !== 'open') return found;
    await pause(POLL_MS, signal);
  }
}

const FOLLOW_POLL_MS = 400;
const FOLLOW_FOR_MS = 60_000;
/** Its own polls of a status are only kept within the budget: a 404 is to be expected. */
const NOTHING_FAILED = { error: null, errorUpdatedAt: 0, dataUpdatedAt: 0 };

/** A buy is sized in dollars, so a little less than quoted is a price, not a part. */
function isPartial(order: Order): boolean {
  const { isBuy, filledContractsMicro: filled, contractsMicro: wanted } = order;
  return isBuy ? filled * 100n < wanted * 95n : filled < wanted;
}

/** Follows an order until the keeper has dealt with it; null when it has not said so within a minute. */
export async function followOrder(orderPubkey: Pubkey, signal: AbortSignal): Promise<FollowedOrder | null> {
  const until = Date.now() + FOLLOW_FOR_MS;
  while (Date.now() < until) {
    // The status may answer 404 for a few seconds after submission, so an error only means "ask again".
    const status = await fetchOrderStatus(orderPubkey, signal).catch(() => null);
    if (status?.status === 'filled' || status?.status === 'failed') {
      const order = await fetchOrder(orderPubkey, signal).catch(() => null);
      if (order) {
        return {
          status: order.status === 'failed' ? 'failed' : isPartial(order) ? 'partial' : 'filled',
          filledContracts: order.filledContractsMicro,
          averagePrice: order.filledContractsMicro > 0n ? order.avgFillPriceUsd : null,
        };
      }
    }
    await pause(pollAfter(FOLLOW_POLL_MS, NOTHING_FAILED), signal);
  }
  return null;
}
