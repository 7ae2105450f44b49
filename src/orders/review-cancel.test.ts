import type { Pubkey } from '@contract/ids.ts';
import { tokenAmount } from '@contract/money.ts';
import type { CloseOrderAnswer } from '@contract/prediction/order.ts';
import { describe, expect, it } from 'vitest';
import { CANCEL, MARKET, ORDER, OWNER, POSITION, STABLECOIN, STRANGER, USDC } from './fixtures.ts';
import { reviewCancel } from './review-cancel.ts';
import type { CancelTerms } from './terms.ts';

const terms = CANCEL;
const sale: CancelTerms = { ...terms, isBuy: false, deposit: null };
const answer = (
  changes: Partial<CloseOrderAnswer['accounts']> & { orderPubkey?: Pubkey } = {},
): Pick<CloseOrderAnswer, 'orderPubkey' | 'accounts'> => {
  const { orderPubkey = ORDER, ...accounts } = changes;
  const account = {
    owner: OWNER,
    authority: STRANGER,
    vault: STRANGER,
    marketId: MARKET,
    position: POSITION,
    order: ORDER,
    orderAta: STRANGER,
    ownerTokenAccount: STRANGER,
    settlementMint: USDC,
  };
  return { orderPubkey, accounts: { ...account, ...accounts } };
};
const deposit = tokenAmount(6_500_000n);

describe('cancelling', () => {
  it.each([
    ['as shown', terms, answer(), deposit, 'as-shown'],
    ['in the stablecoin', terms, answer({ settlementMint: STABLECOIN }), deposit, 'as-shown'],
    ['with a gift in the escrow', terms, answer(), tokenAmount(6_500_001n), 'as-shown'],
    ['where no chain can be asked', terms, answer(), null, 'as-shown'],
    ['in an unknown token', terms, answer({ settlementMint: STRANGER }), deposit, 'refuse'],
    ['of another order', terms, answer({ orderPubkey: STRANGER }), deposit, 'refuse'],
    ['of another order of the accounts', terms, answer({ order: STRANGER }), deposit, 'refuse'],
    ['of another position', terms, answer({ position: STRANGER }), deposit, 'refuse'],
    ['in another market', terms, answer({ marketId: 'MK-2' }), deposit, 'refuse'],
    ['to another wallet', terms, answer({ owner: STRANGER }), deposit, 'refuse'],
    ['that returns one unit', terms, answer(), tokenAmount(1n), 'refuse'],
    ['that returns one unit less', terms, answer(), tokenAmount(6_499_999n), 'refuse'],
    ['of an empty escrow', terms, answer(), tokenAmount(0n), 'refuse'],
    ['of an empty escrow, filled in part', { ...terms, deposit: null }, answer(), tokenAmount(0n), 'refuse'],
    ['of an order that is filled in part', { ...terms, deposit: null }, answer(), deposit, 'ask'],
    ['of a sale, which has no escrow', sale, answer(), tokenAmount(0n), 'as-shown'],
  ] as const)('%s', (_, shown, given, escrowed, verdict) => {
    expect(reviewCancel(shown, given, escrowed).verdict).toBe(verdict);
  });
});
