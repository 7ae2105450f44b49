import type { Instruction } from '@contract/transactions/instruction.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import type { PlatformKeys } from '../keys.ts';
import type { MintSpec } from '../mints.ts';
import { assemble, closeTokenAccount, ensureTokenAccount, memoInstruction, moveTokens } from './parts.ts';

/** What the exchange's own transactions have in common: the sponsor pays, the authority signs the memo. */
interface ServiceTransaction {
  memo: string;
  blockhash: string;
}
interface EscrowTransaction extends ServiceTransaction {
  owner: string;
  order: string;
  mint: MintSpec;
  /** Who paid the escrow's rent and gets it back. */
  rentReceiver: string;
}
/** `cost + fee + refund` must be all that the escrow holds: read it from the ledger, as anybody may add to it. */
export interface FillBuy extends EscrowTransaction {
  cost: bigint;
  fee: bigint;
  refund: bigint;
}
export interface FailOrder extends EscrowTransaction {
  amount: bigint;
}
/** `proceeds` go to the owner, `fee` to the exchange; together they leave the vault. */
export interface FillSell extends ServiceTransaction {
  owner: string;
  mint: MintSpec;
  proceeds: bigint;
  fee: bigint;
}
export interface Payout extends ServiceTransaction {
  owner: string;
  mint: MintSpec;
  amount: bigint;
}

/** A transfer, unless there is nothing to move. */
const moveAny = (from: string, to: string, mint: MintSpec, amount: bigint): Instruction[] =>
  amount > 0n ? [moveTokens(from, to, mint, amount)] : [];

/** Returns tokens to a wallet, whose account may have been closed meanwhile. */
const giveBack = (
  payer: string,
  from: string,
  owner: string,
  mint: MintSpec,
  amount: bigint,
): Instruction[] =>
  amount > 0n ? [ensureTokenAccount(payer, owner, mint), moveTokens(from, owner, mint, amount)] : [];

/** Spends an escrow: cost to the vault, fee to the exchange, the rest back. Signers: sponsor, order, authority. */
export function buildFillBuy(keys: PlatformKeys, fill: FillBuy): VersionedTransaction {
  const { sponsor, vault, fees, authority } = keys;
  return assemble('fillBuy', sponsor.address, fill.blockhash, [
    ...moveAny(fill.order, vault.address, fill.mint, fill.cost),
    ...moveAny(fill.order, fees.address, fill.mint, fill.fee),
    ...giveBack(sponsor.address, fill.order, fill.owner, fill.mint, fill.refund),
    closeTokenAccount(fill.order, fill.mint, fill.rentReceiver),
    memoInstruction(fill.memo, [authority.address]),
  ]);
}

/** Pays a sale out of the vault. Signers: sponsor, vault, authority. */
export function buildFillSell(keys: PlatformKeys, fill: FillSell): VersionedTransaction {
  const { sponsor, vault, fees, authority } = keys;
  return assemble('fillSell', sponsor.address, fill.blockhash, [
    ...giveBack(sponsor.address, vault.address, fill.owner, fill.mint, fill.proceeds),
    ...moveAny(vault.address, fees.address, fill.mint, fill.fee),
    memoInstruction(fill.memo, [authority.address]),
  ]);
}

/** Returns all of an escrow, at the exchange's expense. Signers: sponsor, order, authority. */
export function buildFailOrder(keys: PlatformKeys, order: FailOrder): VersionedTransaction {
  const { sponsor, authority } = keys;
  return assemble('failOrder', sponsor.address, order.blockhash, [
    ...giveBack(sponsor.address, order.order, order.owner, order.mint, order.amount),
    closeTokenAccount(order.order, order.mint, order.rentReceiver),
    memoInstruction(order.memo, [authority.address]),
  ]);
}

/** Pays a settled position without its owner, at the exchange's expense. Signers: sponsor, vault, authority. */
export function buildPayout(keys: PlatformKeys, payout: Payout): VersionedTransaction {
  const { sponsor, vault, authority } = keys;
  return assemble('payout', sponsor.address, payout.blockhash, [
    ...giveBack(sponsor.address, vault.address, payout.owner, payout.mint, payout.amount),
    memoInstruction(payout.memo, [authority.address]),
  ]);
}

/** Records something that moves no money. Signers: sponsor, authority. */
export function buildServiceMemo(
  keys: PlatformKeys,
  { memo, blockhash }: ServiceTransaction,
): VersionedTransaction {
  const { sponsor, authority } = keys;
  return assemble('memo', sponsor.address, blockhash, [memoInstruction(memo, [authority.address])]);
}
