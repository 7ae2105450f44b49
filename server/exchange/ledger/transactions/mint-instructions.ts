import { type PublicKey, TransactionInstruction } from '@solana/web3.js';

/** Numbers of the instructions in a token program. */
const INITIALIZE_MINT_2 = 20;
const INITIALIZE_PERMANENT_DELEGATE = 35;
const NOBODY = 0;

const ofMint = (mint: PublicKey, program: PublicKey, data: readonly number[]): TransactionInstruction =>
  new TransactionInstruction({
    keys: [{ pubkey: mint, isSigner: false, isWritable: true }],
    programId: program,
    data: Buffer.from(data),
  });

/** Makes a mint of an account, with nobody who may freeze what is minted. */
export const initializeMint = (
  mint: PublicKey,
  decimals: number,
  authority: PublicKey,
  program: PublicKey,
): TransactionInstruction =>
  ofMint(mint, program, [INITIALIZE_MINT_2, decimals, ...authority.toBytes(), NOBODY]);

/** Lets one key move and burn whatever is minted: said before the account becomes a mint. */
export const initializePermanentDelegate = (
  mint: PublicKey,
  delegate: PublicKey,
  program: PublicKey,
): TransactionInstruction => ofMint(mint, program, [INITIALIZE_PERMANENT_DELEGATE, ...delegate.toBytes()]);
