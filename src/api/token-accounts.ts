import { type TokenAmount, tokenAmount } from '@contract/money.ts';
import type { Connection, PublicKey } from '@solana/web3.js';

/** Layout of a token account: the amount is the u64 at byte 64. */
const AMOUNT_AT = 64;

/**
 * What a token account holds; nothing where there is none, which the chain itself has said.
 * @throws RangeError for what is no token account
 */
export const amountOf = (data: Uint8Array | undefined): TokenAmount => {
  // Lamports may have been sent to where a token account is to be: there is none yet.
  if (!data || data.length === 0) return tokenAmount(0n);
  return tokenAmount(
    new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(AMOUNT_AT, true),
  );
};

/** Accounts in the order of their keys, null for one that does not exist: an answer without one says nothing of it. */
export async function accountsAt(connection: Connection, keys: PublicKey[]) {
  const infos = await connection.getMultipleAccountsInfo(keys);
  if (infos.length !== keys.length) throw new Error('The chain answered about too few accounts.');
  return infos;
}
