import { PROGRAMS } from './addresses.ts';
import type { TokenHolding } from './ledger.ts';

/** Whether an account of a token program can be spent: those of the newer one, to which the tokens of outcomes belong. */
export const canBeSpent = (program: string): boolean => program === PROGRAMS.token2022;

/**
 * Whether nothing is left in an account of tokens that stays behind for good: whoever trades rounds has one more with
 * each of them. Whoever holds it can do without it until somebody names it.
 */
export const isSpent = ({ program, amount }: Pick<TokenHolding, 'program' | 'amount'>): boolean =>
  canBeSpent(program) && amount === 0n;
