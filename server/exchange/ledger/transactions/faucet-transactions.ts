import { moveLamports } from '@contract/transactions/instruction.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import type { PlatformKeys } from '../keys.ts';
import type { MintSpec } from '../mints.ts';
import { assemble, ensureTokenAccount, issueTokens, memoInstruction } from './parts.ts';

export interface Grant {
  mint: MintSpec;
  amount: bigint;
}
export interface Faucet {
  receiver: string;
  lamports: bigint;
  grants: readonly Grant[];
  /** Must differ between two grants of one slot, or the second is a replay of the first. */
  memo: string;
  blockhash: string;
}

/** What a wallet gets from the faucet: 10,000 of each token and 10 SOL. */
export const FAUCET_TOKENS = 10_000_000_000n;
export const FAUCET_LAMPORTS = 10_000_000_000n;

/** Gives a wallet paper money. Signers: sponsor, authority, and the mint authority where tokens are granted. */
export function buildFaucet(keys: PlatformKeys, faucet: Faucet): VersionedTransaction {
  const { sponsor, mintAuthority, authority } = keys;
  return assemble('faucet', sponsor.address, faucet.blockhash, [
    ...(faucet.lamports > 0n ? [moveLamports(sponsor.address, faucet.receiver, faucet.lamports)] : []),
    ...faucet.grants.flatMap(({ mint, amount }) => [
      ensureTokenAccount(sponsor.address, faucet.receiver, mint),
      issueTokens(mintAuthority.address, faucet.receiver, mint, amount),
    ]),
    memoInstruction(faucet.memo, [authority.address]),
  ]);
}
