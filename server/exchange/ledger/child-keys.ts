import { ed25519 } from '@noble/curves/ed25519';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { childKey, integerOf, ORDER, sha512, tweakOf } from './child-address.ts';
import type { PlatformSigner } from './platform-signer.ts';

const { Point } = ed25519;

const bytesOf = (integer: bigint): Uint8Array =>
  new Uint8Array(Buffer.from(integer.toString(16).padStart(64, '0'), 'hex').reverse());

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
