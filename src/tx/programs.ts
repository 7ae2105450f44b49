import { PROGRAMS } from '@contract/transactions/programs.ts';

export const TOKEN_PROGRAM = PROGRAMS.token;
export const TOKEN_2022_PROGRAM = PROGRAMS.token2022;
export const ASSOCIATED_TOKEN_PROGRAM = PROGRAMS.associatedToken;
export const SYSTEM_PROGRAM = PROGRAMS.system;
export const COMPUTE_BUDGET_PROGRAM = PROGRAMS.computeBudget;
export const STAKE_PROGRAM = 'Stake11111111111111111111111111111111111111';
export const MEMO_PROGRAMS: readonly string[] = [
  PROGRAMS.memo,
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
];

/** Programs of the network itself that no intent of this desk needs, by what they rule over (`solana-sdk-ids`). */
export const NATIVE_PROGRAMS: ReadonlyMap<string, string> = new Map([
  [STAKE_PROGRAM, 'the Stake program, which rules over staked SOL'],
  ['Vote111111111111111111111111111111111111111', 'the Vote program, which rules over validators'],
  ['Config1111111111111111111111111111111111111', 'the Config program of the network'],
  ['Feature111111111111111111111111111111111111', 'the Feature program of the network'],
  ['Sysvar1111111111111111111111111111111111111', 'the Sysvar program of the network'],
  ['NativeLoader1111111111111111111111111111111', 'the Native Loader, which rules over programs'],
  ['BPFLoader1111111111111111111111111111111111', 'the first BPF Loader, which rules over programs'],
  ['BPFLoader2111111111111111111111111111111111', 'the second BPF Loader, which rules over programs'],
  [
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'the Upgradeable BPF Loader, which can hand over or close programs',
  ],
  ['LoaderV411111111111111111111111111111111111', 'the Loader v4, which can hand over or close programs'],
  ['AddressLookupTab1e1111111111111111111111111', 'the Address Lookup Table program'],
  ['ZkTokenProof1111111111111111111111111111111', 'the ZK Token Proof program'],
  ['ZkE1Gama1Proof11111111111111111111111111111', 'the ZK ElGamal Proof program'],
]);

/** Programs that check signatures for others to read, by name: they move nothing, but each signature costs a fee. */
export const SIGNATURE_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['Ed25519SigVerify111111111111111111111111111', 'Ed25519'],
  ['KeccakSecp256k11111111111111111111111111111', 'Secp256k1'],
  ['Secp256r1SigVerify1111111111111111111111111', 'Secp256r1'],
]);
