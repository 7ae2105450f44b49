import { createHmac } from 'node:crypto';
import {
  marketAddress as marketName,
  orderLabel,
  outcomeLabel,
  positionAddress as positionName,
} from '@contract/transactions/addresses.ts';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { createLruCache } from '../../common/lru-cache.ts';
import { createRootKey } from './child-keys.ts';
import { derive } from './derive.ts';
import { ed25519FromSeed } from './ed25519.ts';
import type { PlatformSigner } from './platform-signer.ts';

export type { PlatformSigner };

/** What names an order's key: its address, the text it follows from, and its number. */
export interface OrderName {
  pubkey: string;
  externalOrderId: string;
  seq: bigint | string;
}

/** Every key of the exchange follows from one secret, so that only the secret is stored. */
export interface PlatformKeys {
  /** Co-signs the memo of nearly every transaction the exchange builds. */
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
  /** Public root that the addresses of orders and outcome tokens follow from. */
  escrow: string;
  /** Address of a new order, which owns its escrow. */
  orderAddress(externalOrderId: string): string;
  /** The key of an order. @throws RangeError for an address that is no order's */
  order(name: OrderName): PlatformSigner;
  /** Address of the outcome token of one market; it signs its own creation and nothing else. */
  outcome(marketId: string): PlatformSigner;
  /** The same, where the ledger holds it under an address from before addresses followed from a public root. */
  formerOutcome(marketId: string): PlatformSigner | undefined;
  /** All of them but the keys of orders and outcomes. */
  standing: readonly PlatformSigner[];
}

const SECRET_BYTES = 32;

/**
 * Derives the platform's keys from a secret of 32 bytes. `isFormerMint`: whether the ledger holds an outcome token under
 * an address from before addresses followed from a public root. Throws when the secret has another length.
 */
export function createPlatformKeys(
  secret: Uint8Array,
  isFormerMint: (address: string) => boolean = () => false,
): PlatformKeys {
  if (secret.length !== SECRET_BYTES) throw new Error(`The master secret must have ${SECRET_BYTES} bytes.`);
  const secretOf = (label: string): Uint8Array => createHmac('sha256', secret).update(label).digest();
  const keyOf = (label: string): PlatformSigner => {
    const key = ed25519FromSeed(secretOf(label));
    return { address: bs58.encode(key.publicKey), publicKey: new PublicKey(key.publicKey), sign: key.sign };
  };
  const escrow = createRootKey(secretOf('escrow'));
  const orders = createLruCache<string, PlatformSigner>(2_000);
  const outcomes = createLruCache<string, PlatformSigner>(2_000);
  const remembered = (cache: typeof orders, name: string, make: () => PlatformSigner): PlatformSigner => {
    const known = cache.get(name);
    if (known !== undefined) return known;
    const signer = make();
    cache.set(name, signer);
    return signer;
  };
  const named = {
    authority: keyOf('authority'),
    sponsor: keyOf('sponsor'),
    vault: keyOf('vault'),
    parlays: keyOf('parlays'),
    fees: keyOf('fees'),
    mintAuthority: keyOf('mint-authority'),
  };
  function formerOutcome(marketId: string): PlatformSigner | undefined {
    const former = keyOf(`outcome:${marketId}`);
    return isFormerMint(former.address) ? former : undefined;
  }
  return {
    ...named,
    escrow: escrow.address,
    orderAddress(externalOrderId) {
      const signer = escrow.child(orderLabel(externalOrderId));
      orders.set(signer.address, signer);
      return signer.address;
    },
    order({ pubkey, externalOrderId, seq }) {
      return remembered(orders, pubkey, () => {
        const signer = escrow.child(orderLabel(externalOrderId));
        if (signer.address === pubkey) return signer;
        // Orders of databases from before addresses followed from a public root.
        const former = keyOf(`order:${seq}`);
        if (former.address === pubkey) return former;
        throw new RangeError(`${pubkey} is no order of this exchange.`);
      });
    },
    outcome: (marketId) =>
      remembered(outcomes, marketId, () => formerOutcome(marketId) ?? escrow.child(outcomeLabel(marketId))),
    formerOutcome,
    standing: Object.values(named),
  };
}

/** Whether an address is one of the exchange's own: nobody may trade in its name, as it signs by itself. */
export const isPlatformAddress = (keys: PlatformKeys, address: string): boolean =>
  keys.standing.some((signer) => signer.address === address);

const addresses = createLruCache<string, string>(4_000);
function rememberedAddress(name: string, make: () => string): string {
  const known = addresses.get(name);
  if (known !== undefined) return known;
  const address = make();
  addresses.set(name, address);
  return address;
}

/** Address that names a market; nobody holds its key. */
export const marketAddress = (marketId: string): string =>
  rememberedAddress(marketId, () => marketName(marketId, derive));
/** Address that names an owner's position on one side of a market; nobody holds its key. */
export const positionAddress = (owner: string, marketId: string, isYes: boolean): string =>
  rememberedAddress(`${owner}:${marketId}:${isYes}`, () => positionName(owner, marketId, isYes, derive));
