import { shortKey } from '@contract/ids.ts';
import { type PlainInstruction, type PlainMessage, plainMessage } from '@contract/transactions/guards.ts';
import type { Instruction } from '@contract/transactions/instruction.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import { sameBytes } from './same-bytes.ts';

/** Most compute units that the chain grants to one transaction. */
const MAX_UNITS = 1_400_000;

/** Why a compute-budget instruction is not one of the two that may stand beside the others; null when it is. */
function budgetObjection({ accounts, data }: PlainInstruction, seen: Set<number>): string | null {
  const [tag = -1] = data;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (accounts.length > 0 || seen.has(tag)) return 'its compute budget is not an ordinary one';
  seen.add(tag);
  if (tag === 2 && data.length === 5) {
    return view.getUint32(1, true) <= MAX_UNITS ? null : 'its compute budget is not an ordinary one';
  }
  if (tag === 3 && data.length === 9) {
    const price = view.getBigUint64(1, true);
    return price === 0n ? null : `it pays a priority fee of ${price} micro-lamports a compute unit`;
  }
  return 'its compute budget is not an ordinary one';
}

const sameInstruction = (a: PlainInstruction, b: Instruction): boolean =>
  a.program === b.program &&
  a.accounts.length === b.accounts.length &&
  a.accounts.every((address, index) => address === b.accounts[index]?.address) &&
  sameBytes(a.data, b.data);

const NAMES: Readonly<Record<string, string>> = {
  [PROGRAMS.system]: 'the System program',
  [PROGRAMS.token]: 'the Token program',
  [PROGRAMS.token2022]: 'the Token-2022 program',
  [PROGRAMS.associatedToken]: 'the Associated Token program',
  [PROGRAMS.computeBudget]: 'the Compute Budget program',
  [PROGRAMS.memo]: 'the Memo program',
};
const nameOf = (program: string): string => NAMES[program] ?? `the program ${shortKey(program)}`;

/** What each account may be used for: that of every instruction together, and the payer's. */
function rolesOf({
  payer,
  instructions,
}: OwnerTransaction): Map<string, { signs: boolean; written: boolean }> {
  const roles = new Map([[payer, { signs: true, written: true }]]);
  const note = (address: string, signs: boolean, written: boolean) => {
    const role = roles.get(address) ?? { signs: false, written: false };
    roles.set(address, { signs: role.signs || signs, written: role.written || written });
  };
  for (const { program, accounts } of instructions) {
    note(program, false, false);
    for (const { address, isSigner, isWritable } of accounts) note(address, isSigner, isWritable);
  }
  return roles;
}

/** Whether the header counts no more accounts than there are: the chain refuses any other, and libraries misread it. */
function isCounted({
  message: { header, staticAccountKeys: keys },
  signatures,
}: VersionedTransaction): boolean {
  const { numRequiredSignatures: signers, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header;
  return (
    signatures.length === signers &&
    numReadonlySignedAccounts < signers &&
    signers + numReadonlyUnsignedAccounts <= keys.length
  );
}

/**
 * Compares a transaction with the one that follows from what was shown: payer, instructions and accounts, byte by byte
 * and in order. A compute budget without a priority fee may stand beside them. Empty when it is that transaction; a
 * reason each where it is not.
 */
export function rebuiltDifferences(tx: VersionedTransaction, derived: OwnerTransaction): string[] {
  const found = plainMessage(tx.message);
  if (found?.version !== 0 || found.lookups.length > 0) return ['it refers to accounts that cannot be seen'];
  if (!isCounted(tx)) return ['it counts accounts that it does not name'];
  const reasons: string[] = [];
  const [payer] = found.keys;
  if (payer?.address !== derived.payer) {
    const name = payer ? shortKey(payer.address) : 'nobody';
    reasons.push(`its network fee would be paid by ${name}, not ${shortKey(derived.payer)}`);
  }
  const budgets = new Set<number>();
  const own: PlainInstruction[] = [];
  for (const instruction of found.instructions) {
    if (instruction.program !== PROGRAMS.computeBudget) own.push(instruction);
    else {
      const objection = budgetObjection(instruction, budgets);
      if (objection !== null) reasons.push(objection);
    }
  }
  for (const [index, instruction] of own.entries()) {
    const expected = derived.instructions[index];
    if (expected === undefined) {
      reasons.push(`it has one instruction more than it needs, to ${nameOf(instruction.program)}`);
    } else if (!sameInstruction(instruction, expected)) {
      reasons.push(
        `its instruction ${index + 1}, to ${nameOf(instruction.program)}, is not the one that follows from what is shown`,
      );
    }
  }
  if (own.length < derived.instructions.length) reasons.push('an instruction that it needs is missing');
  return reasons.length > 0 ? reasons : accountDifferences(found, derived);
}

/** Accounts, signers and rights beyond those that the instructions need. */
function accountDifferences({ keys, instructions }: PlainMessage, derived: OwnerTransaction): string[] {
  const roles = rolesOf(derived);
  const budget = instructions.find(({ program }) => program === PROGRAMS.computeBudget);
  if (budget) roles.set(budget.program, { signs: false, written: false });
  const reasons: string[] = [];
  const met = new Set<string>();
  for (const { address, isSigner, isWritable } of keys) {
    const role = roles.get(address);
    if (!role || met.has(address)) reasons.push(`it names ${shortKey(address)}, which it does not need`);
    else if (role.signs !== isSigner) {
      reasons.push(`${shortKey(address)} ${isSigner ? 'would sign' : 'would not sign'} it`);
    } else if (role.written !== isWritable) {
      reasons.push(`${shortKey(address)} ${isWritable ? 'could be changed' : 'could not be changed'} by it`);
    }
    met.add(address);
  }
  return reasons;
}
