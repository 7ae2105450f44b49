import { VersionedTransaction } from '@solana/web3.js';
import { transactionBytes } from './message-bytes.ts';

/** Largest transaction of the chain: one packet. */
export const MAX_TRANSACTION_BYTES = 1232;
const MAX_BASE64_LENGTH = Math.ceil(MAX_TRANSACTION_BYTES / 3) * 4;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export type Decoded = { ok: true; tx: VersionedTransaction } | { ok: false; error: string };

const refused = (error: string): Decoded => ({ ok: false, error });

/** Reads a transaction from base64 text; says why when it is none. Never throws. */
export function decodeSigned(text: unknown): Decoded {
  if (typeof text !== 'string' || text === '') return refused('The transaction is not base64 text');
  if (text.length > MAX_BASE64_LENGTH)
    return refused(`The transaction is larger than ${MAX_TRANSACTION_BYTES} bytes`);
  if (!BASE64.test(text)) return refused('The transaction is not base64 text');
  return decodeBytes(Buffer.from(text, 'base64'));
}

/**
 * Reads a transaction from bytes. Only what serialises back into the very same bytes is accepted, so nothing that
 * our own parser reads differently from the VM's can travel on.
 */
export function decodeBytes(bytes: Uint8Array): Decoded {
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    return refused(`The transaction is larger than ${MAX_TRANSACTION_BYTES} bytes`);
  }
  try {
    const tx = VersionedTransaction.deserialize(new Uint8Array(bytes));
    const { message } = tx;
    if (message.version !== 0) return refused('Only version 0 transactions are accepted');
    if (message.addressTableLookups.length > 0) return refused('Address lookup tables are not accepted');
    if (tx.signatures.length !== message.header.numRequiredSignatures) {
      return refused('The transaction has a wrong number of signatures');
    }
    if (Buffer.compare(transactionBytes(tx), bytes) !== 0)
      return refused('The transaction is not in canonical form');
    return { ok: true, tx };
  } catch {
    return refused('The bytes are not a Solana transaction');
  }
}
