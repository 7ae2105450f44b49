import type { VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { addressOf } from './addresses.ts';

interface Reading {
  bytes: Uint8Array;
  addresses: string[];
}
const readings = new WeakMap<VersionedMessage, Reading>();

const VERSION_0 = 0x80;
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
