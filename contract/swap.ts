import * as z from 'zod/mini';
import { pubkeyInput } from './ids.ts';
import { instantOrNull, openEnum, orNull, rawAmount, textOrEmpty, whole } from './wire.ts';

export const swapOrderQuery = z.strictObject({
  inputMint: pubkeyInput,
  outputMint: pubkeyInput,
  amount: z.pipe(
    z.string().check(z.regex(/^\d{1,20}$/, 'must be a whole number in plain digits')),
    z.transform((text) => BigInt(text)),
  ),
  taker: z.optional(pubkeyInput),
  slippageBps: z.optional(z.string().check(z.regex(/^\d{1,5}$/, 'must be a whole number'))),
});
/** A quote that cannot be built has an empty `transaction` and says why: it is not executable. */
export const swapOrder = z.object({
  requestId: z.string(),
  transaction: textOrEmpty,
  inAmount: rawAmount,
  outAmount: rawAmount,
  slippageBps: whole,
  feeBps: whole,
  expireAt: instantOrNull,
  errorCode: z.optional(z.union([z.string(), z.number()])),
  errorMessage: z.optional(z.string()),
});
export const swapExecuteBody = z.strictObject({
  signedTransaction: z.string().check(z.minLength(1), z.maxLength(4096)),
  requestId: z.string().check(z.minLength(1), z.maxLength(128)),
});
export const swapExecuteAnswer = z.object({
  status: openEnum(['Success', 'Failed']),
  signature: orNull(z.string()),
  error: z.optional(z.string()),
  code: z.optional(z.number()),
});
