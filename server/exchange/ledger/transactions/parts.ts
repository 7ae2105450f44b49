import {
  createAssociatedTokenAccountIdempotentInstruction,
  createCloseAccountInstruction,
  createMintToInstruction,
  createTransferCheckedInstruction,
} from '@solana/spl-token';
import type { VersionedTransaction } from '@solana/web3.js';
import { ComputeBudgetProgram, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { associatedTokenAddress, keyOf, PROGRAMS } from '../addresses.ts';
import type { MintSpec } from '../mints.ts';
import { compileTransaction } from './compile.ts';

/** Longest memo; the VM's memo program meters every byte, and a message must fit in one packet. */
export const MAX_MEMO_BYTES = 180;

/** Compute units each kind of transaction may use: twice what it was measured to need. */
export const COMPUTE_UNITS = {
  createBuy: 140_000,
  createSell: 60_000,
  closeOrder: 160_000,
  fillBuy: 160_000,
  fillSell: 140_000,
  failOrder: 140_000,
  parlay: 160_000,
  parlayEntry: 120_000,
  parlayRelease: 80_000,
  claim: 140_000,
  payout: 140_000,
  memo: 60_000,
  faucet: 180_000,
  mint: 80_000,
  createOutcome: 100_000,
  swap: 200_000,
  settleTokens: 260_000,
  triggerDeposit: 140_000,
  triggerFill: 220_000,
  triggerWithdrawal: 300_000,
} as const;
export type TransactionKind = keyof typeof COMPUTE_UNITS;

const encoder = new TextEncoder();

/** A memo that its signers vouch for. Throws when it is longer than MAX_MEMO_BYTES. */
export function memoInstruction(memo: string, signers: readonly string[]): TransactionInstruction {
  const data = encoder.encode(memo);
  if (data.length > MAX_MEMO_BYTES)
    throw new RangeError(`Memo of ${data.length} bytes: at most ${MAX_MEMO_BYTES}.`);
  return new TransactionInstruction({
    programId: keyOf(PROGRAMS.memo),
    keys: signers.map((signer) => ({ pubkey: keyOf(signer), isSigner: true, isWritable: false })),
    data: Buffer.from(data),
  });
}

/** Creates the owner's associated token account unless it is there; `payer` carries its rent. */
export function ensureTokenAccount(payer: string, owner: string, mint: MintSpec): TransactionInstruction {
  return createAssociatedTokenAccountIdempotentInstruction(
    keyOf(payer),
    keyOf(associatedTokenAddress(owner, mint.address, mint.program)),
    keyOf(owner),
    keyOf(mint.address),
    keyOf(mint.program),
  );
}

/** Moves `amount` between the associated token accounts of two owners; the first one signs. */
export function moveTokens(from: string, to: string, mint: MintSpec, amount: bigint): TransactionInstruction {
  return createTransferCheckedInstruction(
    keyOf(associatedTokenAddress(from, mint.address, mint.program)),
    keyOf(mint.address),
    keyOf(associatedTokenAddress(to, mint.address, mint.program)),
    keyOf(from),
    amount,
    mint.decimals,
    [],
    keyOf(mint.program),
  );
}

/** Closes the (empty) associated token account of `owner`; its rent goes to `receiver`. */
export function closeTokenAccount(owner: string, mint: MintSpec, receiver: string): TransactionInstruction {
  return createCloseAccountInstruction(
    keyOf(associatedTokenAddress(owner, mint.address, mint.program)),
    keyOf(receiver),
    keyOf(owner),
    [],
    keyOf(mint.program),
  );
}

/** Issues `amount` of a mint into the associated token account of `owner`. */
export function issueTokens(
  authority: string,
  owner: string,
  mint: MintSpec,
  amount: bigint,
): TransactionInstruction {
  return createMintToInstruction(
    keyOf(mint.address),
    keyOf(associatedTokenAddress(owner, mint.address, mint.program)),
    keyOf(authority),
    amount,
    [],
    keyOf(mint.program),
  );
}

export function moveLamports(from: string, to: string, lamports: bigint): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: keyOf(from), toPubkey: keyOf(to), lamports });
}

const NO_PRIORITY_FEE = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 0 });
const limits = new Map<number, TransactionInstruction>();
function limitInstruction(units: number): TransactionInstruction {
  const known = limits.get(units) ?? ComputeBudgetProgram.setComputeUnitLimit({ units });
  limits.set(units, known);
  return known;
}

/** An unsigned version 0 transaction with the compute budget of its kind in front. */
export function assemble(
  kind: TransactionKind,
  payer: string,
  blockhash: string,
  instructions: readonly TransactionInstruction[],
): VersionedTransaction {
  const budget = [limitInstruction(COMPUTE_UNITS[kind]), NO_PRIORITY_FEE];
  return compileTransaction(payer, blockhash, [...budget, ...instructions]);
}
