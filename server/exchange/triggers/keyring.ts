import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { vaultLabel } from '@contract/transactions/addresses.ts';
import { PublicKey } from '@solana/web3.js';
import { createLruCache } from '../../common/lru-cache.ts';
import { createRootKey, type RootKey } from '../ledger/child-keys.ts';
import { ed25519FromSeed } from '../ledger/ed25519.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import type { TriggerVaultRow } from '../writer/commit.store.ts';

type SealedKey = Pick<TriggerVaultRow, 'wallet' | 'vault' | 'sealed'>;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VAULT_KEY_BYTES = 32;
/** Sealed in the row of a vault whose key follows from the ring's root: opening it shows that this is its ring. */
const FOLLOWS = Buffer.from('follows');

/** The key at hand does not open the vaults of this database. */
export class VaultKeyError extends Error {
  override readonly name = 'VaultKeyError';
}

function signerOf(seed: Uint8Array): PlatformSigner {
  const key = ed25519FromSeed(seed);
  const publicKey = new PublicKey(key.publicKey);
  return { address: publicKey.toBase58(), publicKey, sign: key.sign };
}

/** Whose vault it is stands under the seal, so that no row can be given to another wallet. */
const bindingOf = (wallet: string, vault: string): Buffer => Buffer.from(`evenline:vault:${wallet}:${vault}`);

/**
 * The keys of vaults. They follow from the ring's key, so that a wallet's vault can be worked out from the ring's
 * public root; what is stored is worth nothing without the ring's key. Vaults from before have keys of their own, which
 * are kept sealed.
 */
export class Keyring {
  private readonly opened = createLruCache<string, PlatformSigner>(5_000);
  private readonly rootKey: RootKey;

  constructor(private readonly key: Uint8Array) {
    if (key.length !== VAULT_KEY_BYTES)
      throw new RangeError(`The vault key must have ${VAULT_KEY_BYTES} bytes.`);
    this.rootKey = createRootKey(createHmac('sha256', key).update('vaults').digest());
  }

  /** Public: the address of every vault follows from it. */
  get root(): string {
    return this.rootKey.address;
  }

  /** The vault of a wallet. */
  create(wallet: string): { signer: PlatformSigner; sealed: Uint8Array } {
    const signer = this.rootKey.child(vaultLabel(wallet));
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce);
    cipher.setAAD(bindingOf(wallet, signer.address));
    const body = Buffer.concat([cipher.update(FOLLOWS), cipher.final()]);
    this.opened.set(signer.address, signer);
    return { signer, sealed: new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body])) };
  }

  /** @throws VaultKeyError when the row was sealed with another key, or for another wallet. */
  open({ wallet, vault, sealed }: SealedKey): PlatformSigner {
    const known = this.opened.get(vault);
    if (known !== undefined) return known;
    const seed = this.unseal(wallet, vault, Buffer.from(sealed));
    const signer = seed.equals(FOLLOWS) ? this.rootKey.child(vaultLabel(wallet)) : signerOf(seed);
    if (signer.address !== vault)
      throw new VaultKeyError(`The key of vault ${vault} is that of another one.`);
    this.opened.set(vault, signer);
    return signer;
  }

  /**
   * Whether a vault has a key of its own, as all had before their keys followed from the ring's.
   * @throws VaultKeyError as `open` does.
   */
  isFormer({ wallet, vault, sealed }: SealedKey): boolean {
    return !this.unseal(wallet, vault, Buffer.from(sealed)).equals(FOLLOWS);
  }

  private unseal(wallet: string, vault: string, sealed: Buffer): Buffer {
    try {
      const decipher = createDecipheriv(CIPHER, this.key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAAD(bindingOf(wallet, vault));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      const why =
        'The vault key does not open the vaults of this database: start with the key they were made with.';
      throw new VaultKeyError(why, { cause });
    }
  }
}

/** The ring of an exchange that may have vaults already. @throws VaultKeyError when the key does not open them. */
export function openKeyring(
  key: Uint8Array,
  { triggers }: { triggers: { vaults: ReadonlyMap<string, TriggerVaultRow> } },
): Keyring {
  const ring = new Keyring(key);
  for (const row of triggers.vaults.values()) {
    ring.open(row);
    break;
  }
  return ring;
}
