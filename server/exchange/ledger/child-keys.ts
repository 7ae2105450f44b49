import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import type { PlatformSigner } from './platform-signer.ts';

/*
 * Keys that follow from one root so that their public halves follow from its public half alone: whoever knows the root
 * address and a label can work out the address, and only the holder of the root's secret can sign for it. The tweak is
 * added to the key as in BIP-32's public derivation; signatures are ordinary ed25519 (RFC 8032).
 */

const { Point } = ed25519;
const ORDER = ed25519.CURVE.n;

const sha512 = (...parts: (Uint8Array | string)[]): Uint8Array => {
  const hash = createHash('sha512');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};
const integerOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
const bytesOf = (integer: bigint): Uint8Array =>
  new Uint8Array(Buffer.from(integer.toString(16).padStart(64, '0'), 'hex').reverse());

const tweakOf = (root: Uint8Array, label: string): bigint =>
  integerOf(sha512('evenline:child\u0000', root, label)) % ORDER;

/** The public key under a label of a root, from what everybody may know: no secret is multiplied, so time may tell. */
const childKey = (root: InstanceType<typeof Point>, tweak: bigint): Uint8Array =>
  root.add(Point.BASE.multiplyUnsafe(tweak)).toBytes();

/** The address under a label of a root. @throws where `root` is no public key */
export function childAddress(root: string, label: string): string {
  const key = bs58.decode(root);
  return bs58.encode(childKey(Point.fromBytes(key), tweakOf(key, label)));
}

export interface RootKey {
  /** Public: every child's address follows from it. */
  readonly address: string;
  child(label: string): PlatformSigner;
}

/** A signer for a scalar and the public key that is its own; `prefix` makes the nonces of its signatures. */
function signerOf(scalar: bigint, publicKey: Uint8Array, prefix: Uint8Array): PlatformSigner {
  return {
    address: bs58.encode(publicKey),
    publicKey: new PublicKey(publicKey),
    sign(message) {
      const r = integerOf(sha512(prefix, message)) % ORDER;
      const commitment = Point.BASE.multiply(r).toBytes();
      const challenge = integerOf(sha512(commitment, publicKey, message)) % ORDER;
      return new Uint8Array([...commitment, ...bytesOf((r + challenge * scalar) % ORDER)]);
    },
  };
}

/** The root of a family of keys from a secret of 32 bytes. */
export function createRootKey(secret: Uint8Array): RootKey {
  const expanded = sha512(secret);
  const low = expanded.slice(0, 32);
  low[0] = (low[0] ?? 0) & 248;
  low[31] = ((low[31] ?? 0) & 127) | 64;
  const scalar = integerOf(low) % ORDER;
  const prefix = expanded.slice(32);
  const point = Point.BASE.multiply(scalar);
  const root = point.toBytes();
  return {
    address: bs58.encode(root),
    child: (label) => {
      const tweak = tweakOf(root, label);
      const noncePrefix = sha512('evenline:child-nonce\u0000', prefix, label).slice(0, 32);
      return signerOf((scalar + tweak) % ORDER, childKey(point, tweak), noncePrefix);
    },
  };
}
