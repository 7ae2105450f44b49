import {
  createInitializeMint2Instruction,
  createInitializePermanentDelegateInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { associatedTokenAddress } from '../addresses.ts';
import { initializeMint, initializePermanentDelegate } from './mint-instructions.ts';

const [mint, owner] = [Keypair.generate().publicKey, Keypair.generate().publicKey];

it.each([TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID])('says to %s what its own library says', (program) => {
  expect(initializeMint(mint, 6, owner, program)).toEqual(
    createInitializeMint2Instruction(mint, 6, owner, null, program),
  );
  expect(associatedTokenAddress(owner.toBase58(), mint.toBase58(), program.toBase58())).toBe(
    getAssociatedTokenAddressSync(mint, owner, true, program).toBase58(),
  );
});

it('names a permanent delegate as the library does, which only the newer program knows', () => {
  expect(initializePermanentDelegate(mint, owner, TOKEN_2022_PROGRAM_ID)).toEqual(
    createInitializePermanentDelegateInstruction(mint, owner, TOKEN_2022_PROGRAM_ID),
  );
});
