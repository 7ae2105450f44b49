import {
  computeUnitLimit,
  computeUnitPrice,
  type Instruction,
  memo as memoOf,
  tokenInstructions,
} from '@contract/transactions/instruction.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import { derive } from '../derive.ts';
import { compileTransaction } from './compile.ts';

/** Longest memo; the VM's memo program meters every byte, and a message must fit in one packet. */
export const MAX_MEMO_BYTES = 180;

/** What each signature of a transaction costs. */
export const SIGNATURE_LAMPORTS = 5_000n;

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
  vaultMove: 160_000,
} as const;
export type TransactionKind = keyof typeof COMPUTE_UNITS;

/** Instructions on the associated token accounts of owners: see the contract. */
export const {
  ensureAccount: ensureTokenAccount,
  move: moveTokens,
  close: closeTokenAccount,
  issue: issueTokens,
} = tokenInstructions(derive);

/** A memo that its signers vouch for. Throws when it is longer than MAX_MEMO_BYTES. */
export function memoInstruction(memo: string, signers: readonly string[]): Instruction {
  const instruction = memoOf(memo, signers);
  const { length } = instruction.data;
  if (length > MAX_MEMO_BYTES) throw new RangeError(`Memo of ${length} bytes: at most ${MAX_MEMO_BYTES}.`);
  return instruction;
}

const NO_PRIORITY_FEE = computeUnitPrice(0n);
const LIMITS = new Map<number, Instruction>(
  Object.values(COMPUTE_UNITS).map((units) => [units, computeUnitLimit(units)]),
);

/** An unsigned version 0 transaction with the compute budget of its kind in front. */
export function assemble(
  kind: TransactionKind,
  payer: string,
  blockhash: string,
  instructions: readonly Instruction[],
): VersionedTransaction {
  const units = COMPUTE_UNITS[kind];
  const budget = [LIMITS.get(units) ?? computeUnitLimit(units), NO_PRIORITY_FEE];
  return compileTransaction(payer, blockhash, [...budget, ...instructions]);
}
