import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import { freeParlayBinding } from '@contract/prediction/parlay.ts';
import type { AccountOf } from './expectation.ts';
import type { DepositTerms } from './terms.ts';

/* Whom a payment may go to, worked out from the configuration and the terms, never taken from an answer. */

/** Loaded with the check: a form alone needs no code of the chain. */
const codeOfAddresses = () => import('@/tx/decode.ts');

/** Accounts of a vault that may take a deposit, the usual one first: the vault itself for SOL. */
export async function vaultAccounts({ vault, mint, isNative }: DepositTerms): Promise<Pubkey[]> {
  const { associatedTokenAddress, TOKEN_PROGRAM, TOKEN_2022_PROGRAM } = await codeOfAddresses();
  const own = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map(
    (program) => associatedTokenAddress(vault, mint, program) as Pubkey,
  );
  return isNative ? [vault, ...own] : own;
}

/** Where a token account is. */
export const tokenAccountOf = async (): Promise<AccountOf> =>
  (await codeOfAddresses()).associatedTokenAddress;

/**
 * Token account the stake of a parlay goes to, where the deployment says so: USDC is swapped by the vault, stablecoin is
 * locked straight away.
 */
export async function stakeAccount(
  { chain, mints }: Pick<AppConfig, 'chain' | 'mints'>,
  mint: Pubkey,
): Promise<Pubkey | null> {
  const owner = mint === mints.usdc ? chain?.vault : chain?.parlays;
  return owner ? ((await tokenAccountOf())(owner, mint) as Pubkey) : null;
}

/**
 * Text that binds the payment of free parlays to this very request; null where the deployment does not say who is
 * paid, or the page may not hash because it was not loaded safely. `fee`: lamports a parlay.
 */
export async function paymentBinding(
  recipient: Pubkey | null,
  fee: bigint,
  request: { ownerPubkey: string; parlays: { legMarketIds: string[] }[] },
): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!recipient || !subtle) return null;
  const text = freeParlayBinding({ ...request, recipient, fee });
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
