import type { Mint } from '@contract/transactions/instruction.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import { PublicKey } from '@solana/web3.js';
import type { Ledger } from '../../server/exchange/ledger/ledger.ts';
import { createLitesvmLedger } from '../../server/exchange/ledger/litesvm-ledger.ts';
import { mintBytes, TOKEN_ACCOUNT_BYTES } from '../../server/exchange/ledger/token-layout.ts';
import * as is from './parties.ts';

/* A chain on which every intent can be executed, and on which the owner has much to lose. */

const SOL = 1_000_000_000n;
const RICH = 1_000_000_000_000n;
const RENT_EPOCH = 18_446_744_073_709_551_615n;

const bytesOf = (address: string): Uint8Array => new PublicKey(address).toBytes();
const view = (data: Uint8Array): DataView => new DataView(data.buffer);

function tokenAccountBytes(mint: string, owner: string, amount: bigint): Uint8Array {
  const data = new Uint8Array(TOKEN_ACCOUNT_BYTES);
  data.set(bytesOf(mint), 0);
  data.set(bytesOf(owner), 32);
  view(data).setBigUint64(64, amount, true);
  data[108] = 1;
  return data;
}

/** Two of three keys rule over it; the owner is one of them. */
function multisigBytes(): Uint8Array {
  const data = new Uint8Array(355);
  data.set([2, 3, 1]);
  for (const [index, key] of [is.OWNER, is.STRANGER, is.AUTHORITY].entries()) {
    data.set(bytesOf(key), 3 + index * 32);
  }
  return data;
}

/** A nonce account under the owner's authority (`nonce::State`, version 1, initialised). */
function nonceBytes(): Uint8Array {
  const data = new Uint8Array(80);
  view(data).setUint32(0, 1, true);
  view(data).setUint32(4, 1, true);
  data.set(bytesOf(is.OWNER), 8);
  data.set(new Uint8Array(32).fill(9), 40);
  view(data).setBigUint64(72, 5_000n, true);
  return data;
}

/** Stake whose holder and whose withdrawer is the owner (`StakeStateV2::Initialized`). */
function stakeBytes(): Uint8Array {
  const data = new Uint8Array(200);
  view(data).setUint32(0, 1, true);
  view(data).setBigUint64(4, 2_282_880n, true);
  data.set(bytesOf(is.OWNER), 12);
  data.set(bytesOf(is.OWNER), 44);
  return data;
}

const TABLE_PROGRAM = 'AddressLookupTab1e1111111111111111111111111';
/** A lookup table that nobody can extend any more (`AddressLookupTable`). */
function tableBytes(addresses: readonly string[]): Uint8Array {
  const data = new Uint8Array(56 + addresses.length * 32);
  view(data).setUint32(0, 1, true);
  view(data).setBigUint64(4, RENT_EPOCH, true);
  for (const [index, address] of addresses.entries()) data.set(bytesOf(address), 56 + index * 32);
  return data;
}

/** What stands in the tables: accounts that an order pays, and a stranger's. */
export const TABLES: ReadonlyMap<string, readonly string[]> = new Map([
  [is.PLATFORM_TABLE, [is.accountOf(is.ORDER, is.USDC), is.accountOf(is.VAULT, is.USDC), is.STRANGER]],
  [
    is.STRANGERS_TABLE,
    [is.accountOf(is.STRANGER, is.USDC), is.accountOf(is.ORDER, is.USDC), is.STRANGER, is.VAULT],
  ],
]);

/** The chain as it stands before anything is signed. */
export function createWorld(): Ledger {
  const ledger = createLitesvmLedger({
    clock: { now: () => 1_800_000_000, wall: () => 1_800_000_000 },
    genesisWall: 1_800_000_000,
  });
  const put = (pubkey: string, owner: string, data: Uint8Array, lamports?: bigint, executable = false) =>
    ledger.put({
      pubkey,
      owner,
      data,
      executable,
      rentEpoch: RENT_EPOCH,
      lamports: lamports ?? ledger.rentExemption(data.length),
    });
  const wallet = (address: string, lamports: bigint) =>
    put(address, PROGRAMS.system, new Uint8Array(), lamports);
  const hold = (owner: string, mint: Mint, amount: bigint, at: string = is.accountOf(owner, mint)) =>
    put(at, mint.program, tokenAccountBytes(mint.address, owner, amount));

  for (const mint of [is.USDC, is.STABLECOIN, is.OUTCOME, is.COIN, is.COIN_2022]) {
    const data = mintBytes(bytesOf(is.MINT_AUTHORITY), mint.decimals);
    view(data).setBigUint64(36, 10n * RICH, true);
    put(mint.address, mint.program, data);
    hold(is.OWNER, mint, RICH);
    hold(is.STRANGER, mint, 0n);
  }
  for (const mint of [is.USDC, is.STABLECOIN]) {
    for (const owner of [is.VAULT, is.FEES, is.PARLAYS, is.OTHER_ORDER]) hold(owner, mint, RICH);
  }
  wallet(is.OWNER, 10n * SOL);
  for (const address of [is.STRANGER, is.SPONSOR, is.VAULT, is.FEES, is.WALLET_VAULT, is.AUTHORITY]) {
    wallet(address, 100n * SOL);
  }
  hold(is.WAITING, is.USDC, 50_000_000n);
  hold(is.WALLET_VAULT, is.COIN_2022, RICH);
  hold(is.OWNER, is.USDC, RICH, is.SPARE_ACCOUNT);
  put(is.SHARED, PROGRAMS.token, multisigBytes());
  hold(is.SHARED, is.USDC, RICH);
  put(is.NONCE_ACCOUNT, PROGRAMS.system, nonceBytes(), 2n * SOL);
  put(is.STAKE_ACCOUNT, 'Stake11111111111111111111111111111111111111', stakeBytes(), 5n * SOL);
  for (const [address, entries] of TABLES) put(address, TABLE_PROGRAM, tableBytes(entries));
  return ledger;
}
