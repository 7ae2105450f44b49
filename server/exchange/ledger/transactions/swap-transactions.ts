import { burnTokens, type Instruction } from '@contract/transactions/instruction.ts';
import type { TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import { SystemProgram } from '@solana/web3.js';
import { keyOf } from '../addresses.ts';
import type { PlatformKeys } from '../keys.ts';
import type { MintSpec } from '../mints.ts';
import { OUTCOME_DECIMALS, OUTCOME_MINT_BYTES, outcomeMint } from '../outcome-mints.ts';
import { initializeMint, initializePermanentDelegate } from './mint-instructions.ts';
import { assemble, ensureTokenAccount, memoInstruction, moveTokens } from './parts.ts';

export interface CreateOutcomeMint {
  marketId: string;
  /** What its address lacks of the rent exemption of a mint; nothing where a stranger has sent that much. */
  lamports: bigint;
  blockhash: string;
}
export interface SettleTokens {
  memo: string;
  blockhash: string;
  owner: string;
  outcome: MintSpec;
  /** Token accounts of the owner, with all that each of them holds. */
  burns: readonly { account: string; amount: bigint }[];
  mint: MintSpec;
  payout: bigint;
}

/** An instruction that a library has encoded. */
const encoded = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  program: programId.toBase58(),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey.toBase58(),
    isSigner,
    isWritable,
  })),
  data,
});

/**
 * Brings an outcome token to life. The vault is its permanent delegate, so that a round settles without its holders'
 * signatures. Signers: sponsor, the mint itself, authority.
 */
export function buildCreateOutcomeMint(keys: PlatformKeys, create: CreateOutcomeMint): VersionedTransaction {
  const { sponsor, mintAuthority, vault, authority } = keys;
  const mint = keys.outcome(create.marketId);
  const { program } = outcomeMint(mint.address);
  return assemble('createOutcome', sponsor.address, create.blockhash, [
    ...[
      // Not the one instruction that creates an account: it refuses an address that anybody has sent lamports to.
      ...(create.lamports > 0n
        ? [
            SystemProgram.transfer({
              fromPubkey: sponsor.publicKey,
              toPubkey: mint.publicKey,
              lamports: create.lamports,
            }),
          ]
        : []),
      SystemProgram.allocate({ accountPubkey: mint.publicKey, space: OUTCOME_MINT_BYTES }),
      SystemProgram.assign({ accountPubkey: mint.publicKey, programId: keyOf(program) }),
      initializePermanentDelegate(mint.publicKey, vault.publicKey, keyOf(program)),
      initializeMint(mint.publicKey, OUTCOME_DECIMALS, mintAuthority.publicKey, keyOf(program)),
    ].map(encoded),
    memoInstruction(`evenline:outcome:${create.marketId}`, [authority.address]),
  ]);
}

/** Burns what a holder has left after a round, and pays what it is worth. Signers: sponsor, vault, authority. */
export function buildSettleTokens(keys: PlatformKeys, settle: SettleTokens): VersionedTransaction {
  const { sponsor, vault, authority } = keys;
  const { owner, mint, payout } = settle;
  return assemble('settleTokens', sponsor.address, settle.blockhash, [
    ...settle.burns.map(({ account, amount }) => burnTokens(account, settle.outcome, vault.address, amount)),
    ...(payout > 0n
      ? [ensureTokenAccount(sponsor.address, owner, mint), moveTokens(vault.address, owner, mint, payout)]
      : []),
    memoInstruction(settle.memo, [authority.address]),
  ]);
}
