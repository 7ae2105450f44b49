import { ownerTransaction } from '@contract/transactions/owner-transactions.ts';
import type { OwnerTerms } from '@contract/transactions/terms.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import { derive } from '../derive.ts';
import type { PlatformKeys } from '../keys.ts';
import { isPlatformAddress } from '../keys.ts';
import { assemble, type TransactionKind } from './parts.ts';

const KINDS: Record<OwnerTerms['intent'], TransactionKind> = {
  buy: 'createBuy',
  sell: 'createSell',
  cancel: 'closeOrder',
  claim: 'claim',
  'swap-buy': 'swap',
  'swap-sell': 'swap',
  parlay: 'parlay',
  'free-parlays': 'parlayEntry',
  deposit: 'triggerDeposit',
  'rate-order': 'triggerDeposit',
  withdrawal: 'triggerWithdrawal',
  'rate-cancel': 'triggerWithdrawal',
};

/** Compute units a transaction for these terms may use. */
export const unitsKindOf = (terms: OwnerTerms): TransactionKind =>
  terms.intent === 'cancel' && terms.escrow === null ? 'createSell' : KINDS[terms.intent];

/**
 * Builds the transaction that a wallet signs for these terms, unsigned. Throws where owner or payer is an address of
 * the exchange's own, for the exchange would complete it with that address's signature; the sponsor may pay for a
 * parlay, which opens no account and moves no lamports, so that the fee is all that it can cost.
 */
export function buildOwnerTransaction(
  keys: PlatformKeys,
  terms: OwnerTerms,
  blockhash: string,
): VersionedTransaction {
  const { payer, instructions } = ownerTransaction(
    terms,
    {
      authority: keys.authority.address,
      vault: keys.vault.address,
      fees: keys.fees.address,
      parlays: keys.parlays.address,
      mintAuthority: keys.mintAuthority.address,
    },
    derive,
  );
  const isSponsored = terms.intent === 'parlay' && payer === keys.sponsor.address;
  if (isPlatformAddress(keys, terms.owner) || (!isSponsored && isPlatformAddress(keys, payer))) {
    throw new RangeError('An address of the exchange can neither own nor pay for what a wallet signs.');
  }
  return assemble(unitsKindOf(terms), payer, blockhash, instructions);
}
