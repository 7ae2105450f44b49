import type { Pubkey } from '@contract/ids.ts';
import type { TokenAmount } from '@contract/money.ts';
import { getConnection } from '@/api/rpc.ts';
import { accountsAt, amountOf } from '@/api/token-accounts.ts';
import { hasRpc } from '@/config.ts';

/**
 * What an order's escrow holds, asked of the chain and not of the service; zero when the account is not there, null
 * where there is no chain to ask.
 * @throws where the chain's answer does not say
 */
export async function readEscrow(account: Pubkey): Promise<TokenAmount | null> {
  if (!hasRpc()) return null;
  const [{ PublicKey }, connection] = await Promise.all([import('@solana/web3.js'), getConnection()]);
  const [info] = await accountsAt(connection, [new PublicKey(account)]);
  return amountOf(info?.data);
}
