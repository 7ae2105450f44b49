import * as z from 'zod/mini';
import { eventId, marketId, marketIdInput, pubkey, pubkeyInput } from '../ids.ts';
import { sends } from '../sends.ts';
import { openEnum, orNull, unixMs, usd, whole } from '../wire.ts';
import { txMeta } from './order.ts';
import { MAX_PARLAYS, PARLAY_LEGS } from './parlay-limits.ts';

const legMarketIds = z
  .array(marketIdInput)
  .check(z.length(PARLAY_LEGS, `must hold exactly ${PARLAY_LEGS} market ids`));
const items = <T extends z.ZodMiniType>(item: T) =>
  z
    .array(item)
    .check(
      z.minLength(1, 'must hold at least one item'),
      z.maxLength(MAX_PARLAYS, `must hold at most ${MAX_PARLAYS} items`),
    );

export const createParlaysBody = z.strictObject({
  parlays: items(
    z.strictObject({
      ownerPubkey: pubkeyInput,
      payerPubkey: z.optional(pubkeyInput),
      legMarketIds,
      mint: pubkeyInput,
    }),
  ),
});
/** `PY-` and 29 hexadecimal digits, where it is one of this service. */
const parlayId = sends(z.string(), () => z.string().check(z.regex(/^PY-[0-9a-f]{29}$/)));
const itemError = z.object({ status: z.literal('error'), code: z.string(), message: z.string() });
const builtParlay = z.object({
  status: z.literal('ok'),
  transaction: z.string(),
  parlayId,
  nonce: whole,
  positionPubkey: pubkey,
  orderPubkey: pubkey,
  ownerPubkey: pubkey,
  legMarketIds: z.array(marketId),
  stakeUsd: usd,
  /** What it pays if every leg wins, fixed with this build; absent where the service does not say. */
  payoutUsd: z.optional(usd),
  txMeta,
});
export const createParlaysAnswer = z.object({
  parlays: z.array(z.discriminatedUnion('status', [builtParlay, itemError])),
});
export type CreateParlaysAnswer = z.output<typeof createParlaysAnswer>;

export const executeParlaysBody = z.strictObject({
  parlays: items(
    z.strictObject({
      signedTransaction: z.string().check(z.minLength(1), z.maxLength(4096)),
      parlayId: z.string().check(z.minLength(1), z.maxLength(64)),
      nonce: z.int().check(z.gt(0)),
      ownerPubkey: pubkeyInput,
      positionPubkey: pubkeyInput,
      legMarketIds,
    }),
  ),
});
export const executeParlaysAnswer = z.object({
  parlays: z.array(
    z.discriminatedUnion('status', [
      z.object({ status: z.literal('ok'), parlayId: z.string(), txSignature: z.string() }),
      z.object({ status: z.literal('error'), parlayId: z.string(), code: z.string(), message: z.string() }),
    ]),
  ),
});

const freeItems = items(z.strictObject({ legMarketIds }));
export const freeParlaysBody = z.strictObject({ ownerPubkey: pubkeyInput, parlays: freeItems });
export const freeParlaysAnswer = z.object({ paymentTransaction: z.string() });
export const submitFreeParlaysBody = z.strictObject({
  ownerPubkey: pubkeyInput,
  parlays: freeItems,
  signedTransaction: z.string().check(z.minLength(1), z.maxLength(4096)),
});
export const submitFreeParlaysAnswer = z.object({
  txSignature: z.string(),
  parlays: z.array(
    z.discriminatedUnion('status', [
      z.object({
        status: z.literal('ok'),
        parlayId: z.string(),
        ownerPubkey: pubkey,
        legMarketIds: z.array(marketId),
        placedAt: unixMs,
      }),
      itemError,
    ]),
  ),
});

/** `placedAt` is in Unix milliseconds; `stakeUsd` and `payoutUsd` are decimal dollars as text. */
export const parlaySlip = z.object({
  parlayId,
  positionPubkey: orNull(pubkey),
  legs: z.array(z.object({ eventId, marketId })),
  mode: openEnum(['paid', 'free']),
  stakeUsd: z.string(),
  payoutUsd: z.string(),
  placedAt: unixMs,
  claimable: z.boolean(),
  isClaimed: z.boolean(),
  executionStatus: openEnum(['pending', 'success', 'failed']),
});
export type ParlaySlip = z.output<typeof parlaySlip>;
export const slipsQuery = z.strictObject({ walletAddress: pubkeyInput });
export const slipList = z.object({ slips: z.array(parlaySlip) });
export const parlayStats = z.object({ slipCount: whole, uniqueWalletCount: whole, freeSlipCount: whole });
