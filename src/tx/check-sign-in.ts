import type { Pubkey } from '@contract/ids.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import { parseTransaction } from './check.ts';
import { decodeTx } from './decode.ts';

export type SignInCheck =
  | { verdict: 'harmless'; tx: VersionedTransaction }
  /** Never signed. */
  | { verdict: 'refused'; reason: string };

const refused = (reason: string): SignInCheck => ({ verdict: 'refused', reason });

/**
 * A transaction that proves who the wallet's holder is carries a memo of this service and does nothing else: it is
 * signed and never submitted, and would move nothing if it were. `memo`: how the memo has to begin.
 */
export function checkSignInTransaction(base64: string, owner: Pubkey, memo: string): SignInCheck {
  const tx = parseTransaction(base64);
  if (!tx) return refused('it cannot be read as a transaction');
  try {
    const { effects, feePayer, signers, hasLookupTables } = decodeTx(tx);
    if (feePayer !== owner) return refused('its fee payer is not your wallet');
    if (signers.length !== 1) return refused('it asks for signatures besides yours');
    if (hasLookupTables) return refused('it refers to accounts that cannot be seen');
    const memos = effects.filter((effect) => effect.type === 'memo');
    const budget = effects.filter(({ type }) => type === 'compute-units' || type === 'compute-price');
    if (effects.length !== memos.length + budget.length) return refused('it does more than carry a memo');
    if (memos.length !== 1 || !memos[0]?.text.startsWith(memo)) {
      return refused('its memo is not a sign-in of this service');
    }
    return { verdict: 'harmless', tx };
  } catch {
    return refused('its instructions cannot be read');
  }
}
