import type { Pubkey } from '@contract/ids.ts';
import { SOL_MINT } from '@contract/mints.ts';
import { tokenAmount } from '@contract/money.ts';
import type { Instruction } from '@contract/transactions/instruction.ts';
import {
  type AddressLookupTableAccount,
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { vi } from 'vitest';
import { checkTransaction } from './check.ts';
import type { LivePlatform } from './check-live.ts';
import { associatedTokenAddress } from './decode.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from './programs.ts';
import { NO_ROLES, type Roles } from './roles.ts';
import type { BuiltTx, Expectation } from './types.ts';

/* Everybody that a transaction in these tests is about, what they own, and a node that knows it. */

export const service = Keypair.generate();
export const sponsor = Keypair.generate();
/** Signs whatever it is asked to, and is nobody to the platform. */
export const accomplice = Keypair.generate();
export const me = Keypair.generate().publicKey;
export const mint = Keypair.generate().publicKey;
export const escrow = Keypair.generate().publicKey;
export const stranger = accomplice.publicKey;
export const venue = Keypair.generate().publicKey;
const blockhash = Keypair.generate().publicKey.toBase58();
export const key = (value: PublicKey) => value.toBase58() as Pubkey;
export const ata = (who: PublicKey, of = mint) =>
  new PublicKey(associatedTokenAddress(who.toBase58(), of.toBase58()));
export const PAID = 50_000_000n;
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

export const roles: Roles = {
  ...NO_ROLES,
  sponsor: key(sponsor.publicKey),
  signers: new Set([key(service.publicKey), key(sponsor.publicKey), key(escrow)]),
  receivers: new Set([key(escrow)]),
};
export const platform: LivePlatform = {
  rpc: true,
  roles,
  nameOf: (one) => (one === key(mint) ? { symbol: 'USDC', decimals: 6 } : undefined),
};
/** A platform of which nothing is configured. */
export const nameless: LivePlatform = { ...platform, roles: NO_ROLES };

export const expectation: Expectation = {
  owner: key(me),
  feePayer: key(me),
  pays: [{ mint: key(mint), amount: tokenAmount(PAID), destination: key(ata(escrow)) }],
  receives: [],
  maxLamports: 6_000_000n,
  memoIncludes: null,
};
/** The platform does not say whom it has paid. */
export const unnamed: Expectation = {
  ...expectation,
  pays: [{ mint: key(mint), amount: tokenAmount(PAID), destination: null }],
};

export const memo = (text: string, ...signers: PublicKey[]) =>
  new TransactionInstruction({
    programId: MEMO,
    keys: signers.map((pubkey) => ({ pubkey, isSigner: true, isWritable: false })),
    data: Buffer.from(text),
  });
export const pay = (amount: bigint, to = ata(escrow)) => {
  const data = Buffer.alloc(10);
  data.writeUInt8(12, 0);
  data.writeBigUInt64LE(amount, 1);
  data.writeUInt8(6, 9);
  return call(TOKEN_PROGRAM, [...data], [ata(me), mint, to], me);
};
export const sol = (lamports: number, to: PublicKey, from = me) =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports });
/** A call of any program, with accounts it may write, and behind them those that sign. */
export const call = (
  program: PublicKey | string,
  data: number[],
  accounts: PublicKey[] = [],
  ...signers: PublicKey[]
) =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    keys: [
      ...accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
      ...signers.map((pubkey) => ({ pubkey, isSigner: true, isWritable: true })),
    ],
    data: Buffer.from(data),
  });
/** What a program of the platform does with the accounts it is given is its own affair. */
export const order = call(venue, [1, 2, 3], [ata(me), ata(escrow)]);

/** Opens a token account at the owner's expense, where there is none. */
export const open = (who: PublicKey, of = mint) =>
  new TransactionInstruction({
    programId: new PublicKey(ASSOCIATED_TOKEN_PROGRAM),
    keys: [
      { pubkey: me, isSigner: true, isWritable: true },
      { pubkey: ata(who, of), isSigner: false, isWritable: true },
      ...[who, of, SystemProgram.programId, new PublicKey(TOKEN_PROGRAM)].map((pubkey) => ({
        pubkey,
        isSigner: false,
        isWritable: false,
      })),
    ],
    data: Buffer.from([1]),
  });

export const native = new PublicKey(SOL_MINT);
/** The owner's account of wrapped SOL. */
export const wrapped = ata(me, native);
/** SOL of the owner's, wrapped: account, transfer, count. */
export const wrapping = (lamports: number) => [
  open(me, native),
  sol(lamports, wrapped),
  call(TOKEN_PROGRAM, [17], [wrapped]),
];
export const unwrap = () => call(TOKEN_PROGRAM, [9], [wrapped, me], me);

/** An instruction as the contract writes it. */
const named = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  program: programId.toBase58(),
  accounts: keys.map(({ pubkey, ...role }) => ({ address: pubkey.toBase58(), ...role })),
  data,
});

/** As if these very instructions had been derived, so that nothing but an inspection speaks on paper. */
export const asDerived = (instructions: TransactionInstruction[]): Pick<BuiltTx, 'derived'> => ({
  derived: { payer: key(me), instructions: instructions.map(named) },
});

