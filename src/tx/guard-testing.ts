import { GUARD_PROGRAM } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import type { Instruction } from '@contract/transactions/instruction.ts';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { BuiltTx } from './types.ts';

/* A wallet that guards what it signs, and a payment that it alone signs. For tests. */

export const FEE = 1_000_000n;
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** AssertAccountInfo, silent: lamports of the account at least 0. */
const ASSERT_ACCOUNT_INFO = [5, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4];

export const guardOn = (
  account: PublicKey,
  data: readonly number[] = ASSERT_ACCOUNT_INFO,
  program = GUARD_PROGRAM,
): TransactionInstruction =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    keys: [{ pubkey: account, isSigner: false, isWritable: false }],
    data: Buffer.from(data),
  });

/** An instruction as the contract writes it. */
const named = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  program: programId.toBase58(),
  accounts: keys.map(({ pubkey, ...role }) => ({ address: pubkey.toBase58(), ...role })),
  data,
});

export interface Payment {
  owner: Keypair;
  fees: PublicKey;
  tx: VersionedTransaction;
  built: BuiltTx;
}

/** Two entry fees and a memo; `cosigner` signs it as well. */
export function paymentOf(cosigner?: Keypair): Payment {
  const owner = Keypair.generate();
  const me = owner.publicKey;
  const fees = Keypair.generate().publicKey;
  const pay = SystemProgram.transfer({ fromPubkey: me, toPubkey: fees, lamports: FEE });
  const signers = [me, ...(cosigner ? [cosigner.publicKey] : [])];
  const memo = new TransactionInstruction({
    programId: MEMO,
    keys: signers.map((pubkey) => ({ pubkey, isSigner: true, isWritable: false })),
    data: Buffer.from('evenline:free:request'),
  });
  const instructions = [pay, pay, memo];
  const message = new TransactionMessage({
    payerKey: me,
    recentBlockhash: Keypair.generate().publicKey.toBase58(),
    instructions,
  });
  const tx = new VersionedTransaction(message.compileToV0Message());
  if (cosigner) tx.sign([cosigner]);
  const key = me.toBase58() as Pubkey;
  return {
    owner,
    fees,
    tx,
    built: {
      transaction: Buffer.from(tx.serialize()).toString('base64'),
      orderPubkey: null,
      derived: { payer: key, instructions: instructions.map(named) },
      expectation: {
        owner: key,
        feePayer: key,
        pays: [],
        receives: [],
        maxLamports: 3_000_000n,
        entryFees: { count: 2, each: FEE, to: fees.toBase58() as Pubkey },
        memoIncludes: 'request',
      },
    },
  };
}

/** What a wallet makes of a transaction: it compiles the message anew with other instructions. */
export function recompiled(
  tx: VersionedTransaction,
  change: (own: TransactionInstruction[]) => TransactionInstruction[],
): VersionedTransaction {
  const message = TransactionMessage.decompile(tx.message);
  message.instructions = change(message.instructions);
  return new VersionedTransaction(message.compileToV0Message());
}

export const append =
  (...guards: TransactionInstruction[]) =>
  (own: TransactionInstruction[]): TransactionInstruction[] => [...own, ...guards];
