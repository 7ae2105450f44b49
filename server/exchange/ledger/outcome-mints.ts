import { PROGRAMS } from '@contract/transactions/programs.ts';
import type { MintSpec } from './mints.ts';

/** One contract is one token of six decimals, so that micro-contracts are raw units. */
export const OUTCOME_DECIMALS = 6;
/** An outcome mint: the base layout, the kind of account, and the permanent delegate's extension. */
export const OUTCOME_MINT_BYTES = 202;
/** A Token-2022 associated account, whose owner cannot be changed. */
export const OUTCOME_ACCOUNT_BYTES = 170;

/** The token of an outcome as its market names it, by its address. */
export const outcomeToken = (address: string): { mint: string; program: string } => {
  const { address: mint, program } = outcomeMint(address);
  return { mint, program };
};

/** The token of an outcome by its address. */
export const outcomeMint = (address: string): MintSpec => ({
  address,
  decimals: OUTCOME_DECIMALS,
  program: PROGRAMS.token2022,
});
