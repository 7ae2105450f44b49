import type { Pubkey } from '@contract/ids.ts';
import { type MicroUsd, type TokenAmount, tokenAmount } from '@contract/money.ts';
import type { Expectation } from './types.ts';

/** Rent of the owner's token account should the transaction have to open it, and the network's fee. */
const TOKEN_ACCOUNT_RENT = 2_039_280n;
const FEES = 60_000n;
/** Rent of the accounts that an order may open, and the network's fee. */
const ORDER_LAMPORTS = 6_000_000n;

/** A sale moves nothing when it lands: what it brings comes with the fill. */
export const sellExpectation = (owner: Pubkey, orderPubkey: Pubkey | null): Expectation => ({
  owner,
  feePayer: owner,
  pays: [],
  receives: [],
  maxLamports: ORDER_LAMPORTS,
  memoIncludes: orderPubkey,
});

const receiving = (owner: Pubkey, mint: Pubkey, amount: TokenAmount | null): Expectation => ({
  owner,
  feePayer: owner,
  pays: [],
  receives: amount ? [{ mint, amount, destination: null }] : [],
  maxLamports: TOKEN_ACCOUNT_RENT + FEES,
  memoIncludes: null,
});

/** A claim pays exactly `payout` (micro-USD, one to one in the settlement mint) into an account of the owner. */
export const claimExpectation = (owner: Pubkey, mint: Pubkey, payout: MicroUsd): Expectation =>
  receiving(owner, mint, tokenAmount(payout));

/**
 * A paid parlay pays exactly `stake` of `mint`, to the account named where it is known; the service may pay the fee.
 * A swap inside it happens between accounts of the service.
 */
export const parlayExpectation = (
  owner: Pubkey,
  paid: { mint: Pubkey; stake: TokenAmount; destination: Pubkey | null },
  parlayId: string,
  sponsor: Pubkey | undefined,
): Expectation => ({
  owner,
  feePayer: owner,
  ...(sponsor ? { sponsor } : {}),
  pays: [{ mint: paid.mint, amount: paid.stake, destination: paid.destination }],
  receives: [],
  maxLamports: TOKEN_ACCOUNT_RENT + FEES,
  memoIncludes: parlayId,
});

/** Free parlays pay one entry fee in SOL each, to one key, and no token. `memo`: what binds it to its request. */
export const entryFeeExpectation = (
  owner: Pubkey,
  fees: { count: number; each: bigint; to: Pubkey | null },
  memo: string | null,
): Expectation => ({
  owner,
  feePayer: owner,
  pays: [],
  receives: [],
  maxLamports: BigInt(fees.count) * fees.each + FEES,
  entryFees: fees,
  memoIncludes: memo,
});

/**
 * Cancelling an order brings back exactly what its escrow holds; the escrow's rent may come back on top. Null where no
 * chain can be asked what it holds: nothing can be simulated there either, which the check tells.
 */
export const cancelExpectation = (owner: Pubkey, mint: Pubkey, escrowed: TokenAmount | null): Expectation =>
  receiving(owner, mint, escrowed);

/**
 * A deposit moves exactly `amount` of one mint to the vault and nothing else: tokens to the account named, SOL to the
 * vault itself. `memo`: what binds it to its request, where that is known.
 */
export const depositExpectation = (
  owner: Pubkey,
  deposit: { mint: Pubkey; amount: TokenAmount; destination: Pubkey; isNative: boolean },
  memo: string | null,
): Expectation => ({
  owner,
  feePayer: owner,
  pays: deposit.isNative
    ? []
    : [{ mint: deposit.mint, amount: deposit.amount, destination: deposit.destination }],
  receives: [],
  maxLamports: deposit.isNative ? deposit.amount + FEES : TOKEN_ACCOUNT_RENT + FEES,
  ...(deposit.isNative ? { entryFees: { count: 1, each: deposit.amount, to: deposit.destination } } : {}),
  memoIncludes: memo,
});

/**
 * What an order has left in its vault comes back exactly: tokens into accounts of the owner, SOL to the owner. Nothing
 * leaves but the fee, and the rent of accounts that have to be opened. `memo`: what names the order.
 */
export function withdrawalExpectation(
  owner: Pubkey,
  assets: readonly { mint: Pubkey; amount: TokenAmount; isNative: boolean }[],
  memo: string,
): Expectation {
  const tokens = assets.filter(({ isNative }) => !isNative);
  const native = assets.filter(({ isNative }) => isNative);
  return {
    owner,
    feePayer: owner,
    pays: [],
    receives: tokens.map(({ mint, amount }) => ({ mint, amount, destination: null })),
    maxLamports: BigInt(tokens.length) * TOKEN_ACCOUNT_RENT + FEES,
    ...(native.length > 0 ? { receivesLamports: native.reduce((sum, { amount }) => sum + amount, 0n) } : {}),
    memoIncludes: memo,
  };
}
