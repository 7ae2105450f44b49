import { associatedTokenAddress, keyOf, PROGRAMS } from './addresses.ts';
import type { PlatformKeys } from './keys.ts';
import type { AccountChange, Ledger, StoredAccount } from './ledger.ts';
import type { MintSpec } from './mints.ts';
import { FORMER_BTC, GENESIS_MINTS, STABLECOIN } from './mints.ts';
import { addServiceSignatures } from './signers.ts';
import { mintBytes } from './token-layout.ts';
import { assemble, ensureTokenAccount, issueTokens, memoInstruction } from './transactions/parts.ts';

const RENT_EPOCH_EXEMPT = 18_446_744_073_709_551_615n;
/** What the house can pay out, in raw units of each mint: 1,000,000,000,000.000000. */
export const HOUSE_BANKROLL = 1_000_000_000_000_000_000n;
/** A million SOL: fees, rent and faucet grants. */
const SPONSOR_LAMPORTS = 1_000_000_000_000_000n;
/** Ten million SOL: what trigger orders buy. */
const HOUSE_LAMPORTS = 10_000_000_000_000_000n;
const AUTHORITY_LAMPORTS = 10_000_000_000n;

function walletAccount(pubkey: string, lamports: bigint): StoredAccount {
  return {
    pubkey,
    lamports,
    owner: PROGRAMS.system,
    executable: false,
    rentEpoch: RENT_EPOCH_EXEMPT,
    data: new Uint8Array(),
  };
}

/** The account with all of its SOL again, once more than half of that is spent or it was never there. */
function refilled(ledger: Ledger, address: string, lamports: bigint): StoredAccount | null {
  return ledger.lamports(address) * 2n < lamports ? walletAccount(address, lamports) : null;
}

/** The sponsor as it has to be put on the ledger before more is given away; null while it has enough. */
export const refilledSponsor = (ledger: Ledger, keys: PlatformKeys): StoredAccount | null =>
  refilled(ledger, keys.sponsor.address, SPONSOR_LAMPORTS);

/** A mint as it stands before anything of it is issued. */
export function mintAccount(ledger: Ledger, keys: PlatformKeys, mint: MintSpec): StoredAccount {
  const data = mintBytes(keys.mintAuthority.publicKey.toBytes(), mint.decimals);
  return {
    pubkey: keyOf(mint.address).toBase58(),
    lamports: ledger.rentExemption(data.length),
    owner: mint.program,
    executable: false,
    rentEpoch: RENT_EPOCH_EXEMPT,
    data,
  };
}

function fundMint(ledger: Ledger, keys: PlatformKeys, mint: MintSpec): AccountChange[] {
  const { sponsor, vault, fees, mintAuthority, authority } = keys;
  const { blockhash } = ledger.latestBlockhash();
  const tx = assemble('faucet', sponsor.address, blockhash, [
    ensureTokenAccount(sponsor.address, vault.address, mint),
    ensureTokenAccount(sponsor.address, fees.address, mint),
    issueTokens(mintAuthority.address, vault.address, mint, HOUSE_BANKROLL),
    memoInstruction(`genesis:${mint.address}`, [authority.address]),
  ]);
  const result = ledger.execute(addServiceSignatures(tx, keys));
  if (!result.ok) throw new Error(`The ledger could not be set up: ${result.error}`);
  return result.changes;
}

/** The account that stakes are locked in; ledgers from before parlays get it on their next start. */
function openParlayVault(ledger: Ledger, keys: PlatformKeys): AccountChange[] {
  const { sponsor, parlays, authority } = keys;
  const tx = assemble('faucet', sponsor.address, ledger.latestBlockhash().blockhash, [
    ensureTokenAccount(sponsor.address, parlays.address, STABLECOIN),
    memoInstruction('genesis:parlays', [authority.address]),
  ]);
  const result = ledger.execute(addServiceSignatures(tx, keys));
  if (!result.ok) throw new Error(`The ledger could not be set up: ${result.error}`);
  return result.changes;
}

/** Every account that a genesis looks at or makes. */
export function genesisAddresses(keys: PlatformKeys): string[] {
  const owners = keys.standing.map(({ address }) => address);
  const held = GENESIS_MINTS.flatMap(({ address, program }) =>
    owners.map((owner) => associatedTokenAddress(owner, address, program)),
  );
  return [...owners, ...GENESIS_MINTS.map(({ address }) => address), FORMER_BTC.address, ...held];
}

/**
 * Brings a new ledger to life: the mints at their addresses, the exchange's own wallets, its vaults and fee accounts,
 * and the house's bankroll, issued by an ordinary mint instruction so that the supply is right. Mints that exist
 * already are left alone and wallets are refilled, so it is called on every start.
 * @returns what is to be stored, in order; an account may appear more than once.
 */
export function createGenesis(ledger: Ledger, keys: PlatformKeys): AccountChange[] {
  const changes: AccountChange[] = [];
  for (const [address, lamports] of [
    [keys.sponsor.address, SPONSOR_LAMPORTS],
    [keys.authority.address, AUTHORITY_LAMPORTS],
    [keys.vault.address, HOUSE_LAMPORTS],
  ] as const) {
    const wallet = refilled(ledger, address, lamports);
    if (wallet) changes.push(ledger.put(wallet));
  }
  for (const mint of GENESIS_MINTS) {
    // Their addresses are public: an account there may be no more than lamports that anybody has sent.
    if (ledger.supplyOf(mint.address) !== null) continue;
    changes.push(ledger.put(mintAccount(ledger, keys, mint)));
    changes.push(...fundMint(ledger, keys, mint));
  }
  const stakes = associatedTokenAddress(keys.parlays.address, STABLECOIN.address, STABLECOIN.program);
  if (ledger.tokenAccountAmount(stakes) === null) {
    changes.push(...openParlayVault(ledger, keys));
  }
  return changes;
}
