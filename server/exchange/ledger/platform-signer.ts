import type { PublicKey } from '@solana/web3.js';

/** A key of the exchange that can sign. */
export interface PlatformSigner {
  address: string;
  publicKey: PublicKey;
  sign(message: Uint8Array): Uint8Array;
}
