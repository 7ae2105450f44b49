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

/**
 * What lists say of a message, read where it lies: to decode one with web3.js makes a number of every key, and a view
 * of each key and instruction costs more than what is looked for in them.
 */
export class Glance {
  private readonly keys: number;
  private readonly firstKey: number;
  private at: number;

  constructor(private readonly message: Buffer) {
    // A legacy message begins with the header, of which no byte is that large.
    this.at = HEADER_BYTES + ((message[0] ?? 0) < VERSION_0 ? 0 : 1);
    this.keys = this.takeLength();
    this.firstKey = this.at;
  }

  private takeLength(): number {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.message[this.at++] ?? 0;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) return length;
    }
  }

  accountKeys(): Uint8Array[] {
    return Array.from({ length: this.keys }, (_, index) => {
      const at = this.firstKey + KEY_BYTES * index;
      return this.message.subarray(at, at + KEY_BYTES);
    });
  }

  /** Where a key stands among those of its accounts; -1: it does not. */
  indexOf(key: Uint8Array): number {
    const end = this.firstKey + KEY_BYTES * this.keys;
    for (let from = this.firstKey; ; ) {
      const at = this.message.indexOf(key, from);
      if (at < 0 || at >= end) return -1;
      const index = (at - this.firstKey) / KEY_BYTES;
      if (Number.isInteger(index)) return index;
      from = at + 1;
    }
  }

  /** Data of the first instruction of a program. */
  dataOf(program: Uint8Array): Buffer | undefined {
    const wanted = this.indexOf(program);
    if (wanted < 0) return undefined;
    this.at = this.firstKey + KEY_BYTES * (this.keys + 1); // behind the blockhash
    for (let left = this.takeLength(); left > 0; left--) {
      const found = this.message[this.at++];
      const accounts = this.takeLength();
      this.at += accounts;
      const length = this.takeLength();
      if (found === wanted) return this.message.subarray(this.at, this.at + length);
      this.at += length;
    }
    return undefined;
  }
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
