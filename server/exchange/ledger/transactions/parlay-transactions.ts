import type { VersionedTransaction } from '@solana/web3.js';
import type { PlatformKeys } from '../keys.ts';
import { isPlatformAddress } from '../keys.ts';
import { STABLECOIN, USDC } from '../mints.ts';
import { assemble, memoInstruction, moveLamports, moveTokens } from './parts.ts';

export interface PaidParlay {
  owner: string;
  /** Pays the fee: the owner, another wallet, or the sponsor. */
  payer: string;
  memo: string;
  blockhash: string;
  /** Raw units of USDC or of the stablecoin. */
  stake: bigint;
  /** The owner pays in USDC, swapped one to one in this very transaction. */
  swaps: boolean;
}
export interface ParlayEntries {
  owner: string;
  memo: string;
  blockhash: string;
  count: number;
  /** Lamports a parlay. */
  fee: bigint;
}
interface ServiceStep {
  memo: string;
  blockhash: string;
}

/**
 * Locks the stake of a parlay in stablecoin. The sponsor may pay here, and here alone of all that a wallet signs: the
 * transaction opens no account and moves no lamports, so the fee is all that it can cost.
 * Signers: payer, owner, authority, and the vault when it swaps.
 */
export function buildPaidParlay(keys: PlatformKeys, parlay: PaidParlay): VersionedTransaction {
  const { owner, payer, stake, swaps, memo, blockhash } = parlay;
  const ownPayer = payer !== keys.sponsor.address && isPlatformAddress(keys, payer);
  if (isPlatformAddress(keys, owner) || ownPayer) {
    throw new RangeError(
      'An address of the exchange can neither own nor pay for a parlay, the sponsor aside.',
    );
  }
  const { vault, parlays, authority } = keys;
  const moves = swaps
    ? [
        moveTokens(owner, vault.address, USDC, stake),
        moveTokens(vault.address, parlays.address, STABLECOIN, stake),
      ]
    : [moveTokens(owner, parlays.address, STABLECOIN, stake)];
  return assemble('parlay', payer, blockhash, [...moves, memoInstruction(memo, [owner, authority.address])]);
}

/** Pays the entry of free parlays: one transfer each. The owner pays and is the only signer. */
export function buildParlayEntries(keys: PlatformKeys, entries: ParlayEntries): VersionedTransaction {
  const { owner, memo, blockhash, count, fee } = entries;
  if (isPlatformAddress(keys, owner)) throw new RangeError('An address of the exchange can enter no parlay.');
  const transfers = Array.from({ length: count }, () => moveLamports(owner, keys.fees.address, fee));
  return assemble('parlayEntry', owner, blockhash, [...transfers, memoInstruction(memo, [owner])]);
}

/** Gives entry fees back. Signers: sponsor, fees, authority. */
export function buildEntryRefund(
  keys: PlatformKeys,
  { owner, lamports, memo, blockhash }: ServiceStep & { owner: string; lamports: bigint },
): VersionedTransaction {
  const { sponsor, fees, authority } = keys;
  return assemble('parlayEntry', sponsor.address, blockhash, [
    moveLamports(fees.address, owner, lamports),
    memoInstruction(memo, [authority.address]),
  ]);
}

/** Takes the stake of a decided parlay into the vault, which pays winners. Signers: sponsor, parlays, authority. */
export function buildStakeRelease(
  keys: PlatformKeys,
  { stake, memo, blockhash }: ServiceStep & { stake: bigint },
): VersionedTransaction {
  const { sponsor, parlays, vault, authority } = keys;
  return assemble('parlayRelease', sponsor.address, blockhash, [
    moveTokens(parlays.address, vault.address, STABLECOIN, stake),
    memoInstruction(memo, [authority.address]),
  ]);
}
