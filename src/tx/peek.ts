import { isTokenProgram, PROGRAMS } from '@contract/transactions/programs.ts';
import { VersionedTransaction } from '@solana/web3.js';
import { fromBase64 } from '@/lib/base64.ts';

/*
 * What is read off a built transaction because nobody else says it. Nothing of it is believed: it only completes what
 * the transaction is then compared with.
 */

interface Call {
  program: string;
  accounts: readonly string[];
  data: Uint8Array;
}

function callsOf(transaction: string): Call[] {
  try {
    const { message } = VersionedTransaction.deserialize(fromBase64(transaction));
    const keys = message.staticAccountKeys.map((key) => key.toBase58());
    return message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
      program: keys[programIdIndex] ?? '',
      accounts: accountKeyIndexes.map((index) => keys[index] ?? ''),
      data,
    }));
  } catch {
    return [];
  }
}

/** Texts of its memos; none where it cannot be read. */
export const memosIn = (transaction: string): string[] =>
  callsOf(transaction)
    .filter(({ program }) => program === PROGRAMS.memo)
    .map(({ data }) => new TextDecoder().decode(data));

const TRANSFER_CHECKED = 12;
/** Behind the instruction’s number and an amount of eight bytes. */
const DECIMALS_AT = 9;

/**
 * Token program and decimals under which it moves a mint; null where it moves none of it. A wrong one makes the transfer
 * fail: the program compares both with the mint.
 */
export function mintIn(transaction: string, mint: string): { program: string; decimals: number } | null {
  const found = callsOf(transaction).find(
    ({ program, accounts, data }) =>
      isTokenProgram(program) && data[0] === TRANSFER_CHECKED && accounts[1] === mint,
  );
  const decimals = found?.data[DECIMALS_AT];
  return found && decimals !== undefined ? { program: found.program, decimals } : null;
}
