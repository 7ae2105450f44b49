import { onlyGuardsAdded, type PlainMessage, plainMessage } from '@contract/transactions/guards.ts';
import { type MessageAddressTableLookup, MessageV0, VersionedTransaction } from '@solana/web3.js';
import { guardProgram } from '@/config.ts';
import { fromBase64 } from '@/lib/base64.ts';

const REFUSED = 'the wallet changed the transaction after it was checked';
const why = (reason: string): string => `${REFUSED}: ${reason}`;

/**
 * Why a message that came back from the wallet is not the checked one with guards behind it; null when it is. Where
 * another key signs too it is never taken: what somebody has signed, or will sign, is not the wallet's to change.
 */
export function guardsObjection(
  checked: VersionedTransaction,
  changed: VersionedTransaction,
  owner: string,
): string | null {
  const before = plainMessage(checked.message);
  const after = plainMessage(changed.message);
  if (!before || !after) return why('it cannot be read');
  const [only, ...others] = before.keys.filter(({ isSigner }) => isSigner);
  if (only?.address !== owner || others.length > 0) return why('another signature stands under it');
  const bytes = changed.serialize().length;
  const verdict = onlyGuardsAdded(before, after, bytes, guardProgram());
  return verdict.ok ? null : why(verdict.reason);
}

const staticKeys = ({ message }: VersionedTransaction) => message.staticAccountKeys;

/**
 * What is left of a changed transaction without the guards behind it and without the accounts that only they look at:
 * unsigned, and to be checked like the one that was built. Only for what `guardsObjection` has let pass.
 */
export function withoutGuards(
  checked: VersionedTransaction,
  changed: VersionedTransaction,
): VersionedTransaction {
  const known = new Set(staticKeys(checked).map((key) => key.toBase58()));
  const kept = staticKeys(changed).filter((key) => known.has(key.toBase58()));
  const dropped = staticKeys(changed).length - kept.length;
  const places = new Map(kept.map((key, index) => [key.toBase58(), index]));
  const place = (index: number): number => {
    const key = staticKeys(changed)[index];
    // Accounts behind lookup tables are counted on from the last one of the message's own.
    return key ? (places.get(key.toBase58()) ?? 0) : index - dropped;
  };
  const { header, recentBlockhash, compiledInstructions } = changed.message;
  const lookups: MessageAddressTableLookup[] = changed.message.addressTableLookups;
  const message = new MessageV0({
    header: { ...header, numReadonlyUnsignedAccounts: header.numReadonlyUnsignedAccounts - dropped },
    staticAccountKeys: kept,
    recentBlockhash,
    compiledInstructions: compiledInstructions
      .slice(0, checked.message.compiledInstructions.length)
      .map(({ programIdIndex, accountKeyIndexes, data }) => ({
        programIdIndex: place(programIdIndex),
        accountKeyIndexes: accountKeyIndexes.map(place),
        data,
      })),
    addressTableLookups: lookups,
  });
  return new VersionedTransaction(message);
}

function parsed(signedTransaction: string): PlainMessage | null {
  try {
    return plainMessage(VersionedTransaction.deserialize(fromBase64(signedTransaction)).message);
  } catch {
    return null;
  }
}

/**
 * Whether it was a guard that stopped a transaction (base64). `error`: what a node or a service says of it, a log line
 * ("Program … failed: custom program error: 0x1771"), the error of a node as JSON, or a sentence with the number of
 * the instruction.
 */
export function isGuardStop(error: string, signedTransaction: string): boolean {
  const program = guardProgram();
  if (error.includes(`Program ${program} failed`)) return true;
  const index = /"InstructionError":\[(\d+)|processing instruction (\d+)/i.exec(error);
  if (!index) return false;
  const failing = parsed(signedTransaction)?.instructions[Number(index[1] ?? index[2])];
  return failing?.program === program;
}
