import { isTokenProgram, PROGRAMS } from '@contract/transactions/programs.ts';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { createLruCache } from '../../common/lru-cache.ts';
import { programAddress } from './program-address.ts';

export { isTokenProgram, PROGRAMS };

const keys = createLruCache<string, PublicKey>(2_000);
/** The key of an address, decoded once. Throws on text that is no address. */
export function keyOf(address: string): PublicKey {
  const known = keys.get(address);
  if (known !== undefined) return known;
  const key = new PublicKey(address);
  keys.set(address, key);
  return key;
}

/** The key of an address, or null for text that is none. */
export function parseKey(text: unknown): PublicKey | null {
  if (typeof text !== 'string' || text.length < 32 || text.length > 44) return null;
  try {
    return keyOf(text);
  } catch {
    return null;
  }
}

const associated = createLruCache<string, string>(4_000);
/** Address of an owner's associated token account (its derivation searches the curve, so it is remembered). */
export function associatedTokenAddress(
  owner: string,
  mint: string,
  program: string = PROGRAMS.token,
): string {
  const name = `${owner}:${mint}:${program}`;
  const known = associated.get(name);
  if (known !== undefined) return known;
  const seeds = [owner, program, mint].map((part) => keyOf(part).toBytes());
  const address = bs58.encode(programAddress(seeds, keyOf(PROGRAMS.associatedToken).toBytes()));
  associated.set(name, address);
  return address;
}

const texts = createLruCache<string, string>(4_000);
/** Base58 of the 32 bytes of a key; encoding is slow next to everything else here, so it is remembered. */
export function addressOf(bytes: Uint8Array): string {
  const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const known = texts.get(name);
  if (known !== undefined) return known;
  const address = bs58.encode(bytes);
  texts.set(name, address);
  return address;
}
