import * as z from 'zod/mini';
import { pubkey, pubkeyInput } from '../ids.ts';
import { queryInteger } from '../page.ts';
import { openEnum, orNull, rawAmount, textOrEmpty } from '../wire.ts';
import { requestId, signedTransaction } from './auth.ts';

const amountInput = z.string().check(z.regex(/^\d{1,20}$/, 'must be a whole number of raw units'));
const computeUnitPrice = z.optional(z.string().check(z.maxLength(20, 'is too long')));

/** Sell `makingAmount` of the input for at least `takingAmount` of the output. `expiredAt`: Unix seconds as text. */
export const v1CreateOrderBody = z.strictObject({
  inputMint: pubkeyInput,
  outputMint: pubkeyInput,
  maker: pubkeyInput,
  payer: z.optional(pubkeyInput),
  params: z.strictObject({
    makingAmount: amountInput,
    takingAmount: amountInput,
    expiredAt: z.optional(z.string().check(z.regex(/^\d{1,12}$/, 'must be Unix seconds'))),
    slippageBps: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'must be a whole number'))),
  }),
  computeUnitPrice,
  wrapAndUnwrapSol: z.optional(z.boolean('must be true or false')),
});
export const v1CreateOrderAnswer = z.object({
  transaction: z.string(),
  requestId: z.string(),
  order: z.optional(pubkey),
});

export const v1CancelOrderBody = z.strictObject({ maker: pubkeyInput, order: pubkeyInput, computeUnitPrice });
export const v1CancelOrderAnswer = z.object({ transaction: z.string(), requestId: z.string() });
export const v1CancelOrdersBody = z.strictObject({
  maker: pubkeyInput,
  orders: z.optional(z.array(pubkeyInput).check(z.maxLength(100, 'must hold at most 100 orders'))),
  computeUnitPrice,
});
export const v1CancelOrdersAnswer = z.object({ transactions: z.array(z.string()), requestId: z.string() });

export const v1ExecuteBody = z.strictObject({
  requestId,
  signedTransaction,
});
/** `code` 0: landed. `Failed` means nothing did. */
export const v1ExecuteAnswer = z.object({
  status: openEnum(['Success', 'Failed']),
  signature: orNull(z.string()),
  code: z.number(),
  error: z.optional(z.string()),
});

export const v1OrdersQuery = z.strictObject({
  user: pubkeyInput,
  orderStatus: z.enum(['active', 'history'], 'must be active or history'),
  page: z.optional(queryInteger),
  inputMint: z.optional(pubkeyInput),
  outputMint: z.optional(pubkeyInput),
});
/** `…Amount` in decimal tokens, empty where their decimals are not known, `raw…Amount` in raw units; instants in ISO 8601. */
export const v1Order = z.object({
  userPubkey: pubkey,
  orderKey: pubkey,
  inputMint: pubkey,
  outputMint: pubkey,
  makingAmount: z.string(),
  takingAmount: z.string(),
  remainingMakingAmount: z.string(),
  remainingTakingAmount: z.string(),
  rawMakingAmount: rawAmount,
  rawTakingAmount: rawAmount,
  rawRemainingMakingAmount: rawAmount,
  rawRemainingTakingAmount: rawAmount,
  expiredAt: orNull(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  status: openEnum(['Open', 'Completed', 'Cancelled', 'Expired']),
  openTx: textOrEmpty,
  closeTx: textOrEmpty,
});
export type V1OrderWire = z.input<typeof v1Order>;
export const v1Orders = z.object({
  user: pubkey,
  orderStatus: z.string(),
  orders: z.array(v1Order),
  totalPages: z.number(),
  totalItems: z.number(),
  page: z.number(),
  /** Whether another page follows. */
  hasMoreData: z.optional(z.boolean()),
});
