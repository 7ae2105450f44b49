import type { Pubkey } from '@contract/ids.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import type { VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import { parseTransaction } from './parse-transaction.ts';

export type SignInCheck =
  | { verdict: 'harmless'; tx: VersionedTransaction }
  /** Never signed. */
  | { verdict: 'refused'; reason: string };
/** Whether a memo is the one that is expected. */
export type MemoCheck = (memo: string) => { ok: true } | { ok: false; reason: string };

/** It checks its signers; its forerunner does not. */
const MEMO_PROGRAM = PROGRAMS.memo;
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;
/** A memo of this length takes some 30,000. */
const MAX_UNITS = 100_000;

class Refusal extends Error {}
function must(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Refusal(reason);
}

/** The wallet alone signs and pays. */
function checkSigners({ message, signatures }: VersionedTransaction, owner: Pubkey): void {
  const { header, staticAccountKeys: keys } = message;
  must(message.addressTableLookups.length === 0, 'it refers to accounts that cannot be seen');
  must(keys[0]?.toBase58() === owner, 'its fee payer is not your wallet');
  must(header.numRequiredSignatures === 1 && signatures.length === 1, 'it asks for signatures besides yours');
  must(header.numReadonlySignedAccounts === 0, 'its fee payer cannot pay');
  must(signatures[0]?.every((byte) => byte === 0) === true, 'it is signed already');
}

/** Beside the wallet there are the programs that are called, and nothing can be written. */
function checkAccounts({ header, staticAccountKeys: keys }: VersionedMessage, programs: number): void {
  must(header.numReadonlyUnsignedAccounts === keys.length - 1, 'it could change other accounts');
  must(keys.length === 1 + programs, 'it names accounts that a sign-in does not need');
}

function checkBudget(data: Uint8Array, accounts: readonly number[]): void {
  must(data[0] === SET_UNIT_LIMIT && data.length === 5, 'it does more than carry a memo');
  must(accounts.length === 0, 'it refers to accounts that a sign-in does not need');
  const units = new DataView(data.buffer, data.byteOffset).getUint32(1, true);
  must(units <= MAX_UNITS, 'it asks for more computation than a memo takes');
}

function checkMemo(data: Uint8Array, accounts: readonly number[], isExpected: MemoCheck): void {
  must(accounts.length === 1 && accounts[0] === 0, 'its memo is not signed by your wallet alone');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw new Refusal('its memo is not plain text');
  }
  const check = isExpected(text);
  if (!check.ok) throw new Refusal(check.reason);
}

function checkInstructions({ message }: VersionedTransaction, isExpected: MemoCheck): void {
  const programs = message.compiledInstructions.map(
    ({ programIdIndex }) => message.staticAccountKeys[programIdIndex]?.toBase58() ?? '',
  );
  const count = (program: string) => programs.filter((one) => one === program).length;
  const [memos, budgets] = [count(MEMO_PROGRAM), count(PROGRAMS.computeBudget)];
  must(memos + budgets === programs.length, 'it does more than carry a memo');
  must(memos === 1, memos === 0 ? 'it carries no memo' : 'it carries more than one memo');
  const isPriced = message.compiledInstructions.some(
    ({ data }, index) => programs[index] === PROGRAMS.computeBudget && data[0] === SET_UNIT_PRICE,
  );
  must(!isPriced, 'it sets a priority fee, which a sign-in never needs');
  for (const [index, { data, accountKeyIndexes }] of message.compiledInstructions.entries()) {
    if (programs[index] === PROGRAMS.computeBudget) checkBudget(data, accountKeyIndexes);
    else checkMemo(data, accountKeyIndexes, isExpected);
  }
  must(budgets <= 1, 'it does more than carry a memo');
  checkAccounts(message, memos + budgets);
}

/**
 * A transaction that proves who the wallet's holder is carries the one memo that is expected and does nothing else: no
 * priority fee, no other account, nobody else's signature. It is signed and never submitted, and would cost no more
 * than the fee of its one signature if it were.
 */
export function checkSignInTransaction(base64: string, owner: Pubkey, isExpected: MemoCheck): SignInCheck {
  try {
    const tx = parseTransaction(base64);
    must(tx !== null, 'it cannot be read as a transaction');
    checkSigners(tx, owner);
    checkInstructions(tx, isExpected);
    return { verdict: 'harmless', tx };
  } catch (cause) {
    return {
      verdict: 'refused',
      reason: cause instanceof Refusal ? cause.message : 'its instructions cannot be read',
    };
  }
}
