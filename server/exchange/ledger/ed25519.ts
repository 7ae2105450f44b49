import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createLruCache } from '../../common/lru-cache.ts';

export interface Ed25519Key {
  publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
/** Raw keys are read as JWK, many times faster than as DER; of a private JWK only `d` is read. */
const CURVE = { kty: 'OKP', crv: 'Ed25519' } as const;

/** A signing key from its 32-byte seed, on the platform's own crypto: several times the speed of JavaScript. */
export function ed25519FromSeed(seed: Uint8Array): Ed25519Key {
  if (seed.length !== 32) throw new RangeError('An ed25519 seed has 32 bytes.');
  const key = createPrivateKey({ key: { ...CURVE, d: base64url(seed), x: '' }, format: 'jwk' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: new Uint8Array(Buffer.from(x, 'base64url')),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  };
}

const publicKeys = createLruCache<string, KeyObject>(1_000);
function publicKeyObject(raw: Uint8Array): KeyObject {
  const x = base64url(raw);
  const known = publicKeys.get(x);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: { ...CURVE, x }, format: 'jwk' });
  publicKeys.set(x, key);
  return key;
}

/** Whether a signature (64 bytes) of a message was made by the holder of a public key (32 bytes). Never throws. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    return verify(null, message, publicKeyObject(publicKey), signature);
  } catch {
    return false;
  }
}
