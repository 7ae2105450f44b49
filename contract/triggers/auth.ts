import * as z from 'zod/mini';
import { pubkey, pubkeyInput } from '../ids.ts';
import { openEnum, orNull, rawAmount } from '../wire.ts';

/** Seconds a challenge can be answered, and seconds a token is good for. */
export const CHALLENGE_SECONDS = 300;
export const TOKEN_SECONDS = 86_400;

const challengeType = z.enum(['message', 'transaction'], 'must be message or transaction');
export const challengeBody = z.strictObject({ walletPubkey: pubkeyInput, type: challengeType });
/** `challenge`: text to sign as a message. `transaction`: base64, to be signed and never submitted. */
export const challengeAnswer = z.union([
  z.object({ type: z.literal('message'), challenge: z.string() }),
  z.object({ type: z.literal('transaction'), transaction: z.string() }),
]);

/** Raw units as text or as a number. */
export const rawUnitsInput = z.union([
  z.string().check(z.regex(/^\d{1,20}$/, 'must be a whole number of raw units')),
  z.int().check(z.gte(0, 'must be a whole number of raw units')),
]);
/** A transaction in base64, signed by the wallet. */
export const signedTransaction = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(4096, 'is too long'));
export const requestId = z
  .string()
  .check(z.minLength(1, 'must not be empty'), z.maxLength(80, 'is too long'));

const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/;
/** `signature` (base58) answers a message, `signedTransaction` (base64) a transaction. */
export const verifyBody = z.strictObject({
  type: challengeType,
  walletPubkey: pubkeyInput,
  signature: z.optional(z.string().check(z.regex(SIGNATURE, 'must be a base58 signature'))),
  signedTransaction: z.optional(signedTransaction),
});
export const verifyAnswer = z.object({ token: z.string() });

/** What a vault holds of one mint. `inOrders`: what its orders still need; the rest is idle. */
export const vaultBalance = z.object({ mint: pubkey, amount: rawAmount, inOrders: rawAmount });
export const vault = z.object({
  userPubkey: pubkey,
  vaultPubkey: pubkey,
  vaultId: z.string(),
  /** Given by the paper exchange; elsewhere the chain is asked. */
  balances: z.optional(z.array(vaultBalance)),
});

export const craftDepositBody = z.strictObject({
  inputMint: pubkeyInput,
  outputMint: pubkeyInput,
  userAddress: pubkeyInput,
  amount: rawUnitsInput,
  orderType: z.optional(z.enum(['price'], 'must be price')),
  orderSubType: z.optional(z.enum(['single', 'oco', 'otoco'], 'must be single, oco or otoco')),
  /** Paper: digest of the terms of the order that this deposit is for, and for no other (`termsOfPriceOrder`). */
  orderDigest: z.optional(z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'must be a digest'))),
});
/**
 * `receiverAddress` is the vault; `inputTokenAccount` the account of the vault that receives the deposit (the vault
 * itself for SOL), `outputTokenAccount` the one of the wallet that the output goes to.
 */
export const craftDepositAnswer = z.object({
  transaction: z.string(),
  requestId: z.string(),
  receiverAddress: pubkey,
  mint: pubkey,
  amount: rawAmount,
  tokenDecimals: z.number(),
  inputTokenAccount: orNull(pubkey),
  outputTokenAccount: orNull(pubkey),
});

export const triggerOrderType = openEnum(['single', 'oco', 'otoco']);
