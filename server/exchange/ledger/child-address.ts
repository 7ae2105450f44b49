import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import bs58 from 'bs58';

/*
 * Keys that follow from one root so that their public halves follow from its public half alone: whoever knows the root
 * address and a label can work out the address, and only the holder of the root's secret can sign for it. The tweak is
 * added to the key as in BIP-32's public derivation; signatures are ordinary ed25519 (RFC 8032).
 */

const { Point } = ed25519;
/** Of the curve's group. */
export const ORDER = ed25519.CURVE.n;

export const sha512 = (...parts: (Uint8Array | string)[]): Uint8Array => {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
export const integerOf = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

export const tweakOf = (root: Uint8Array, label: string): bigint =>
  integerOf(sha512('evenline:child\u0000', root, label)) % ORDER;

/** The public key under a label of a root, from what everybody may know: no secret is multiplied, so time may tell. */
export const childKey = (root: InstanceType<typeof Point>, tweak: bigint): Uint8Array =>
  root.add(Point.BASE.multiplyUnsafe(tweak)).toBytes();

/** The address under a label of a root. @throws where `root` is no public key */
export function childAddress(root: string, label: string): string {
  const key = bs58.decode(root);
  return bs58.encode(childKey(Point.fromBytes(key), tweakOf(key, label)));
}
