import type { VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { addressOf } from './addresses.ts';

interface Reading {
  bytes: Uint8Array;
  addresses: string[];
}
const readings = new WeakMap<VersionedMessage, Reading>();

const VERSION_0 = 0x80;
const HEADER_BYTES = 3;
const KEY_BYTES = 32;
/** A length of the chain's format: seven bits a byte, the least first. */
const lengthBytes = (length: number): number[] =>
  length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...lengthBytes(length >> 7)];

/** A message of version 0 without lookup tables: the same bytes as web3.js, which encodes each key again. */
function plainBytes(message: VersionedMessage, keys: readonly Uint8Array[]): Uint8Array {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = message.header;
  const instructions = message.compiledInstructions.flatMap(({ programIdIndex, accountKeyIndexes, data }) => [
    Uint8Array.of(programIdIndex, ...lengthBytes(accountKeyIndexes.length), ...accountKeyIndexes),
    Uint8Array.from(lengthBytes(data.length)),
    data,
  ]);
  return new Uint8Array(
    Buffer.concat([
      Uint8Array.of(VERSION_0, numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts),
      Uint8Array.from(lengthBytes(keys.length)),
      ...keys,
      bs58.decode(message.recentBlockhash),
      Uint8Array.from(lengthBytes(message.compiledInstructions.length)),
      ...instructions,
      Uint8Array.of(0),
    ]),
  );
}

function read(message: VersionedMessage): Reading {
  const known = readings.get(message);
  if (known !== undefined) return known;
  const keys = message.staticAccountKeys.map((key) => key.toBytes());
  const isPlain = message.version === 0 && message.addressTableLookups.length === 0;
  const reading = {
    bytes: isPlain ? plainBytes(message, keys) : message.serialize(),
    addresses: keys.map(addressOf),
  };
  readings.set(message, reading);
  return reading;
}

/** An instruction as it lies in a message's bytes. */
interface RawInstruction {
  readonly program: Uint8Array | undefined;
  readonly data: Uint8Array;
}

/** What lists say of a message, read from its bytes: to decode one with web3.js makes a number of every key. */
export function glanceAt(message: Uint8Array): {
  keys: readonly Uint8Array[];
  instructions: readonly RawInstruction[];
} {
  // A legacy message begins with the header, of which no byte is that large.
  let at = (message[0] ?? 0) < VERSION_0 ? 0 : 1;
  const take = (bytes: number): Uint8Array => {
    at += bytes;
    return message.subarray(at - bytes, at);
  };
  const takeLength = (): number => {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[at++] ?? 0;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) return length;
    }
  };
  take(HEADER_BYTES);
  const keys = Array.from({ length: takeLength() }, () => take(KEY_BYTES));
  take(KEY_BYTES); // the blockhash
  const instructions = Array.from({ length: takeLength() }, () => {
    const [program = 0] = take(1);
    take(takeLength()); // its accounts
    return { program: keys[program], data: take(takeLength()) };
  });
  return { keys, instructions };
}

/** Bytes of a message, serialised once: a message is never changed after it is built or decoded. */
export const messageBytes = (tx: VersionedTransaction): Uint8Array => read(tx.message).bytes;

/** Addresses of a message's accounts, in its order. */
export const messageAddresses = (tx: VersionedTransaction): readonly string[] => read(tx.message).addresses;

/** Addresses whose signatures the message asks for, in its order. */
export const signerAddresses = (tx: VersionedTransaction): readonly string[] =>
  messageAddresses(tx).slice(0, tx.message.header.numRequiredSignatures);

/** The transaction as it travels: the number of signatures (below 128, so one byte), the signatures, the message. */
export function transactionBytes(tx: VersionedTransaction): Uint8Array {
  const message = messageBytes(tx);
  const out = new Uint8Array(1 + 64 * tx.signatures.length + message.length);
  out[0] = tx.signatures.length;
  for (const [index, signature] of tx.signatures.entries()) out.set(signature, 1 + 64 * index);
  out.set(message, 1 + 64 * tx.signatures.length);
  return out;
}

/** A place in a transaction that its signer has not filled yet. */
export const isUnsigned = (signature: Uint8Array | undefined): boolean =>
  signature === undefined || signature.every((byte) => byte === 0);
