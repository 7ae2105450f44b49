import type { Pubkey } from '@contract/ids.ts';
import { type TokenAmount, tokenAmount } from '@contract/money.ts';
import { getConnection } from '@/api/rpc.ts';
import { hasRpc } from '@/config.ts';

/** Layout of a token account: the amount is the u64 at byte 64. */
const AMOUNT_AT = 64;

/**
 * What an order's escrow holds, asked of the chain and not of the service; zero when the account is not there, null
 * where there is no chain to ask.
 */
export async function readEscrow(account: Pubkey): Promise<TokenAmount | null> {
  if (!hasRpc()) return null;
  const [{ PublicKey }, connection] = await Promise.all([import('@solana/web3.js'), getConnection()]);
  const [info] = await connection.getMultipleAccountsInfo([new PublicKey(account)]);
  const data = info?.data;
  if (!data || data.length < AMOUNT_AT + 8) return tokenAmount(0n);
  return tokenAmount(
    new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(AMOUNT_AT, true),
  );
}
