import { GUARD_PROGRAM } from '@contract/config.ts';
import { TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { keyOf } from '../addresses.ts';

/** AssertAccountInfo, silent: lamports of the account at least 0. */
const ASSERT_ACCOUNT_INFO = [5, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4];

/** A guard on an account, as wallets add them; `data` and `program` for what is none. */
export const guardOf = (
  address: string,
  data: readonly number[] = ASSERT_ACCOUNT_INFO,
  program = GUARD_PROGRAM,
): TransactionInstruction =>
  new TransactionInstruction({
    programId: keyOf(program),
    keys: [{ pubkey: keyOf(address), isSigner: false, isWritable: false }],
    data: Buffer.from(data),
  });

/** The transaction as a wallet compiles it anew, unsigned, with what it has put behind (or done to) the instructions. */
export function recompiled(
  tx: VersionedTransaction,
  change: (instructions: TransactionInstruction[]) => TransactionInstruction[],
): VersionedTransaction {
  const message = TransactionMessage.decompile(tx.message);
  message.instructions = change(message.instructions);
  return new VersionedTransaction(message.compileToV0Message());
}
