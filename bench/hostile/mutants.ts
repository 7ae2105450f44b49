import { computeUnitLimit, computeUnitPrice } from '@contract/transactions/instruction.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import { type MessageCompiledInstruction, MessageV0, PublicKey, TransactionMessage } from '@solana/web3.js';
import type { Case } from './cases.ts';
import { messageOf, type Parts, partsOf } from './compile.ts';
import * as is from './parties.ts';

/* Every small change of an honest message, and what a message does in a form that tells two of them apart. */

const HASH_BYTES = 32;

/** The message of an intent, with the compute budget that the exchange puts before it. */
export function messageWithBudget({ terms, honest }: Case): MessageV0 {
  const budget = [computeUnitLimit(60_000), ...(terms === null ? [] : [computeUnitPrice(0n)])];
  return messageOf({ ...honest, instructions: [...budget, ...honest.instructions] });
}

/** Every list of so many numbers that differs from this one in one place. */
function* others(numbers: readonly number[], most: number): Generator<number[]> {
  for (const [at, now] of numbers.entries()) {
    for (let next = 0; next <= most; next++) if (next !== now) yield numbers.with(at, next);
  }
}

function* instructionMutants(
  one: MessageCompiledInstruction,
  keys: number,
): Generator<MessageCompiledInstruction> {
  for (const [programIdIndex = 0] of others([one.programIdIndex], keys)) yield { ...one, programIdIndex };
  for (const accountKeyIndexes of others(one.accountKeyIndexes, keys)) yield { ...one, accountKeyIndexes };
  for (let index = 0; index < keys; index++)
    yield { ...one, accountKeyIndexes: [...one.accountKeyIndexes, index] };
  for (const at of one.accountKeyIndexes.keys())
    yield { ...one, accountKeyIndexes: one.accountKeyIndexes.toSpliced(at, 1) };
  for (const byte of [0, 1, 255]) yield { ...one, data: Uint8Array.from([...one.data, byte]) };
  for (const at of one.data.keys()) yield { ...one, data: Uint8Array.from([...one.data].toSpliced(at, 1)) };
}

function* swaps<T>(list: readonly T[]): Generator<T[]> {
  for (const [first, one] of list.entries()) {
    for (const [second, other] of list.entries()) {
      if (first < second) yield list.with(first, other).with(second, one);
    }
  }
}

/** Two keys in each other's place, with every index that points at them. */
function* renamed({ staticAccountKeys: keys, compiledInstructions }: Parts): Generator<Partial<Parts>> {
  for (const order of swaps([...keys.keys()])) {
    const place = (index: number) => order.indexOf(index);
    yield {
      staticAccountKeys: order.flatMap((index) => keys[index] ?? []),
      compiledInstructions: compiledInstructions.map((one) => ({
        ...one,
        programIdIndex: place(one.programIdIndex),
        accountKeyIndexes: one.accountKeyIndexes.map(place),
      })),
    };
  }
}

function* partMutants(parts: Parts): Generator<Partial<Parts>> {
  const { header, staticAccountKeys: keys, compiledInstructions: list } = parts;
  for (const [at, one] of list.entries()) {
    for (const other of instructionMutants(one, keys.length))
      yield { compiledInstructions: list.with(at, other) };
    yield { compiledInstructions: list.toSpliced(at, 1) };
    yield { compiledInstructions: list.toSpliced(at, 0, one) };
    yield { compiledInstructions: [...list, one] };
  }
  for (const compiledInstructions of swaps(list)) yield { compiledInstructions };
  for (const staticAccountKeys of swaps(keys)) yield { staticAccountKeys };
  yield* renamed(parts);
  for (const [at] of keys.entries()) {
    for (const key of [is.STRANGER, is.SPARE_ACCOUNT, is.UNKNOWN_PROGRAM])
      yield { staticAccountKeys: keys.with(at, new PublicKey(key)) };
    yield { staticAccountKeys: keys.toSpliced(at, 1) };
  }
  const counts = [
    header.numRequiredSignatures,
    header.numReadonlySignedAccounts,
    header.numReadonlyUnsignedAccounts,
  ];
  for (const [signed = 0, readonlySigned = 0, readonlyUnsigned = 0] of others(counts, keys.length)) {
    yield {
      header: {
        numRequiredSignatures: signed,
        numReadonlySignedAccounts: readonlySigned,
        numReadonlyUnsignedAccounts: readonlyUnsigned,
      },
    };
  }
}

/** Where the blockhash stands in the bytes of a message: behind version, header and keys. */
const hashAt = ({ staticAccountKeys }: MessageV0): number => 1 + 3 + 1 + staticAccountKeys.length * 32;

/** Every byte of the message but those of the blockhash, changed in `flips` bits, one at a time. */
function* byteMutants(message: MessageV0, flips: number): Generator<MessageV0> {
  const bytes = message.serialize();
  const hash = hashAt(message);
  for (const [at, byte] of bytes.entries()) {
    if (at >= hash && at < hash + HASH_BYTES) continue;
    for (let bit = 0; bit < flips; bit++) {
      const changed = Uint8Array.from(bytes);
      // Where not every bit is changed, neighbours are changed in different ones.
      changed[at] = byte ^ (1 << ((at + bit) % 8));
      try {
        yield MessageV0.deserialize(changed);
      } catch {
        // No message at all.
      }
    }
  }
}

/** Every message that differs from this one in one thing. `flips`: changed bits of each byte, up to 8. */
export function* mutantsOf(message: MessageV0, flips: number): Generator<MessageV0> {
  const parts = partsOf(message);
  for (const change of partMutants(parts)) yield new MessageV0({ ...parts, ...change });
  yield* byteMutants(message, flips);
}

const MOST_UNITS = 1_400_000;
/** A limit of units that the chain grants, and a priority fee of nothing: neither has an effect. */
function isIdle(program: string, data: Uint8Array, accounts: number): boolean {
  if (program !== PROGRAMS.computeBudget || accounts > 0) return false;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data[0] === 2 && data.length === 5) return view.getUint32(1, true) <= MOST_UNITS;
  return data[0] === 3 && data.length === 9 && view.getBigUint64(1, true) === 0n;
}

/** What a message does, in one text: payer, instructions, and every key with its rights. Null for none. */
export function effectOf(message: MessageV0): string | null {
  try {
    const { payerKey, instructions } = TransactionMessage.decompile(message);
    const calls = instructions
      .filter(({ programId, data, keys }) => !isIdle(programId.toBase58(), data, keys.length))
      .map(({ programId, data, keys }) => [
        programId.toBase58(),
        keys.map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]),
        [...data],
      ]);
    const rights = message.staticAccountKeys
      .map(
        (key, index) =>
          `${key.toBase58()} ${message.isAccountSigner(index)} ${message.isAccountWritable(index)}`,
      )
      .filter((line) => !line.startsWith(PROGRAMS.computeBudget))
      .sort();
    return JSON.stringify([payerKey.toBase58(), message.addressTableLookups.length, calls, rights]);
  } catch {
    return null;
  }
}
