import * as z from 'zod/mini';
import { eventId, marketId, marketIdInput, pubkey, pubkeyInput, signature } from '../ids.ts';
import { pageQuery } from '../page.ts';
import { sends } from '../sends.ts';
import {
  bigInteger,
  contractsMicro,
  listOrEmpty,
  openEnum,
  orNull,
  textOrEmpty,
  unixSeconds,
  usd,
  whole,
} from '../wire.ts';
import { eventMetadata } from './event.ts';
import { marketMetadata } from './market.ts';

const ORDER_STATUSES = ['created', 'pending', 'partiallyfilled', 'filled', 'failed'] as const;
/** In whatever letters it comes; one that is not known as it comes. Of all that platforms say, three are documented and sent. */
export const orderStatusText = sends(
  z.pipe(
    z.string(),
    z.transform(
      (text): (typeof ORDER_STATUSES)[number] | (string & {}) =>
        ORDER_STATUSES.find((known) => known === text.toLowerCase()) ?? text,
    ),
  ),
  () => z.enum(['pending', 'filled', 'failed']),
);

/** An order. Amounts in micro-USD, quantities in micro-contracts, instants in Unix seconds (`filledAt` 0: pending). */
export const order = z.object({
  pubkey,
  owner: pubkey,
  ownerPubkey: pubkey,
  market: z.string(),
  marketId,
  marketIdHash: z.string(),
  eventId,
  position: pubkey,
  status: orderStatusText,
  isYes: z.boolean(),
  isBuy: z.boolean(),
  createdAt: unixSeconds,
  updatedAt: unixSeconds,
  contracts: bigInteger,
  contractsMicro,
  contractsDecimal: z.string(),
  maxFillPriceUsd: usd,
  maxBuyPriceUsd: orNull(usd),
  minSellPriceUsd: orNull(usd),
  filledAt: unixSeconds,
  filledContracts: bigInteger,
  filledContractsMicro: contractsMicro,
  filledContractsDecimal: z.string(),
  avgFillPriceUsd: usd,
  settled: z.boolean(),
  orderId: textOrEmpty,
  sizeUsd: usd,
  eventMetadata,
  marketMetadata,
  externalOrderId: textOrEmpty,
  bump: whole,
  orderType: openEnum(['market', 'limit']),
});
export type Order = z.output<typeof order>;
export type OrderWire = z.input<typeof order>;

/** A positive integer as digits or a safe number: no sign, no exponent, no hex, no fraction. */
const positiveInteger = z.pipe(
  z.union([
    z.string().check(z.regex(/^\d{1,20}$/, 'must be a whole number in plain digits')),
    z.number().check(z.refine((n) => Number.isSafeInteger(n) && n >= 0, 'must be a whole number')),
  ]),
  z.transform((value) => BigInt(value)),
);
/** Decimal contracts, at most six decimals. */
const decimalContracts = z.pipe(
  z.union([
    z.string().check(z.regex(/^\d{1,14}(\.\d{1,6})?$/, 'must be a decimal with at most six decimals')),
    z
      .number()
      .check(z.refine((n) => /^\d{1,14}(\.\d{1,6})?$/.test(String(n)), 'must have at most six decimals')),
  ]),
  z.transform((value) => String(value)),
);

/**
 * Create-order request. `isBuy` decides what else is needed: a buy names a market, a side and a deposit or a
 * quantity; a sell names a position and one quantity.
 */
export const createOrderBody = z.strictObject({
  isBuy: z.boolean('must be true or false'),
  isYes: z.optional(z.boolean('must be true or false')),
  ownerPubkey: z.optional(pubkeyInput),
  userPubkey: z.optional(pubkeyInput),
  payerPubkey: z.optional(pubkeyInput),
  integrator: z.optional(pubkeyInput),
  integratorFeeBps: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(10_000, 'must be 0 to 10000')))),
  marketId: z.optional(marketIdInput),
  positionPubkey: z.optional(pubkeyInput),
  contracts: z.optional(positiveInteger),
  contractsMicro: z.optional(positiveInteger),
  contractsDecimal: z.optional(decimalContracts),
  maxBuyPriceUsd: z.optional(positiveInteger),
  minSellPriceUsd: z.optional(positiveInteger),
  depositAmount: z.optional(positiveInteger),
  depositMint: z.optional(pubkeyInput),
  orderType: z.optional(z.enum(['market', 'limit'], 'must be market or limit')),
  skipSigning: z.optional(z.boolean('must be true or false')),
  returnQuoteOnInsufficientFunds: z.optional(z.boolean('must be true or false')),
});
export type CreateOrderBody = z.output<typeof createOrderBody>;
export type CreateOrderBodyWire = z.input<typeof createOrderBody>;

export const txMeta = z.object({ blockhash: z.string(), lastValidBlockHeight: whole });

