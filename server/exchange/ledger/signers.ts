import { createHash } from 'node:crypto';
import type { VersionedTransaction } from '@solana/web3.js';
import { createLruCache } from '../../common/lru-cache.ts';
import { keyOf } from './addresses.ts';
import { verifyEd25519 } from './ed25519.ts';
import type { OrderName, PlatformKeys, PlatformSigner } from './keys.ts';
import { isUnsigned, messageBytes, signerAddresses, transactionBytes } from './message-bytes.ts';

/** Addresses whose signatures are still missing, in the order of the message. */
export function missingSigners(tx: VersionedTransaction): string[] {
  return signerAddresses(tx).filter((_, index) => isUnsigned(tx.signatures[index]));
}

/** Signatures that were made here lately, with what they were made over: they need no check when they come back. */
const ownSignatures = createLruCache<string, { address: string; message: Uint8Array }>(2_000);
const nameOf = (signature: Uint8Array): string => Buffer.from(signature).toString('latin1');

function isOwnSignature(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const own = ownSignatures.get(nameOf(signature));
  return own !== undefined && own.address === address && Buffer.compare(own.message, message) === 0;
}

/** Signs for each given key that the message asks for; others are left alone. Changes and returns `tx`. */
export function addSignatures(
  tx: VersionedTransaction,
  signers: readonly PlatformSigner[],
): VersionedTransaction {
  for (const [index, address] of signerAddresses(tx).entries()) {
    if (!isUnsigned(tx.signatures[index])) continue;
    const signer = signers.find((candidate) => candidate.address === address);
    if (signer === undefined) continue;
    const signature = signer.sign(messageBytes(tx));
    tx.signatures[index] = signature;
    ownSignatures.set(nameOf(signature), { address, message: messageBytes(tx) });
  }
  return tx;
}

/** Signs for the exchange: with its standing keys, and with the key of the order where one is named. */
export const addServiceSignatures = (
  tx: VersionedTransaction,
  keys: PlatformKeys,
  order?: OrderName | null,
): VersionedTransaction => addSignatures(tx, order ? [...keys.standing, keys.order(order)] : keys.standing);

/** Whether a key that has to sign did, over this very message. */
export function hasSigned(tx: VersionedTransaction, address: string): boolean {
  const signature = tx.signatures[signerAddresses(tx).indexOf(address)];
  if (signature === undefined || isUnsigned(signature)) return false;
  const message = messageBytes(tx);
  return (
    isOwnSignature(address, message, signature) || verifyEd25519(keyOf(address).toBytes(), message, signature)
  );
}

/** Names a message whatever its signatures: the SHA-256 of its bytes, in hex. */
export const messageHash = (tx: VersionedTransaction): string =>
  createHash('sha256').update(messageBytes(tx)).digest('hex');

/** The transaction as it travels. */
export const toBase64 = (tx: VersionedTransaction): string =>
  Buffer.from(transactionBytes(tx)).toString('base64');
