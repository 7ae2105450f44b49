import type { Pubkey } from '@contract/ids.ts';
import { AppError } from '@/api/app-error.ts';
import { type TriggerOrder, triggerKeys } from '@/api/triggers.queries.ts';
import { withdrawalExpectation } from '@/tx/expectations.ts';
import type { Review, TxIntent } from '@/tx/types.ts';
import { assetsOf, assetsText, isStranded, orderTitle, type TokenOf } from './orders-words.ts';

/** What the withdrawal of an order needs of the service and the chain. */
export interface WithdrawPorts {
  /** Stops the order, and answers a fresh transaction each time. */
  cancel: (
    id: string,
    signal: AbortSignal,
  ) => Promise<{ id: string; transaction: string; requestId: string }>;
  read: (id: string, signal: AbortSignal) => Promise<TriggerOrder>;
  /** Block height now. */
  height: () => Promise<number>;
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Mint that stands for SOL itself. */
  native: Pubkey;
  tokenOf: TokenOf;
}

/** Blocks that a transaction stays valid for: what has just been built cannot land later than that. */
const VALID_BLOCKS = 150;
const RETRY_MS = 1_000;
const MAX_RETRIES = 30;

/** A fill is under way: the service asks for a little patience. */
const isNotReady = (error: unknown): boolean =>
  error instanceof AppError && error.kind === 'refused' && /retry shortly|not yet/i.test(error.message);

async function stopped(id: string, { cancel, wait }: WithdrawPorts, signal: AbortSignal) {
  for (let tries = 0; ; tries++) {
    try {
      return await cancel(id, signal);
    } catch (error) {
      if (!isNotReady(error) || tries === MAX_RETRIES) throw error;
      await wait(RETRY_MS, signal);
    }
  }
}

/**
 * Ends an order and brings back what it has left: stops it, has the withdrawal signed, and confirms it. Every step may
 * be repeated: a stopped order stays stopped, another withdrawal of it is another transaction, and only one can land.
 */
export function withdrawIntent(order: TriggerOrder, owner: Pubkey, ports: WithdrawPorts): TxIntent {
  const { tokenOf } = ports;
  const shown = assetsText(assetsOf(order), tokenOf);
  let returned = shown;
  return {
    kind: 'cancel',
    title: `${isStranded(order) ? 'Recover' : 'Cancel'} · ${orderTitle(order, tokenOf)}`,
    owner,
    async build(signal) {
      const answer = await stopped(order.id, ports, signal);
      const now = await ports.read(order.id, signal);
      const assets = assetsOf(now);
      if (answer.id !== order.id || now.id !== order.id || now.userPubkey !== owner) {
        throw new AppError(
          'refused',
          'The service built the withdrawal of another order. Nothing was signed.',
        );
      }
      if (assets.length === 0) {
        throw new AppError('refused', 'The order has nothing left to withdraw: it has probably been filled.');
      }
      returned = assetsText(assets, tokenOf);
      const review: Review =
        returned === shown
          ? { verdict: 'as-shown' }
          : {
              verdict: 'ask',
              title: 'Part of this order was executed meanwhile',
              lines: [`${returned} comes back, instead of ${shown}.`],
            };
      return {
        built: {
          transaction: answer.transaction,
          lastValidBlockHeight: Math.min(Number.MAX_SAFE_INTEGER, (await ports.height()) + VALID_BLOCKS),
          requiredSigners: [owner],
          expectation: withdrawalExpectation(
            owner,
            assets.map((asset) => ({ ...asset, isNative: asset.mint === ports.native })),
            order.id,
          ),
          orderPubkey: null,
          via: { to: 'trigger-withdrawal', order: order.id, cancelRequestId: answer.requestId },
        },
        review,
      };
    },
    declined: isStranded(order)
      ? 'Not signed. The funds stay in your vault.'
      : 'Not signed. The order is stopped; what it has left stays in your vault.',
    describe: () => `${returned} returned to your wallet`,
    invalidates: [triggerKeys.of(owner)],
  };
}
