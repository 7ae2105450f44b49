import type { Pubkey } from '@contract/ids.ts';
import { SOL_MINT, STABLECOIN_MINT, USDC_MINT } from '@contract/mints.ts';
import type { Mint } from '@contract/transactions/instruction.ts';
import type { PlatformAddresses } from '@contract/transactions/owner-transactions.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import bs58 from 'bs58';
import { type Ed25519Key, ed25519FromSeed } from '../../server/exchange/ledger/ed25519.ts';
import { associatedTokenAddress } from '../../src/tx/decode.ts';

/* Everybody a transaction of this proof is about. Their keys are the same in every run. */

const keys = new Map<string, Ed25519Key>();
function party(): Pubkey {
  const key = ed25519FromSeed(new Uint8Array(32).fill(keys.size + 1));
  const address = bs58.encode(key.publicKey) as Pubkey;
  keys.set(address, key);
  return address;
}

/** The wallet whose owner is to be cheated. */
export const OWNER = party();
/** Signs whatever it is asked to, and is nobody to the platform. */
export const STRANGER = party();
export const AUTHORITY = party();
export const SPONSOR = party();
export const VAULT = party();
export const FEES = party();
export const PARLAYS = party();
export const MINT_AUTHORITY = party();
/** Owns the escrow that a purchase opens. */
export const ORDER = party();
/** Owns the escrow of an order that waits, and that of somebody else's. */
export const WAITING = party();
export const OTHER_ORDER = party();
/** The owner's vault for orders that wait for a price. */
export const WALLET_VAULT = party();
/** Accounts that hold something of the owner's without being the owner's wallet. */
export const SHARED = party();
export const STAKE_ACCOUNT = party();
export const NONCE_ACCOUNT = party();
/** A second account of USDC of the owner's, at no derived address. */
export const SPARE_ACCOUNT = party();
export const OUTCOME_MINT = party();
export const COIN_MINT = party();
export const COIN_2022_MINT = party();
/** Programs: one of the platform's own, and one that nobody knows. */
export const VENUE = party();
export const UNKNOWN_PROGRAM = party();
/** Lookup tables: of the platform, of a stranger, and one that no node has. */
export const PLATFORM_TABLE = party();
export const STRANGERS_TABLE = party();
export const MISSING_TABLE = party();

/** Who signs before the wallet does: everybody else who is asked to. */
export const signerOf = (address: string): Ed25519Key | undefined =>
  address === OWNER ? undefined : keys.get(address);

export const PLATFORM: PlatformAddresses = {
  authority: AUTHORITY,
  vault: VAULT,
  fees: FEES,
  parlays: PARLAYS,
  mintAuthority: MINT_AUTHORITY,
};

const mint = (address: string, decimals: number, program: string = PROGRAMS.token): Mint => ({
  address,
  decimals,
  program,
});
export const USDC = mint(USDC_MINT, 6);
export const STABLECOIN = mint(STABLECOIN_MINT, 6);
export const SOL = mint(SOL_MINT, 9);
export const OUTCOME = mint(OUTCOME_MINT, 6, PROGRAMS.token2022);
export const COIN = mint(COIN_MINT, 5);
export const COIN_2022 = mint(COIN_2022_MINT, 8, PROGRAMS.token2022);

const accounts = new Map<string, string>();
/** The associated token account of an owner: searched for once, as it takes long to find. */
export function accountOf(owner: string, { address, program }: Pick<Mint, 'address' | 'program'>): Pubkey {
  const name = `${owner}:${address}:${program}`;
  const found = accounts.get(name) ?? associatedTokenAddress(owner, address, program);
  accounts.set(name, found);
  return found as Pubkey;
}
