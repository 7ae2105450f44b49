import { ed25519 } from '@noble/curves/ed25519';
import { type LoadedAddresses, PublicKey, type VersionedTransaction } from '@solana/web3.js';
import { type Effect, effectOf } from './instructions.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

export { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

export interface DecodedTx {
  feePayer: string;
  /** Who must sign, by the header of the message. */
  signers: readonly string[];
  /** Those of them whose signature it carries, and which is valid. */
  signed: ReadonlySet<string>;
  /** Every account the transaction may write, without those behind lookup tables that were not read. */
  writable: readonly string[];
  /** Lookup tables it refers to. */
  tables: readonly string[];
  /** Whether some of its accounts are not seen, because what its lookup tables hold was not read. */
  hasLookupTables: boolean;
  /** Accounts that are named in a lookup table only: they are what a node says they are. */
  fromTables: ReadonlySet<string>;
  /** Accounts in the message itself that no instruction uses. */
  unused: readonly string[];
  /** Why no chain would take it as it stands. */
  flaws: readonly string[];
  effects: readonly Effect[];
}

function signedBy({ message, signatures }: VersionedTransaction, signers: readonly string[]): Set<string> {
  const bytes = message.serialize();
  const isValid = (index: number): boolean => {
    const key = message.staticAccountKeys[index];
    const signature = signatures[index];
    if (!key || !signature?.some((byte) => byte !== 0)) return false;
    return ed25519.verify(signature, bytes, key.toBytes());
  };
  return new Set(signers.filter((_, index) => isValid(index)));
}

function flawsOf(
  { message, signatures }: VersionedTransaction,
  keys: readonly string[],
  tablesAreRead: boolean,
): string[] {
  const own = message.staticAccountKeys.length;
  const flaws: string[] = [];
  if (signatures.length !== message.header.numRequiredSignatures)
    flaws.push('it has not as many places for signatures as it asks for');
  if (new Set(keys).size !== keys.length) flaws.push('it names an account twice');
  for (const { programIdIndex, accountKeyIndexes } of message.compiledInstructions) {
    // The chain takes neither the fee payer nor what stands in a lookup table for a program.
    if (programIdIndex === 0 || programIdIndex >= own) flaws.push('it calls a program that it does not name');
    if (tablesAreRead && accountKeyIndexes.some((index) => index >= keys.length))
      flaws.push('it uses an account that it does not name');
  }
  return flaws;
}

/**
 * Reads what a transaction does from its instructions alone. `loaded`: what its lookup tables hold, where they have
 * been read; without them it does not see the accounts behind them.
 */
export function decodeTx(tx: VersionedTransaction, loaded?: LoadedAddresses): DecodedTx {
  const { message } = tx;
  const own = message.staticAccountKeys.map((key) => key.toBase58());
  const written = (loaded?.writable ?? []).map((key) => key.toBase58());
  const read = (loaded?.readonly ?? []).map((key) => key.toBase58());
  const keys = [...own, ...written, ...read];
  const effects = message.compiledInstructions.map((instruction) =>
    effectOf(own[instruction.programIdIndex] ?? '', {
      accounts: instruction.accountKeyIndexes.map((index) => keys[index] ?? ''),
      data: instruction.data,
    }),
  );
  const used = new Set(
    message.compiledInstructions.flatMap(({ programIdIndex, accountKeyIndexes }) => [
      programIdIndex,
      ...accountKeyIndexes,
    ]),
  );
  const hasLookupTables = message.addressTableLookups.length > 0 && !loaded;
  const signers = own.slice(0, message.header.numRequiredSignatures);
  return {
    feePayer: keys[0] ?? '',
    signers,
    signed: signedBy(tx, signers),
    writable: [...own.filter((_, index) => message.isAccountWritable(index)), ...written],
    tables: message.addressTableLookups.map(({ accountKey }) => accountKey.toBase58()),
    hasLookupTables,
    fromTables: new Set([...written, ...read].filter((key) => !own.includes(key))),
    unused: own.filter((_, index) => index > 0 && !used.has(index)),
    flaws: flawsOf(tx, keys, !hasLookupTables),
    effects,
  };
}

const MAX_REMEMBERED = 500;
const derived = new Map<string, string>();

/** The owner's associated token account of a mint (SPL Associated Token Account program). */
export function associatedTokenAddress(
  owner: string,
  mint: string,
  tokenProgram: string = TOKEN_PROGRAM,
): string {
  const name = `${owner} ${tokenProgram} ${mint}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const seeds = [owner, tokenProgram, mint].map((key) => new PublicKey(key).toBytes());
  const [address] = PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED_TOKEN_PROGRAM));
  // Found by trial, which takes a while for every role of a platform.
  if (derived.size >= MAX_REMEMBERED) derived.clear();
  derived.set(name, address.toBase58());
  return address.toBase58();
}
