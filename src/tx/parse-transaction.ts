import { VersionedTransaction } from '@solana/web3.js';
import { fromBase64, toBase64 } from '@/lib/base64.ts';

/** One packet of the network: a larger transaction is no chain's to take. */
const MAX_BYTES = 1_232;

/** Null for what is not written again as the very same text: what is left over would be read by somebody else. */
export function parseTransaction(base64: string): VersionedTransaction | null {
  try {
    const bytes = fromBase64(base64);
    const tx = VersionedTransaction.deserialize(bytes);
    return toBase64(tx.serialize()) === base64 && bytes.length <= MAX_BYTES ? tx : null;
  } catch {
    return null;
  }
}
