import type { PublicKey, TransactionInstruction, VersionedTransaction as Versioned } from '@solana/web3.js';
import { MessageV0, VersionedTransaction } from '@solana/web3.js';
import { keyOf } from '../addresses.ts';

interface Role {
  key: PublicKey;
  isSigner: boolean;
  isWritable: boolean;
}

const names = new WeakMap<PublicKey, string>();
function nameOf(key: PublicKey): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const name = key.toBase58();
  names.set(key, name);
  return name;
}

/**
 * Compiles instructions into an unsigned version 0 transaction without lookup tables. Same result as web3.js, which
 * encodes every key several times over; here each key is encoded once in its life.
 */
export function compileTransaction(
  payer: string,
  blockhash: string,
  instructions: readonly TransactionInstruction[],
): Versioned {
  const roles = new Map<string, Role>();
  const note = (key: PublicKey, isSigner: boolean, isWritable: boolean) => {
    const role = roles.get(nameOf(key));
    if (role === undefined) {
      roles.set(nameOf(key), { key, isSigner, isWritable });
      return;
    }
    role.isSigner ||= isSigner;
    role.isWritable ||= isWritable;
  };
  note(keyOf(payer), true, true);
  for (const { programId, keys } of instructions) {
    note(programId, false, false);
    for (const { pubkey, isSigner, isWritable } of keys) note(pubkey, isSigner, isWritable);
  }

  const all = [...roles.values()];
  const pick = (isSigner: boolean, isWritable: boolean) =>
    all.filter((role) => role.isSigner === isSigner && role.isWritable === isWritable);
  const writableSigners = pick(true, true);
  const readonlySigners = pick(true, false);
  const writable = pick(false, true);
  const readonly = pick(false, false);
  const staticAccountKeys = [...writableSigners, ...readonlySigners, ...writable, ...readonly].map(
    ({ key }) => key,
  );
  const positions = new Map(staticAccountKeys.map((key, index) => [nameOf(key), index]));
  const positionOf = (key: PublicKey): number => positions.get(nameOf(key)) ?? 0;

  const message = new MessageV0({
    header: {
      numRequiredSignatures: writableSigners.length + readonlySigners.length,
      numReadonlySignedAccounts: readonlySigners.length,
      numReadonlyUnsignedAccounts: readonly.length,
    },
    staticAccountKeys,
    recentBlockhash: blockhash,
    compiledInstructions: instructions.map(({ programId, keys, data }) => ({
      programIdIndex: positionOf(programId),
      accountKeyIndexes: keys.map(({ pubkey }) => positionOf(pubkey)),
      data,
    })),
    addressTableLookups: [],
  });
  return new VersionedTransaction(message);
}
