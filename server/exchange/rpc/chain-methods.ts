import { VersionedMessage } from '@solana/web3.js';
import { MAX_TRANSACTION_BYTES } from '../ledger/decode-signed.ts';
import { SIGNATURE_LAMPORTS } from '../ledger/transactions/parts.ts';
import type { Method } from './method.ts';
import { withContext } from './method.ts';
import { encodedBytes, integerAt, textAt } from './params.ts';
import { invalidParams } from './rpc-error.ts';

/** Largest account of the chain. */
const MAX_ACCOUNT_BYTES = 10 * 1024 * 1024;

const getFeeForMessage: Method = (deps, params) => {
  const bytes = encodedBytes(textAt(params, 0, 'message'), 'base64', MAX_TRANSACTION_BYTES);
  let message: VersionedMessage;
  try {
    message = VersionedMessage.deserialize(new Uint8Array(bytes));
  } catch {
    throw invalidParams('message is not a Solana message');
  }
  const known = deps.ledger.isBlockhashValid(message.recentBlockhash);
  return withContext(deps, known ? message.header.numRequiredSignatures * Number(SIGNATURE_LAMPORTS) : null);
};

/** What can be asked about the chain itself. */
export const CHAIN_METHODS = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '2.1.0', 'feature-set': 0 }),
  getGenesisHash: ({ ledger }) => ledger.genesisHash,
  getSlot: ({ ledger }) => ledger.slot(),
  // No slot is skipped here.
  getBlockHeight: ({ ledger }) => ledger.slot(),
  getLatestBlockhash: (deps) => withContext(deps, deps.ledger.latestBlockhash()),
  isBlockhashValid: (deps, params) =>
    withContext(deps, deps.ledger.isBlockhashValid(textAt(params, 0, 'blockhash'))),
  getMinimumBalanceForRentExemption: ({ ledger }, params) => {
    const length = integerAt(params, 0, 'data length');
    if (length > MAX_ACCOUNT_BYTES) throw invalidParams(`data length is at most ${MAX_ACCOUNT_BYTES}`);
    return Number(ledger.rentExemption(length));
  },
  getFeeForMessage,
} satisfies Record<string, Method>;
