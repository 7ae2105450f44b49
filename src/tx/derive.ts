import type { Derive } from '@contract/transactions/instruction.ts';
import { ed25519 } from '@noble/curves/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2';
import bs58 from 'bs58';
import { associatedTokenAddress } from './decode.ts';

const encoder = new TextEncoder();
const PREFIX = encoder.encode('evenline:child\u0000');

/** A hash as a little-endian integer, as ed25519 reads its scalars (RFC 8032). */
const integerOf = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** The address under a label of a public root key: docs/decisions/020, as the exchange derives it. */
function childAddress(root: string, label: string): string {
  const { Point } = ed25519;
  const key = bs58.decode(root);
  const tweak = integerOf(sha512(new Uint8Array([...PREFIX, ...key, ...encoder.encode(label)])));
  return bs58.encode(
    Point.fromBytes(key)
      .add(Point.BASE.multiply(tweak % ed25519.CURVE.n))
      .toBytes(),
  );
}

/** How addresses and digests follow from keys on this side. */
export const derive: Derive = {
  tokenAccount: associatedTokenAddress,
  child: childAddress,
  digest: (text) => bs58.encode(sha256(encoder.encode(text))),
};
