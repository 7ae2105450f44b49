import * as z from 'zod/mini';
import { pubkey, pubkeyInput } from '../ids.ts';
import { queryInteger } from '../page.ts';
import { sends, sendsHere } from '../sends.ts';
import { detail, numeric, openEnum, orNull, rawAmount, textOrEmpty, unixMs, whole } from '../wire.ts';
import { rawUnitsInput, requestId, signedTransaction, triggerOrderType } from './auth.ts';
import { picoPrice, picoPriceInput } from './price.ts';

export const MIN_TRAILING_BPS = 50;
export const MAX_TRAILING_BPS = 9_000;
/** Slippage where none is given: closing a gain or buying a dip may wait, leaving a loss or a breakout may not. */
export const AUTO_SLIPPAGE_BPS = 500;
export const URGENT_SLIPPAGE_BPS = 2_000;
/** Smallest deposit in whole USD. */
export const MIN_DEPOSIT_USD = 10n;
/** Longest life of an order, in milliseconds. */
export const MAX_LIFE_MS = 366 * 86_400_000;

const slippage = z
  .int('must be 0 to 10000')
  .check(z.gte(0, 'must be 0 to 10000'), z.lte(10_000, 'must be 0 to 10000'));
const TRAILING = `must be ${MIN_TRAILING_BPS} to ${MAX_TRAILING_BPS}`;
const trailing = z.int(TRAILING).check(z.gte(MIN_TRAILING_BPS, TRAILING), z.lte(MAX_TRAILING_BPS, TRAILING));
const instantMs = z.int('must be Unix milliseconds').check(z.gte(0, 'must be Unix milliseconds'));
const ORDER_CONTEXTS = ['take_profit', 'stop_loss', 'buy_above', 'buy_below'] as const;
type OrderContext = (typeof ORDER_CONTEXTS)[number];
const orderType = z.enum(['single', 'oco', 'otoco'], 'must be single, oco or otoco');
const condition = z.enum(['above', 'below'], 'must be above or below');

const terms = {
  triggerPriceUsd: z.optional(z.nullable(picoPriceInput)),
  trailingBps: z.optional(z.nullable(trailing)),
  slippageBps: z.optional(z.nullable(slippage)),
  tpPriceUsd: z.optional(z.nullable(picoPriceInput)),
  slPriceUsd: z.optional(z.nullable(picoPriceInput)),
  tpSlippageBps: z.optional(z.nullable(slippage)),
  slSlippageBps: z.optional(z.nullable(slippage)),
};

/**
 * single: `triggerCondition` and one of `triggerPriceUsd`, `trailingBps`. oco: `tpPriceUsd` above `slPriceUsd`.
 * otoco: both, the pair then sells what the first one bought. Prices are decimal USD of `triggerMint`.
 */
export const createPriceOrderBody = z.strictObject({
  orderType,
  depositRequestId: requestId,
  depositSignedTx: signedTransaction,
  userPubkey: pubkeyInput,
  inputMint: pubkeyInput,
  inputAmount: rawUnitsInput,
  outputMint: pubkeyInput,
  triggerMint: pubkeyInput,
  expiresAt: instantMs,
  triggerCondition: z.optional(z.nullable(condition)),
  ...terms,
});
export type CreatePriceOrderBody = z.output<typeof createPriceOrderBody>;
/** The terms of an order in the request that creates it: all but the deposit and its wallet; what is absent is left out. */
export const termsOfPriceOrder = (body: CreatePriceOrderBody): object => {
  const { depositRequestId: _id, depositSignedTx: _tx, userPubkey: _owner, ...terms } = body;
  return Object.fromEntries(
    Object.entries(terms).filter(([, value]) => value !== undefined && value !== null),
  );
};

export const createPriceOrderAnswer = z.object({
  id: z.string(),
  txSignature: z.string(),
  depositConfirmed: z.boolean(),
});