/** To be handed back unchanged in execute. */
export const executionHint = z.object({ endpoint: z.optional(z.string()), context: z.optional(z.unknown()) });

/** What the order costs and does. `new…` fields describe the position afterwards, never the order itself. */
export const orderQuote = z.object({
  orderPubkey: orNull(pubkey),
  orderAtaPubkey: orNull(pubkey),
  userPubkey: pubkey,
  marketId,
  marketIdHash: z.string(),
  positionPubkey: pubkey,
  isBuy: z.boolean(),
  isYes: z.boolean(),
  contracts: bigInteger,
  contractsMicro,
  contractsDecimal: z.string(),
  newContracts: bigInteger,
  newContractsMicro: contractsMicro,
  newContractsDecimal: z.string(),
  maxBuyPriceUsd: orNull(usd),
  minSellPriceUsd: orNull(usd),
  externalOrderId: orNull(z.string()),
  orderCostUsd: usd,
  newAvgPriceUsd: usd,
  newSizeUsd: usd,
  newPayoutUsd: usd,
  payoutUsd: usd,
  estimatedProtocolFeeUsd: usd,
  estimatedVenueFeeUsd: usd,
  estimatedIntegratorFeeUsd: usd,
  estimatedTotalFeeUsd: usd,
});
export type OrderQuote = z.output<typeof orderQuote>;

export const createOrderAnswer = z.object({
  transaction: orNull(z.string()),
  txMeta: orNull(txMeta),
  externalOrderId: orNull(z.string()),
  requiredSigners: z.array(pubkey),
  order: orderQuote,
  execution: z.optional(executionHint),
  executionModel: z.optional(z.string()),
  settlement: z.optional(z.string()),
});

export const executeBody = z.strictObject({
  signedTransaction: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(4096, 'is too long')),
  requestId: z.optional(z.string().check(z.maxLength(128, 'must be at most 128 characters'))),
  /** The `execution.context` of the build, unchanged: compared with the signed transaction where it is given. */
  context: z.optional(z.unknown()),
  /** Whose transaction it is: compared likewise. */
  ownerPubkey: z.optional(pubkeyInput),
  userPubkey: z.optional(pubkeyInput),
});

/** `Failed` without a signature means that nothing was sent on; with one, the chain has to say what became of it. */
export const executeAnswer = z.object({
  status: openEnum(['Success', 'Failed']),
  signature: orNull(signature),
  error: orNull(z.string()),
  requestId: z.optional(z.string()),
});

const statusEntry = z.object({
  eventType: z.string(),
  status: orderStatusText,
  rawStatus: textOrEmpty,
  timestamp: unixSeconds,
  signature: orNull(z.string()),
  externalOrderId: textOrEmpty,
  orderId: textOrEmpty,
});
export const orderStatus = z.object({
  orderPubkey: pubkey,
  status: orderStatusText,
  latestEventType: orNull(z.string()),
  latestSignature: orNull(z.string()),
  externalOrderId: textOrEmpty,
  orderId: textOrEmpty,
  history: listOrEmpty(statusEntry),
});

export const ordersQuery = z.strictObject({
  ownerPubkey: z.optional(pubkeyInput),
  userPubkey: z.optional(pubkeyInput),
  ...pageQuery,
});
export const orderParams = z.strictObject({ orderPubkey: pubkeyInput });

export const closeOrderBody = z.strictObject({
  orderPubkey: pubkeyInput,
  ownerPubkey: z.optional(pubkeyInput),
  userPubkey: z.optional(pubkeyInput),
  payerPubkey: z.optional(pubkeyInput),
  skipSigning: z.optional(z.boolean('must be true or false')),
});
const closeOrderAccounts = z.object({
  owner: pubkey,
  authority: pubkey,
  vault: pubkey,
  marketId: z.string(),
  position: pubkey,
  order: pubkey,
  orderAta: pubkey,
  ownerTokenAccount: pubkey,
  settlementMint: pubkey,
});
export const closeOrderAnswer = z.object({
  transaction: z.string(),
  blockhash: z.string(),
  lastValidBlockHeight: whole,
  requiredSigners: z.array(pubkey),
  computeUnits: whole,
  orderPubkey: pubkey,
  accounts: closeOrderAccounts,
});
export type CloseOrderAnswer = z.output<typeof closeOrderAnswer>;

export const closeAllOrdersBody = z.strictObject({
  ownerPubkey: z.optional(pubkeyInput),
  userPubkey: z.optional(pubkeyInput),
  payerPubkey: z.optional(pubkeyInput),
  statuses: z.optional(z.array(z.enum(['pending', 'filled', 'failed'])).check(z.maxLength(3))),
});
export const closeAllOrdersAnswer = z.object({ data: z.array(closeOrderAnswer) });
