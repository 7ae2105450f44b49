import { moveLamports } from '@contract/transactions/instruction.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import type { PlatformKeys } from '../keys.ts';
import { STABLECOIN } from '../mints.ts';
import { assemble, memoInstruction, moveTokens } from './parts.ts';

interface ServiceStep {
  memo: string;
  blockhash: string;
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
