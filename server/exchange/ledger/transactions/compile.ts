import type { Instruction } from '@contract/transactions/instruction.ts';
import type { VersionedTransaction as Versioned } from '@solana/web3.js';
import { MessageV0, VersionedTransaction } from '@solana/web3.js';
import { keyOf } from '../addresses.ts';

interface Role {
  address: string;
  isSigner: boolean;
  isWritable: boolean;
}

/**
 * Compiles instructions into an unsigned version 0 transaction without lookup tables: the same bytes as web3.js, which
 * encodes every key several times over; here each key is decoded once in its life.
 */
export function compileTransaction(
  payer: string,
  blockhash: string,
  instructions: readonly Instruction[],
): Versioned {
  const roles = new Map<string, Role>();
  const note = (address: string, isSigner: boolean, isWritable: boolean) => {
    const role = roles.get(address);
    if (role === undefined) {
      roles.set(address, { address, isSigner, isWritable });
      return;
    }
    role.isSigner ||= isSigner;
    role.isWritable ||= isWritable;
  };
  note(payer, true, true);
  for (const { program, accounts } of instructions) {
    note(program, false, false);
    for (const { address, isSigner, isWritable } of accounts) note(address, isSigner, isWritable);
  }

  const all = [...roles.values()];
  const pick = (isSigner: boolean, isWritable: boolean) =>
    all.filter((role) => role.isSigner === isSigner && role.isWritable === isWritable);
  const writableSigners = pick(true, true);
  const readonlySigners = pick(true, false);
  const writable = pick(false, true);
  const readonly = pick(false, false);
  const ordered = [...writableSigners, ...readonlySigners, ...writable, ...readonly];
  const positions = new Map(ordered.map(({ address }, index) => [address, index]));
  const positionOf = (address: string): number => positions.get(address) ?? 0;

  const message = new MessageV0({
    header: {
      numRequiredSignatures: writableSigners.length + readonlySigners.length,
      numReadonlySignedAccounts: readonlySigners.length,
      numReadonlyUnsignedAccounts: readonly.length,
    },
    staticAccountKeys: ordered.map(({ address }) => keyOf(address)),
    recentBlockhash: blockhash,
    compiledInstructions: instructions.map(({ program, accounts, data }) => ({
      programIdIndex: positionOf(program),
      accountKeyIndexes: accounts.map(({ address }) => positionOf(address)),
      data,
    })),
    addressTableLookups: [],
  });
  return new VersionedTransaction(message);
}