/** Signed by everybody but the owner, as a service hands it out. */
export function built(
  instructions: TransactionInstruction[],
  more: Partial<BuiltTx> = {},
  payer = me,
  tables: AddressLookupTableAccount[] = [],
): BuiltTx {
  const tx = new VersionedTransaction(
    new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions }).compileToV0Message(
      tables,
    ),
  );
  return { ...unsent(tx), ...more };
}

export function unsent(tx: VersionedTransaction): BuiltTx {
  const needed = tx.message.staticAccountKeys.slice(0, tx.message.header.numRequiredSignatures);
  tx.sign(
    [service, sponsor, accomplice].filter(({ publicKey }) => needed.some((one) => one.equals(publicKey))),
  );
  return {
    transaction: Buffer.from(tx.serialize()).toString('base64'),
    expectation,
    derived: { payer: key(me), instructions: [named(pay(PAID))] },
    orderPubkey: null,
  };
}

export interface Account {
  lamports?: number;
  program?: string;
  /** A token account: whose it is, what it holds, and who else may spend or close it. */
  token?: {
    of: PublicKey;
    amount: bigint;
    mint?: PublicKey;
    delegate?: PublicKey;
    closer?: PublicKey;
    isFrozen?: boolean;
  };
  data?: Buffer;
}
export type World = Record<string, Account | null>;

function dataOf({ token, data: given }: Account): Buffer {
  if (!token) return given ?? Buffer.alloc(0);
  const data = Buffer.alloc(165);
  (token.mint ?? mint).toBuffer().copy(data, 0);
  token.of.toBuffer().copy(data, 32);
  data.writeBigUInt64LE(token.amount, 64);
  data.writeUInt8(token.isFrozen ? 2 : 1, 108);
  if (token.delegate) {
    data.writeUInt32LE(1, 72);
    token.delegate.toBuffer().copy(data, 76);
    data.writeBigUInt64LE(token.amount, 121);
  }
  if (token.closer) {
    data.writeUInt32LE(1, 129);
    token.closer.toBuffer().copy(data, 133);
  }
  return data;
}
const programOf = (account: Account) =>
  account.program ?? (account.token ? TOKEN_PROGRAM : SystemProgram.programId.toBase58());

export const BEFORE: World = {
  [key(me)]: { lamports: 1_000_000_000 },
  [key(ata(me))]: { lamports: 2_039_280, token: { of: me, amount: 900_000_000n } },
  [key(ata(escrow))]: { lamports: 2_039_280, token: { of: escrow, amount: 0n } },
};
export const honest = (paid = PAID, arrives = paid, cost = 5_000): World => ({
  [key(me)]: { lamports: 1_000_000_000 - cost },
  [key(ata(me))]: { lamports: 2_039_280, token: { of: me, amount: 900_000_000n - paid } },
  [key(ata(escrow))]: { lamports: 2_039_280, token: { of: escrow, amount: arrives } },
});

interface Node {
  /** What it reads, one after the other; the last one stays. */
  readings?: World[];
  /** What comes out of its simulations, likewise. */
  results?: (World | Error)[];
  err?: unknown;
  tables?: AddressLookupTableAccount[];
}

const found = (address: string, world: World) => {
  const account = world[address] ?? null;
  return account && { lamports: account.lamports ?? 1, program: programOf(account), data: dataOf(account) };
};

/** A node that knows these accounts, and what would become of them. Every call is one slot later. */
export function node({
  readings = [BEFORE],
  results = [honest()],
  err = null,
  tables = [],
}: Node): Connection {
  let slot = 100;
  const next = <T>(list: T[]): T => (list.length > 1 ? (list.shift() as T) : (list[0] as T));
  const [worlds, outcomes] = [[...readings], [...results]];
  let current = BEFORE;
  return {
    getMultipleAccountsInfoAndContext: vi.fn(async (keys: PublicKey[]) => {
      current = next(worlds);
      const value = keys.map((one) => {
        const account = found(one.toBase58(), current);
        return account && { ...account, owner: new PublicKey(account.program) };
      });
      return { context: { slot: slot++ }, value };
    }),
    simulateTransaction: vi.fn(async (_tx, { accounts }: { accounts: { addresses: string[] } }) => {
      const after = next(outcomes);
      if (after instanceof Error) throw after;
      const answers = accounts.addresses.map((address) => {
        const account = found(address, { ...current, ...after });
        return (
          account && {
            lamports: account.lamports,
            owner: account.program,
            data: [account.data.toString('base64'), 'base64'],
          }
        );
      });
      return { context: { slot: slot++ }, value: { err, logs: [], accounts: answers } };
    }),
    getAddressLookupTable: vi.fn(async (address: PublicKey) => ({
      value: tables.find((table) => table.key.equals(address)) ?? null,
    })),
  } as unknown as Connection;
}

export const live = (tx: BuiltTx, after: World | Error = honest(), at = platform) =>
  checkTransaction(node({ results: [after] }), tx, at);
export const paper = (tx: BuiltTx, after: World | Error = honest()) =>
  checkTransaction(node({ results: [after] }), tx, null, roles);

/** What a verdict says, whatever it is. */
export const reasonsOf = (verdict: Awaited<ReturnType<typeof live>>): string =>
  'reasons' in verdict ? verdict.reasons.join('\n') : '';
