import { createHash, createHmac } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { ed25519FromSeed } from './ed25519.ts';
import { createLruCache } from './lru-cache.ts';

/** A key of the exchange that can sign. */
export interface PlatformSigner {
  address: string;
  publicKey: PublicKey;
  sign(message: Uint8Array): Uint8Array;
}

/** Every key of the exchange follows from one secret, so that only the secret is stored. */
export interface PlatformKeys {
  /** Co-signs the memo of every transaction the exchange builds. */
  authority: PlatformSigner;
  /** Pays the fees of the exchange's own transactions, and of sponsored ones. */
  sponsor: PlatformSigner;
  /** Owns the vault token accounts. */
  vault: PlatformSigner;
  /** Owns the stakes of parlays that are still open. */
  parlays: PlatformSigner;
  /** Owns the fee token accounts. */
  fees: PlatformSigner;
  mintAuthority: PlatformSigner;
  /** Owns the escrow of one order; `nonce` is the order's number. */
  order(nonce: bigint): PlatformSigner;
  /** Address of the outcome token of one market; it signs its own creation and nothing else. */
  outcome(marketId: string): PlatformSigner;
  /** All of them but the keys of orders and outcomes. */
  standing: readonly PlatformSigner[];
}

const SECRET_BYTES = 32;

/** Derives the platform's keys from a secret of 32 bytes. Throws when it has another length. */
export function createPlatformKeys(secret: Uint8Array): PlatformKeys {
  if (secret.length !== SECRET_BYTES) throw new Error(`The master secret must have ${SECRET_BYTES} bytes.`);
  const derive = (label: string): PlatformSigner => {
    const key = ed25519FromSeed(createHmac('sha256', secret).update(label).digest());
    return { address: bs58.encode(key.publicKey), publicKey: new PublicKey(key.publicKey), sign: key.sign };
  };
  const orders = createLruCache<bigint, PlatformSigner>(20_000);
  const outcomes = createLruCache<string, PlatformSigner>(2_000);
  const named = {
    authority: derive('authority'),
    sponsor: derive('sponsor'),
    vault: derive('vault'),
    parlays: derive('parlays'),
    fees: derive('fees'),
    mintAuthority: derive('mint-authority'),
  };
  return {
    ...named,
    order(nonce) {
      const known = orders.get(nonce);
      if (known !== undefined) return known;
      const signer = derive(`order:${nonce}`);
      orders.set(nonce, signer);
      return signer;
    },
    outcome(marketId) {
      const known = outcomes.get(marketId);
      if (known !== undefined) return known;
      const signer = derive(`outcome:${marketId}`);
      outcomes.set(marketId, signer);
      return signer;
    },
    standing: Object.values(named),
  };
}

/** Whether an address is one of the exchange's own: nobody may trade in its name, as it signs by itself. */
export const isPlatformAddress = (keys: PlatformKeys, address: string): boolean =>
  keys.standing.some((signer) => signer.address === address);

const addresses = createLruCache<string, string>(50_000);
function hashedAddress(kind: string, parts: readonly string[]): string {
  const name = [kind, ...parts].join('\u0000');
  const known = addresses.get(name);
  if (known !== undefined) return known;
  const address = bs58.encode(createHash('sha256').update(`evenline\u0000${name}`).digest());
  addresses.set(name, address);
  return address;
}

/** Address that names a market; nobody holds its key. */
export const marketAddress = (marketId: string): string => hashedAddress('market', [marketId]);
/** Address that names an owner's position on one side of a market; nobody holds its key. */
export const positionAddress = (owner: string, marketId: string, isYes: boolean): string =>
  hashedAddress('position', [owner, marketId, isYes ? 'yes' : 'no']);
