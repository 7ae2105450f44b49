import { createHash } from 'node:crypto';
import type { Derive } from '@contract/transactions/instruction.ts';
import bs58 from 'bs58';
import { associatedTokenAddress } from './addresses.ts';
import { childAddress } from './child-address.ts';

/** How addresses and digests follow from keys on this side. */
export const derive: Derive = {
  tokenAccount: associatedTokenAddress,
  child: childAddress,
  digest: (text) => bs58.encode(createHash('sha256').update(text).digest()),
};
