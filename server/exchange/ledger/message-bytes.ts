import type { VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import { addressOf } from './addresses.ts';

interface Reading {
  bytes: Uint8Array;
  addresses: string[];
}
const readings = new WeakMap<VersionedMessage, Reading>();

function read(message: VersionedMessage): Reading {
  const known = readings.get(message);
  if (known !== undefined) return known;
  const reading = {
    bytes: message.serialize(),
    addresses: message.staticAccountKeys.map((key) => addressOf(key.toBytes())),
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
