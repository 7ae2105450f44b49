import type { TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import type { PlatformKeys } from '../keys.ts';
import { isPlatformAddress } from '../keys.ts';
import type { MintSpec } from '../mints.ts';
import type { TransactionKind } from './parts.ts';
import { assemble, closeTokenAccount, ensureTokenAccount, memoInstruction, moveTokens } from './parts.ts';

/** What every transaction that a wallet signs has in common. Addresses are base58, amounts raw token units. */
export interface OwnerTransaction {
  owner: string;
  /** Pays the fee and any rent; often the owner. */
  payer: string;
  /** Names the order or intent; the owner and the exchange both sign it. */
  memo: string;
  blockhash: string;
}
export interface CreateBuy extends OwnerTransaction {
  /** Address of the order: it owns the escrow. */
  order: string;
  mint: MintSpec;
  amount: bigint;
}
export type CreateSell = OwnerTransaction;
export interface CloseOrder extends OwnerTransaction {
  order: string;
  mint: MintSpec;
  /** All that the escrow holds. */
  amount: bigint;
  /** Who paid the escrow's rent and gets it back. */
  rentReceiver: string;
}

/**
 * A transaction in a wallet's name: the instructions, and the memo that owner and exchange sign. Throws where owner or
 * payer is an address of the exchange's own, for the exchange would complete it with that address's signature.
 */
export function assembleForOwner(
  kind: TransactionKind,
  keys: PlatformKeys,
  { owner, payer, memo, blockhash }: OwnerTransaction,
  instructions: readonly TransactionInstruction[],
): VersionedTransaction {
  if (isPlatformAddress(keys, owner) || isPlatformAddress(keys, payer)) {
    throw new RangeError('An address of the exchange can neither own nor pay for an order.');
  }
  const consent = memoInstruction(memo, [owner, keys.authority.address]);
  return assemble(kind, payer, blockhash, [...instructions, consent]);
}

/** Moves exactly `amount` from the owner into the order's escrow. Signers: payer, owner, authority. */
export function buildCreateBuy(keys: PlatformKeys, order: CreateBuy): VersionedTransaction {
  return assembleForOwner('createBuy', keys, order, [
    ensureTokenAccount(order.payer, order.order, order.mint),
    moveTokens(order.owner, order.order, order.mint, order.amount),
  ]);
}

/** Moves nothing: the owner's consent to a sale, by memo. Signers: payer, owner, authority. */
export function buildCreateSell(keys: PlatformKeys, order: CreateSell): VersionedTransaction {
  return assembleForOwner('createSell', keys, order, []);
}

/** Returns a waiting order's escrow to its owner. Signers: payer, owner, order, authority. */
export function buildCloseOrder(keys: PlatformKeys, order: CloseOrder): VersionedTransaction {
  return assembleForOwner('closeOrder', keys, order, [
    ensureTokenAccount(order.payer, order.owner, order.mint),
    moveTokens(order.order, order.owner, order.mint, order.amount),
    closeTokenAccount(order.order, order.mint, order.rentReceiver),
  ]);
}
