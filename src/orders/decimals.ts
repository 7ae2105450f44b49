import type { Pubkey } from '@contract/ids.ts';
import { isTokenProgram } from '@contract/transactions/programs.ts';
import { getConnection } from '@/api/rpc.ts';
import { accountsAt } from '@/api/token-accounts.ts';
import { getConfig, hasRpc } from '@/config.ts';
import { CASH_DECIMALS, NATIVE_DECIMALS } from './derived.ts';

/** Layout of a mint in either token program. */
const DECIMALS_AT = 44;
const MINT_LENGTH = 82;
/** In the newer one extensions follow, behind the length of a token account and a byte that tells the two apart. */
const KIND_AT = 165;
const IS_MINT = 1;

/**
 * Decimals of a mint as the chain has them; null where there is none to ask, or no mint there.
 * @throws where the chain does not answer
 */
async function readDecimals(mint: Pubkey): Promise<number | null> {
  if (!hasRpc()) return null;
  const [{ PublicKey }, connection] = await Promise.all([import('@solana/web3.js'), getConnection()]);
  const [info] = await accountsAt(connection, [new PublicKey(mint)]);
  if (!info || !isTokenProgram(info.owner.toBase58())) return null;
  const { data } = info;
  return data.length === MINT_LENGTH || data[KIND_AT] === IS_MINT ? (data[DECIMALS_AT] ?? null) : null;
}

/**
 * Decimals of a mint, whatever the service says they are: of what is configured they are known; `checked` are those
 * under which a transaction moves it, which the chain compares with the mint; else the chain is asked. Null while
 * nobody else says.
 */
export async function decimalsOf(mint: Pubkey, checked: number | null): Promise<number | null> {
  const { sol, usdc, stablecoin } = getConfig().mints;
  if (mint === sol) return NATIVE_DECIMALS;
  if (mint === usdc || mint === stablecoin) return CASH_DECIMALS;
  return checked ?? readDecimals(mint).catch(() => null);
}
