import { addressOf, isTokenProgram, PROGRAMS } from './addresses.ts';
import type { StoredAccount, TokenHolding } from './ledger.ts';
import { isTokenAccountData, tokenAmountOf, tokenOwnerBytes } from './token-layout.ts';

/** Whether an account of a token program can be spent: those of the newer one, to which the tokens of outcomes belong. */
export const canBeSpent = (program: string): boolean => program === PROGRAMS.token2022;

/**
 * Whether nothing is left in an account of tokens that stays behind for good: whoever trades rounds has one more with
 * each of them. Whoever holds it can do without it until somebody names it.
 */
export const isSpent = ({ program, amount }: Pick<TokenHolding, 'program' | 'amount'>): boolean =>
  canBeSpent(program) && amount === 0n;

/** With whom an account comes to memory and leaves it: with who holds the tokens in it, else by itself. */
export function comesWith({ pubkey, owner, data }: StoredAccount): string {
  if (!isTokenProgram(owner) || !isTokenAccountData(data)) return pubkey;
  return isSpent({ program: owner, amount: tokenAmountOf(data) }) ? pubkey : addressOf(tokenOwnerBytes(data));
}
