import { SOL_MINT } from '@contract/mints.ts';
import { isTokenProgram } from '@contract/transactions/programs.ts';
import { PublicKey } from '@solana/web3.js';
import { sameBytes } from './same-bytes.ts';

/** A token account, as far as it matters who may do what with it. */
export interface TokenState {
  mint: string;
  owner: string;
  amount: bigint;
  /** Another key that may spend from it, and how much; null for none. */
  delegate: string | null;
  /** Another key that may close it; null for none. */
  closer: string | null;
  isFrozen: boolean;
}

/** An account as a node shows it; one that does not exist has no program and no lamports. */
export interface AccountState {
  lamports: bigint;
  program: string | null;
  data: Uint8Array;
  token: TokenState | null;
}

const TOKEN_ACCOUNT_BYTES = 165;
const KEY_BYTES = 32;
const keyAt = (data: Uint8Array, at: number): string =>
  new PublicKey(data.slice(at, at + KEY_BYTES)).toBase58();

/**
 * Layout of an SPL token account: mint 0-31, owner 32-63, amount 64-71 LE, delegate 72-107 (option of 4 bytes first),
 * state 108 (2: frozen), delegated amount 121-128, close authority 129-164 (likewise).
 */
function tokenState(program: string, data: Uint8Array): TokenState | null {
  if (!isTokenProgram(program) || data.length < TOKEN_ACCOUNT_BYTES) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: view.getUint32(72, true) === 0 ? null : `${keyAt(data, 76)} ${view.getBigUint64(121, true)}`,
    closer: view.getUint32(129, true) === 0 ? null : keyAt(data, 133),
    isFrozen: view.getUint8(108) === 2,
  };
}

export const NOTHING: AccountState = { lamports: 0n, program: null, data: new Uint8Array(), token: null };

export const stateOf = (lamports: number, program: string, data: Uint8Array): AccountState => ({
  lamports: BigInt(lamports),
  program,
  data,
  token: tokenState(program, data),
});

export const sameState = (a: AccountState, b: AccountState): boolean =>
  a.lamports === b.lamports && a.program === b.program && sameBytes(a.data, b.data);

/** What extensions of a Token-2022 account hold, behind what every token account has. */
export const sameExtensions = (a: AccountState, b: AccountState): boolean =>
  sameBytes(a.data.slice(TOKEN_ACCOUNT_BYTES), b.data.slice(TOKEN_ACCOUNT_BYTES));

/** Whether a key stands anywhere in the data of an account, as that of whoever has a right in it would. */
export function names({ data }: AccountState, key: Uint8Array): boolean {
  const [first = 0] = key;
  for (let at = data.indexOf(first); at >= 0; at = data.indexOf(first, at + 1)) {
    if (at + KEY_BYTES > data.length) return false;
    if (key.every((byte, index) => data[at + index] === byte)) return true;
  }
  return false;
}

export const isWrappedSol = ({ token }: AccountState, owner: string): boolean =>
  token?.mint === SOL_MINT && token.owner === owner;
