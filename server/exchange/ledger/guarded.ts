import { GUARD_PROGRAM } from '@contract/config.ts';
import {
  guardsAtEnd,
  onlyGuardsAdded,
  type PlainMessage,
  plainMessage,
} from '@contract/transactions/guards.ts';
import type { Instruction } from '@contract/transactions/instruction.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import { transactionBytes } from './message-bytes.ts';
import { messageHash } from './signers.ts';
import { compileTransaction } from './transactions/compile.ts';

/** The first instructions of a message with the roles their accounts have in it. */
function firstInstructions({ keys, instructions }: PlainMessage, count: number): Instruction[] {
  const roles = new Map(keys.map((key) => [key.address, key]));
  const roleOf = (address: string) => roles.get(address) ?? { address, isSigner: false, isWritable: false };
  return instructions
    .slice(0, count)
    .map(({ program, accounts, data }) => ({ program, accounts: accounts.map(roleOf), data }));
}

/**
 * Hash of the message that a wallet has put its guards behind, compiled as the exchange compiles: a wallet may have
 * sorted the accounts anew. Null where there are no guards, where anything else was changed, or where more than one
 * key signs: what somebody else has signed or will sign is not to be changed.
 */
export function hashUnderGuards(tx: VersionedTransaction): string | null {
  if (tx.message.header.numRequiredSignatures !== 1) return null;
  const changed = plainMessage(tx.message);
  const payer = changed?.keys[0]?.address;
  if (!changed || payer === undefined) return null;
  const guards = guardsAtEnd(changed, GUARD_PROGRAM);
  if (guards === 0) return null;
  const own = firstInstructions(changed, changed.instructions.length - guards);
  const built = compileTransaction(payer, changed.blockhash, own);
  const checked = plainMessage(built.message);
  if (!checked) return null;
  return onlyGuardsAdded(checked, changed, transactionBytes(tx).length, GUARD_PROGRAM).ok
    ? messageHash(built)
    : null;
}
