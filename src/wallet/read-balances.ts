import type { Pubkey } from '@contract/ids.ts';
import { type TokenAmount, tokenAmount } from '@contract/money.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import { type Connection, PublicKey } from '@solana/web3.js';
import { AppError } from '@/api/app-error.ts';
import { getConnection } from '@/api/rpc.ts';
import { accountsAt, amountOf } from '@/api/token-accounts.ts';
import { getConfig, hasRpc } from '@/config.ts';

/** What a wallet holds. A token account that does not exist holds zero, which the chain itself has said. */
export interface Balances {
  lamports: bigint;
  usdc: TokenAmount;
  stablecoin: TokenAmount;
}

const accountOf = (owner: PublicKey, mint: Pubkey, program: string = PROGRAMS.token): PublicKey =>
  PublicKey.findProgramAddressSync(
    [owner.toBytes(), new PublicKey(program).toBytes(), new PublicKey(mint).toBytes()],
    new PublicKey(PROGRAMS.associatedToken),
  )[0];

/** @throws AppError with a sentence for the reader, also where there is no chain to ask */
async function asked<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
  if (!hasRpc())
    throw new AppError('refused', 'Not known: this platform has no connection to the chain to ask.');
  return read(await getConnection()).catch((cause: unknown) => {
    throw new AppError('offline', 'Couldn’t read the balance.', { cause });
  });
}

/**
 * Raw units of a mint in the owner's own token accounts, of either token program; lamports of SOL.
 * @throws AppError
 */
export const readHolding = (owner: Pubkey, mint: Pubkey): Promise<TokenAmount> =>
  asked((connection) => holdingOf(connection, owner, mint));

async function holdingOf(connection: Connection, owner: Pubkey, mint: Pubkey): Promise<TokenAmount> {
  const ownerKey = new PublicKey(owner);
  if (mint === getConfig().mints.sol) return tokenAmount(BigInt(await connection.getBalance(ownerKey)));
  const infos = await accountsAt(connection, [
    accountOf(ownerKey, mint),
    accountOf(ownerKey, mint, PROGRAMS.token2022),
  ]);
  return tokenAmount(infos.reduce((sum, info) => sum + amountOf(info?.data), 0n));
}

/**
 * Balances of SOL and of both currencies, as the chain tells them now.
 * @throws AppError
 */
export const readBalances = (owner: Pubkey): Promise<Balances> =>
  asked((connection) => balancesOf(connection, owner));

async function balancesOf(connection: Connection, owner: Pubkey): Promise<Balances> {
  const { mints } = getConfig();
  const ownerKey = new PublicKey(owner);
  const infos = await accountsAt(connection, [
    ownerKey,
    accountOf(ownerKey, mints.usdc),
    accountOf(ownerKey, mints.stablecoin),
  ]);
  return {
    lamports: BigInt(infos[0]?.lamports ?? 0),
    usdc: amountOf(infos[1]?.data),
    stablecoin: amountOf(infos[2]?.data),
  };
}
