import * as z from 'zod/mini';
import { eventId, marketId, marketIdInput, pubkey, pubkeyInput } from '../ids.ts';
import { pageQuery, queryBoolean } from '../page.ts';
import { sendsHere } from '../sends.ts';
import {
  bigInteger,
  contractsMicro,
  instantOrNull,
  markPrice,
  orNull,
  unixSeconds,
  usd,
  whole,
} from '../wire.ts';
import { eventMetadata } from './event.ts';
import { marketMetadata } from './market.ts';
import { createOrderAnswer, txMeta } from './order.ts';

/** Mint that a position pays out in: the one it was bought with. Not every service says it. */
const settlementMint = z.optional(z.nullable(pubkey));

/** A position. Values are null once the market has closed; state comes from the flags, never from a sign. */
export const position = z.object({
  pubkey,
  owner: pubkey,
  ownerPubkey: pubkey,
  market: z.string(),
  marketId,
  marketIdHash: z.string(),
  isYes: z.boolean(),
  contracts: bigInteger,
  contractsMicro,
  contractsDecimal: z.string(),
  totalCostUsd: usd,
  sizeUsd: usd,
  valueUsd: orNull(usd),
  avgPriceUsd: usd,
  markPriceUsd: markPrice,
  sellPriceUsd: markPrice,
  pnlUsd: orNull(usd),
  pnlUsdPercent: orNull(z.number()),
  pnlUsdAfterFees: orNull(usd),
  pnlUsdAfterFeesPercent: orNull(z.number()),
  openOrders: whole,
  feesPaidUsd: usd,
  integratorFeeUsd: usd,
  realizedPnlUsd: sendsHere(usd, () => z.int()),
  claimed: z.boolean(),
  claimedUsd: usd,
  openedAt: unixSeconds,
  updatedAt: unixSeconds,
  claimableAt: instantOrNull,
  payoutUsd: usd,
  bump: whole,
  eventId,
  eventMetadata,
  marketMetadata,
  settlementDate: instantOrNull,
  claimable: z.boolean(),
  settlementMint,
});
export type Position = z.output<typeof position>;
export type PositionWire = z.input<typeof position>;

const MAX_OWNERS = 50;
/** One owner or several, comma-separated. */
const owners = z.pipe(
  z.string().check(z.maxLength(2_500)),
  z
    .pipe(
      z.string(),
      z.transform((text) => text.split(',')),
    )
    .check(
      z.refine((keys) => keys.length <= MAX_OWNERS, `must hold at most ${MAX_OWNERS} keys`),
      z.refine(
        (keys) => keys.every((key) => pubkeyInput.safeParse(key).success),
        'must be base58 public keys',
      ),
    ),
);
const whichPositions = {
  marketPubkey: z.optional(pubkeyInput),
  marketId: z.optional(marketIdInput),
  isYes: z.optional(queryBoolean),
  includePrices: z.optional(queryBoolean),
};
export const positionsQuery = z.strictObject({
  ownerPubkey: z.optional(pubkeyInput),
  userPubkey: z.optional(pubkeyInput),
  ...whichPositions,
  ...pageQuery,
});
export const positionParams = z.strictObject({ positionPubkey: pubkeyInput });
export const positionQuery = z.strictObject({ includePrices: z.optional(queryBoolean) });
/** One of the two names of the owners has to be there. */
export const positionsV2Query = z.strictObject({
  ownerPubkey: z.optional(owners),
  userPubkey: z.optional(owners),
  ...whichPositions,
});
export const positionsV2 = z.object({ data: z.record(z.string(), z.array(position)) });

const actor = {
  ownerPubkey: z.optional(pubkeyInput),
  userPubkey: z.optional(pubkeyInput),
  payerPubkey: z.optional(pubkeyInput),
};
export const closePositionBody = z.strictObject(actor);
export const closeAllPositionsBody = z.strictObject({
  ...actor,
  minSellPriceSlippageBps: z.nullable(z.int().check(z.gte(0), z.lte(10_000, 'must be 0 to 10000'))),
});
export const claimBody = z.strictObject(actor);

export const claimAnswer = z.object({
  transaction: z.string(),
  txMeta,
  requiredSigners: z.array(pubkey),
  position: z.object({
    positionPubkey: pubkey,
    marketPubkey: z.string(),
    userPubkey: pubkey,
    ownerPubkey: pubkey,
    isYes: z.boolean(),
    contracts: bigInteger,
    contractsMicro,
    contractsDecimal: z.string(),
    payoutAmountUsd: usd,
    settlementMint,
  }),
});
export type ClaimAnswer = z.output<typeof claimAnswer>;

export const closeAllPositionsAnswer = z.object({ data: z.array(z.union([createOrderAnswer, claimAnswer])) });
