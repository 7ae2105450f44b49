import type { AppConfig } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
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
