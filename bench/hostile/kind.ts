import type { AccountRole, Instruction, Mint } from '@contract/transactions/instruction.ts';
import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import { PublicKey } from '@solana/web3.js';
import type { Case } from './cases.ts';
import { compiled } from './compile.ts';
import type { Handed } from './judge.ts';
import * as is from './parties.ts';

/** One way of handing out another transaction than the one that was asked for. */
export interface Kind {
  name: string;
  /**
   * What it does to the owner beyond what is shown: takes money, gives others a right (or keeps a promise back), or
   * nothing, so that a live platform, which may build as it likes, may do it; on paper it is blocked all the same.
   */
  harm: 'money' | 'rights' | 'none';
  /** What the words must say where the owner is asked. */
  danger: RegExp;
  /** Null where it does not apply to an intent. */
  build: (intent: Case) => Handed | null;
}

/** What does not fit into a packet is no transaction. */
function fitting(compile: () => string): string | null {
  try {
    return compile();
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}

export const kind = (
  name: string,
  harm: Kind['harm'],
  danger: RegExp,
  build: (intent: Case) => Handed | string | OwnerTransaction | null,
): Kind => ({
  name,
  harm,
  danger,
  build(intent) {
    const made = build(intent);
    if (made === null) return null;
    if (typeof made === 'string') return { transaction: made };
    if (!('instructions' in made)) return made;
    const transaction = fitting(() => compiled(made));
    return transaction === null ? null : { transaction };
  },
});

/* Roles of an account in an instruction. */
export const written = (address: string): AccountRole => ({ address, isSigner: false, isWritable: true });
export const read = (address: string): AccountRole => ({ address, isSigner: false, isWritable: false });
export const signs = (address: string): AccountRole => ({ address, isSigner: true, isWritable: false });
export const pays = (address: string): AccountRole => ({ address, isSigner: true, isWritable: true });

export const call = (
  program: string,
  data: readonly number[] | Uint8Array,
  ...accounts: AccountRole[]
): Instruction => ({ program, accounts, data: Uint8Array.from(data) });

export const bytesOf = (address: string): number[] => [...new PublicKey(address).toBytes()];
export const u32 = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
export const u64 = (value: bigint): number[] =>
  Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(index * 8)) & 255n));

/* Transactions made of the honest one. */

/** With more instructions behind the others. */
export const adding =
  (...more: readonly Instruction[]) =>
  ({ honest }: Pick<Case, 'honest'>): OwnerTransaction => ({
    ...honest,
    instructions: [...honest.instructions, ...more],
  });
/** With more instructions before the others. */
export const preceding =
  (...more: readonly Instruction[]) =>
  ({ honest }: Pick<Case, 'honest'>): OwnerTransaction => ({
    ...honest,
    instructions: [...more, ...honest.instructions],
  });

/** Words of kinds that must never become a question: they are blocked, or fail. */
export const NEVER_ASKED = /^never asked$/;
export const UNKNOWN = /a program that this desk does not know: it can do otherwise when it is executed/;
/** Instructions behind the rest that give others a right, or take something away. */
export const right = (name: string, ...more: readonly Instruction[]): Kind =>
  kind(name, 'rights', NEVER_ASKED, adding(...more));
export const loss = (name: string, ...more: readonly Instruction[]): Kind =>
  kind(name, 'money', NEVER_ASKED, adding(...more));

type Find = (instruction: Instruction) => boolean;

/** With the first instruction of a sort made another; null where there is none, or nothing becomes of it. */
export const changing =
  (
    find: Find,
    change: (instruction: Instruction, intent: Case) => Instruction | readonly Instruction[] | null,
  ) =>
  (intent: Case): OwnerTransaction | null => {
    const { honest } = intent;
    const at = honest.instructions.findIndex(find);
    const found = honest.instructions[at];
    const made = found ? change(found, intent) : null;
    if (made === null) return null;
    const instead = 'program' in made ? [made] : made;
    return { ...honest, instructions: honest.instructions.toSpliced(at, 1, ...instead) };
  };

/* Sorts of honest instructions. */
export const isToken = ({ program }: Instruction): boolean =>
  program === PROGRAMS.token || program === PROGRAMS.token2022;
const isTransfer: Find = (one) => isToken(one) && one.data[0] === 12;
export const isPayment: Find = (one) => isTransfer(one) && one.accounts[3]?.address === is.OWNER;
export const isReceipt: Find = (one) =>
  isTransfer(one) && !isPayment(one) && ownAccounts.has(one.accounts[2]?.address ?? '');
export const isIssue: Find = (one) => isToken(one) && one.data[0] === 7;
export const isBurn: Find = (one) => isToken(one) && one.data[0] === 15;
export const isClose: Find = (one) => isToken(one) && one.data[0] === 9;
export const isSolPayment: Find = ({ program, accounts }) =>
  program === PROGRAMS.system && accounts[0]?.address === is.OWNER;
export const isSolReceipt: Find = ({ program, accounts }) =>
  program === PROGRAMS.system && accounts[1]?.address === is.OWNER;
export const isOpening: Find = ({ program }) => program === PROGRAMS.associatedToken;
export const isMemo: Find = ({ program }) => program === PROGRAMS.memo;

const MINTS: readonly Mint[] = [is.USDC, is.STABLECOIN, is.OUTCOME, is.COIN, is.COIN_2022];
const ownAccounts = new Set<string>(MINTS.map((mint) => is.accountOf(is.OWNER, mint)));
export const mintOf = (address: string): Mint | undefined => MINTS.find((mint) => mint.address === address);

/* Changes of one instruction. */

/** Another account in one place; signing where `role` says so. */
export const withAccount = (one: Instruction, at: number, role: AccountRole | string): Instruction => ({
  ...one,
  accounts: one.accounts.map((account, index) => {
    if (index !== at) return account;
    return typeof role === 'string' ? { ...account, address: role } : role;
  }),
});
export const withData = (one: Instruction, change: (data: Uint8Array) => Uint8Array): Instruction => ({
  ...one,
  data: change(one.data.slice()),
});
/** Another amount, which stands behind a tag of `tag` bytes. */
export const withAmount = (one: Instruction, tag: number, change: (amount: bigint) => bigint): Instruction =>
  withData(one, (data) => {
    const view = new DataView(data.buffer);
    view.setBigUint64(tag, BigInt.asUintN(64, change(view.getBigUint64(tag, true))), true);
    return data;
  });
export const withMore = (one: Instruction, ...more: AccountRole[]): Instruction => ({
  ...one,
  accounts: [...one.accounts, ...more],
});