const ORDER_ID = /^[A-Za-z0-9-]{1,64}$/;
const orderId = z.string().check(z.regex(ORDER_ID, 'must be the id of an order'));
export const priceOrderParams = z.strictObject({ id: orderId });
export const updatePriceOrderBody = z.strictObject({
  orderType,
  expiresAt: z.optional(z.nullable(instantMs)),
  ...terms,
});
export const updatePriceOrderAnswer = z.object({ id: z.string() });

export const cancelPriceOrderBody = z.strictObject({});
export const cancelPriceOrderAnswer = z.object({
  id: z.string(),
  transaction: z.string(),
  requestId: z.string(),
});
export const confirmCancelBody = z.strictObject({ signedTransaction, cancelRequestId: requestId });
export const confirmCancelAnswer = z.object({ id: z.string(), txSignature: z.string() });

/** What an order is for. Paper exchanges from before named the legs of a pair by two letters. */
const orderContext = sends(
  z.pipe(
    z.string(),
    z.transform((value): OrderContext | (string & {}) => {
      if (value === 'tp') return 'take_profit';
      return value === 'sl' ? 'stop_loss' : value;
    }),
  ),
  () => z.enum(ORDER_CONTEXTS),
);
const eventState = sendsHere(textOrEmpty, () => z.enum(['success', 'failed', 'pending']));

/** What happened to an order, oldest first. Instants in Unix milliseconds, amounts in raw units. */
export const triggerEvent = z.object({
  type: openEnum(['deposit', 'fill', 'withdrawal', 'cancelled', 'expired']),
  timestamp: unixMs,
  txSignature: orNull(z.string()),
  state: eventState,
  mint: orNull(pubkey),
  amount: orNull(rawAmount),
  outputMint: orNull(pubkey),
  outputAmount: orNull(rawAmount),
  /** What a fill was for; of a pair, also which of the two was cancelled. */
  orderContext: orNull(orderContext),
});
export type TriggerEventWire = z.input<typeof triggerEvent>;

export const triggerOrder = z.object({
  id: z.string(),
  orderType: triggerOrderType,
  orderState: openEnum([
    'pending',
    'open',
    'executing',
    'filled',
    'expired',
    'pending_withdraw',
    'cancelled',
    'failed',
  ]),
  rawState: textOrEmpty,
  userPubkey: pubkey,
  vaultPubkey: pubkey,
  inputMint: pubkey,
  initialInputAmount: rawAmount,
  remainingInputAmount: rawAmount,
  outputMint: pubkey,
  triggerMint: pubkey,
  triggerCondition: orNull(openEnum(['above', 'below'])),
  triggerPriceUsd: orNull(picoPrice),
  slippageBps: orNull(whole),
  tpPriceUsd: orNull(picoPrice),
  slPriceUsd: orNull(picoPrice),
  tpSlippageBps: orNull(whole),
  slSlippageBps: orNull(whole),
  trailingBps: orNull(whole),
  highWatermark: orNull(picoPrice),
  lowWatermark: orNull(picoPrice),
  expiresAt: unixMs,
  createdAt: unixMs,
  updatedAt: unixMs,
  triggeredAt: detail(orNull(unixMs), null),
  outputAmount: orNull(rawAmount),
  inputUsed: orNull(rawAmount),
  fillPercent: orNull(numeric),
  /** The order whose fill created this one. */
  parentOrderId: orNull(z.string()),
  events: z.array(triggerEvent),
});
export type TriggerOrderWire = z.input<typeof triggerOrder>;

export const triggerHistoryQuery = z.strictObject({
  id: z.optional(orderId),
  state: z.optional(z.enum(['active', 'past'], 'must be active or past')),
  mint: z.optional(pubkeyInput),
  limit: z.optional(queryInteger),
  offset: z.optional(queryInteger),
  sort: z.optional(
    z.enum(['updated_at', 'created_at', 'expires_at'], 'must be updated_at, created_at or expires_at'),
  ),
  dir: z.optional(z.enum(['asc', 'desc'], 'must be asc or desc')),
});
export const triggerHistory = z.object({
  orders: z.array(triggerOrder),
  pagination: z.object({ total: whole, limit: whole, offset: whole }),
});
