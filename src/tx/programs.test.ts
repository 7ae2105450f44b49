import { pubkeyInput } from '@contract/ids.ts';
import { ASSOCIATED_TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import {
  AddressLookupTableProgram,
  BPF_LOADER_DEPRECATED_PROGRAM_ID,
  BPF_LOADER_PROGRAM_ID,
  ComputeBudgetProgram,
  Ed25519Program,
  Secp256k1Program,
  StakeProgram,
  SystemProgram,
  VoteProgram,
} from '@solana/web3.js';
import { expect, it } from 'vitest';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAMS,
  NATIVE_PROGRAMS,
  SIGNATURE_PROGRAMS,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './programs.ts';

const standard = [
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
  ASSOCIATED_TOKEN_PROGRAM,
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  ...MEMO_PROGRAMS,
];

it.each([...standard, ...NATIVE_PROGRAMS.keys(), ...SIGNATURE_PROGRAMS.keys()])(
  '%s is an address',
  (text) => {
    expect(pubkeyInput.safeParse(text).success).toBe(true);
  },
);

it('are the addresses that the libraries know', () => {
  expect(standard.slice(0, 5)).toEqual(
    [
      TOKEN_PROGRAM_ID,
      TOKEN_2022_PROGRAM_ID,
      ASSOCIATED_TOKEN_PROGRAM_ID,
      SystemProgram.programId,
      ComputeBudgetProgram.programId,
    ].map((id) => id.toBase58()),
  );
  expect(STAKE_PROGRAM).toBe(StakeProgram.programId.toBase58());
  const native = [
    StakeProgram.programId,
    VoteProgram.programId,
    AddressLookupTableProgram.programId,
    BPF_LOADER_PROGRAM_ID,
    BPF_LOADER_DEPRECATED_PROGRAM_ID,
  ];
  expect(native.filter((id) => !NATIVE_PROGRAMS.has(id.toBase58()))).toEqual([]);
  const signatures = [Ed25519Program.programId, Secp256k1Program.programId];
  expect(signatures.filter((id) => !SIGNATURE_PROGRAMS.has(id.toBase58()))).toEqual([]);
});
