import { createHash } from 'node:crypto';
import type { VersionedTransaction } from '@solana/web3.js';
import { keyOf } from './addresses.ts';
import { verifyEd25519 } from './ed25519.ts';
import type { OrderName, PlatformKeys, PlatformSigner } from './keys.ts';
import { isUnsigned, messageBytes, signerAddresses, transactionBytes } from './message-bytes.ts';

/** Addresses whose signatures are still missing, in the order of the message. */
export function missingSigners(tx: VersionedTransaction): string[] {
  return signerAddresses(tx).filter((_, index) => isUnsigned(tx.signatures[index]));
}

/** Signs for each given key that the message asks for; others are left alone. Changes and returns `tx`. */
export function addSignatures(
  tx: VersionedTransaction,
  signers: readonly PlatformSigner[],
): VersionedTransaction {
  for (const [index, address] of signerAddresses(tx).entries()) {
    if (!isUnsigned(tx.signatures[index])) continue;
    const signer = signers.find((candidate) => candidate.address === address);
    if (signer !== undefined) tx.signatures[index] = signer.sign(messageBytes(tx));
  }
  return tx;
}

/** Signs for the exchange: with its standing keys, and with the key of the order where one is named. */
export const addServiceSignatures = (
  tx: VersionedTransaction,
  keys: PlatformKeys,
  order?: OrderName | null,
): VersionedTransaction => addSignatures(tx, order ? [...keys.standing, keys.order(order)] : keys.standing);

/** What became of the signature that a key had to give: 'ok' means present and made over this very message. */
export type SignatureCheck = 'ok' | 'missing' | 'invalid' | 'not_a_signer';
export function checkSignature(tx: VersionedTransaction, address: string): SignatureCheck {
  const index = signerAddresses(tx).indexOf(address);
  if (index < 0) return 'not_a_signer';
  const signature = tx.signatures[index];
  if (signature === undefined || isUnsigned(signature)) return 'missing';
  return verifyEd25519(keyOf(address).toBytes(), messageBytes(tx), signature) ? 'ok' : 'invalid';
}

/** Names a message whatever its signatures: the SHA-256 of its bytes, in hex. */
export const messageHash = (tx: VersionedTransaction): string =>
  createHash('sha256').update(messageBytes(tx)).digest('hex');

/** The transaction as it travels. */
export const toBase64 = (tx: VersionedTransaction): string =>
  Buffer.from(transactionBytes(tx)).toString('base64');
