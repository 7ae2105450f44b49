import {
  createBurnCheckedInstruction,
  createInitializeMint2Instruction,
  createInitializePermanentDelegateInstruction,
} from '@solana/spl-token';
import type { TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import { SystemProgram } from '@solana/web3.js';
import { associatedTokenAddress, keyOf } from '../addresses.ts';
import type { PlatformKeys } from '../keys.ts';
import type { MintSpec } from '../mints.ts';
import { OUTCOME_DECIMALS, OUTCOME_MINT_BYTES, outcomeMint } from '../outcome-mints.ts';
import type { OwnerTransaction } from './order-transactions.ts';
import { assembleForOwner } from './order-transactions.ts';
import { assemble, ensureTokenAccount, issueTokens, memoInstruction, moveTokens } from './parts.ts';

/** `contracts` in micro-contracts, which are raw units of the outcome token; money in raw units of `mint`. */
interface Swap extends OwnerTransaction {
  outcome: MintSpec;
  mint: MintSpec;
  contracts: bigint;
  fee: bigint;
}
export interface SwapBuy extends Swap {
  cost: bigint;
}
export interface SwapSell extends Swap {
  proceeds: bigint;
}
export interface CreateOutcomeMint {
  marketId: string;
  /** Rent exemption of the mint. */
  lamports: number;
  blockhash: string;
}
export interface SettleTokens {
  memo: string;
  blockhash: string;
  owner: string;
  outcome: MintSpec;
  /** Token accounts of the owner, with all that each of them holds. */
  burns: readonly { account: string; amount: bigint }[];
  mint: MintSpec;
  payout: bigint;
}

const paid = (from: string, to: string, mint: MintSpec, amount: bigint): TransactionInstruction[] =>
  amount > 0n ? [moveTokens(from, to, mint, amount)] : [];

const burn = (
  account: string,
  { address, decimals, program }: MintSpec,
  authority: string,
  amount: bigint,
): TransactionInstruction =>
  createBurnCheckedInstruction(
    keyOf(account),
    keyOf(address),
    keyOf(authority),
    amount,
    decimals,
    [],
    keyOf(program),
  );

/**
 * Brings an outcome token to life. The vault is its permanent delegate, so that a round settles without its holders'
 * signatures. Signers: sponsor, the mint itself, authority.
 */
export function buildCreateOutcomeMint(keys: PlatformKeys, create: CreateOutcomeMint): VersionedTransaction {
  const { sponsor, mintAuthority, vault, authority } = keys;
  const mint = keys.outcome(create.marketId);
  const { program } = outcomeMint(mint.address);
  return assemble('createOutcome', sponsor.address, create.blockhash, [
    SystemProgram.createAccount({
      fromPubkey: sponsor.publicKey,
      newAccountPubkey: mint.publicKey,
      lamports: create.lamports,
      space: OUTCOME_MINT_BYTES,
      programId: keyOf(program),
    }),
    createInitializePermanentDelegateInstruction(mint.publicKey, vault.publicKey, keyOf(program)),
    createInitializeMint2Instruction(
      mint.publicKey,
      OUTCOME_DECIMALS,
      mintAuthority.publicKey,
      null,
      keyOf(program),
    ),
    memoInstruction(`evenline:outcome:${create.marketId}`, [authority.address]),
  ]);
}

/** Pays for outcome tokens and issues them, at once. Signers: payer, owner, mint authority, authority. */
export function buildSwapBuy(keys: PlatformKeys, swap: SwapBuy): VersionedTransaction {
  const { owner, payer, outcome, mint } = swap;
  return assembleForOwner('swap', keys, swap, [
    ensureTokenAccount(payer, owner, outcome),
    ...paid(owner, keys.vault.address, mint, swap.cost),
    ...paid(owner, keys.fees.address, mint, swap.fee),
    issueTokens(keys.mintAuthority.address, owner, outcome, swap.contracts),
  ]);
}

/** Burns outcome tokens and pays for them, at once. Signers: payer, owner, vault, authority. */
export function buildSwapSell(keys: PlatformKeys, swap: SwapSell): VersionedTransaction {
  const { owner, payer, outcome, mint } = swap;
  return assembleForOwner('swap', keys, swap, [
    burn(associatedTokenAddress(owner, outcome.address, outcome.program), outcome, owner, swap.contracts),
    ensureTokenAccount(payer, owner, mint),
    ...paid(keys.vault.address, owner, mint, swap.proceeds),
    ...paid(keys.vault.address, keys.fees.address, mint, swap.fee),
  ]);
}

/** Burns what a holder has left after a round, and pays what it is worth. Signers: sponsor, vault, authority. */
export function buildSettleTokens(keys: PlatformKeys, settle: SettleTokens): VersionedTransaction {
  const { sponsor, vault, authority } = keys;
  const { owner, mint, payout } = settle;
  return assemble('settleTokens', sponsor.address, settle.blockhash, [
    ...settle.burns.map(({ account, amount }) => burn(account, settle.outcome, vault.address, amount)),
    ...(payout > 0n ? [ensureTokenAccount(sponsor.address, owner, mint)] : []),
    ...paid(vault.address, owner, mint, payout),
    memoInstruction(settle.memo, [authority.address]),
  ]);
}
