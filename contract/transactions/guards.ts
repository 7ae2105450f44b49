/*
 * Wallets guard what they sign: they add assertions of the Lighthouse program, which stop the transaction where an
 * account is not as the wallet's own preview has shown. This is the one rule by which the desk (what came back from
 * the wallet) and the exchange (what is to be executed) take such a change, and no other.
 */

/** Guards a wallet may add. */
export const MAX_GUARDS = 2;

/** Largest transaction of the chain, signatures included: one packet. */
const MAX_TRANSACTION_BYTES = 1_232;

/**
 * First byte of the program's instructions that only assert, from its generated clients (Jac0xb/lighthouse,
 * `LighthouseInstruction`): 2 AssertAccountData to 17 AssertBubblegumTreeConfigAccount. 0 writes memory accounts and 1
 * closes them; what may come behind 17 nobody has read yet.
 */
const FIRST_ASSERTION = 2;
const LAST_ASSERTION = 17;

/** Its instructions 2 and 3 set how many units may be used, and the price of each. */
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

/** A message of a transaction in plain terms; addresses are base58. */
export interface PlainMessage {
  version: 'legacy' | 0;
  blockhash: string;
  /** Accounts the message itself names, in its order; the first one pays. */
  keys: readonly { address: string; isSigner: boolean; isWritable: boolean }[];
  /** Its lookup tables with what is taken out of them, one text each, in its order. */
  lookups: readonly string[];
  instructions: readonly PlainInstruction[];
}
/** An account behind a lookup table is named by its place in the table. */
export interface PlainInstruction {
  program: string;
  accounts: readonly string[];
  data: Uint8Array;
}

/** What is read of a message of `@solana/web3.js`, which this room does not import. */
interface CompiledMessage {
  version: 'legacy' | number;
  header: {
    numRequiredSignatures: number;
    numReadonlySignedAccounts: number;
    numReadonlyUnsignedAccounts: number;
  };
  staticAccountKeys: readonly { toBase58(): string }[];
  recentBlockhash: string;
  compiledInstructions: readonly {
    programIdIndex: number;
    accountKeyIndexes: readonly number[];
    data: Uint8Array;
  }[];
  addressTableLookups: readonly {
    accountKey: { toBase58(): string };
    writableIndexes: readonly number[];
    readonlyIndexes: readonly number[];
  }[];
}

/**
 * Reads a compiled message; null where one of its instructions names an account that is not there, and for versions
 * that say more than is read here.
 */
export function plainMessage(message: CompiledMessage): PlainMessage | null {
  const { version, header, staticAccountKeys, addressTableLookups: tables } = message;
  if (version !== 'legacy' && version !== 0) return null;
  const signers = header.numRequiredSignatures;
  const writableSigners = signers - header.numReadonlySignedAccounts;
  const writableEnd = staticAccountKeys.length - header.numReadonlyUnsignedAccounts;
  const keys = staticAccountKeys.map((key, index) => ({
    address: key.toBase58(),
    isSigner: index < signers,
    isWritable: index < signers ? index < writableSigners : index < writableEnd,
  }));
  const behind = (kind: 'writableIndexes' | 'readonlyIndexes') =>
    tables.flatMap((table) => [...table[kind]].map((place) => `${table.accountKey.toBase58()}[${place}]`));
  const names = [
    ...keys.map(({ address }) => address),
    ...behind('writableIndexes'),
    ...behind('readonlyIndexes'),
  ];
  const instructions: PlainInstruction[] = [];
  for (const { programIdIndex, accountKeyIndexes, data } of message.compiledInstructions) {
    const program = names[programIdIndex];
    const accounts = accountKeyIndexes.flatMap((index) => names[index] ?? []);
    if (program === undefined || accounts.length !== accountKeyIndexes.length) return null;
    instructions.push({ program, accounts, data });
  }
  return {
    version,
    blockhash: message.recentBlockhash,
    keys,
    lookups: tables.map(
      ({ accountKey, writableIndexes, readonlyIndexes }) =>
        `${accountKey.toBase58()} ${[...writableIndexes].join(',')} ${[...readonlyIndexes].join(',')}`,
    ),
    instructions,
  };
}

const sameList = <T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean => {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
};
const sameInstruction = (a: PlainInstruction, b: PlainInstruction | undefined): boolean =>
  b !== undefined && a.program === b.program && sameList(a.accounts, b.accounts) && sameList(a.data, b.data);

/** Why an instruction is no assertion of the guard program; null when it is one. */
function noAssertion({ program, data }: PlainInstruction, guardProgram: string): string | null {
  if (program !== guardProgram) return `it added an instruction of ${program}`;
  const [kind] = data;
  if (kind !== undefined && kind >= FIRST_ASSERTION && kind <= LAST_ASSERTION) return null;
  return `it added an instruction of its guard that is no assertion (${kind ?? 'empty'})`;
}

/** Whether units are paid for and not limited: the chain then allows, and charges, so many for each instruction. */
function isPaidByInstruction({ instructions }: PlainMessage): boolean {
  const sets = (kind: number) =>
    instructions.some(({ program, data }) => program === COMPUTE_BUDGET && data[0] === kind);
  return sets(SET_UNIT_PRICE) && !sets(SET_UNIT_LIMIT);
}

/** Why the accounts of the changed message are not those of the checked one and those that its guards look at. */
function keysObjection(
  checked: PlainMessage,
  changed: PlainMessage,
  guards: readonly PlainInstruction[],
): string | null {
  const left = new Map(changed.keys.map((key) => [key.address, key]));
  if (left.size !== changed.keys.length) return 'it named an account twice';
  for (const { address, isSigner, isWritable } of checked.keys) {
    const now = left.get(address);
    if (now === undefined) return `it left ${address} out`;
    if (now.isSigner !== isSigner || now.isWritable !== isWritable)
      return `it changed what may be done with ${address}`;
    left.delete(address);
  }
  const lookedAt = new Set(guards.flatMap(({ program, accounts }) => [program, ...accounts]));
  for (const { address, isSigner, isWritable } of left.values()) {
    if (isSigner) return `it asks for a signature of ${address}`;
    if (isWritable) return `it may write ${address}`;
    if (!lookedAt.has(address)) return `it named ${address}, which nothing uses`;
  }
  return null;
}

export type GuardVerdict = { ok: true; guards: number } | { ok: false; reason: string };

/**
 * Whether `changed` is `checked` with one or two guards behind it and nothing else. The order of its accounts may be
 * another one: who compiles a message anew may sort them anew. `bytes`: length of the changed transaction as it
 * travels. The reason of a refusal begins with what the wallet did: "it added …".
 */
export function onlyGuardsAdded(
  checked: PlainMessage,
  changed: PlainMessage,
  bytes: number,
  guardProgram: string,
): GuardVerdict {
  const refused = (reason: string): GuardVerdict => ({ ok: false, reason });
  if (bytes > MAX_TRANSACTION_BYTES) return refused('it made the transaction too large');
  if (changed.version !== checked.version) return refused('it changed the version');
  if (changed.blockhash !== checked.blockhash) return refused('it changed the blockhash');
  if (changed.keys[0]?.address !== checked.keys[0]?.address) return refused('it changed who pays the fee');
  if (!sameList(changed.lookups, checked.lookups)) return refused('it changed the lookup tables');
  const unchanged = checked.instructions.every((instruction, index) =>
    sameInstruction(instruction, changed.instructions[index]),
  );
  if (!unchanged) return refused('it changed the instructions');
  const guards = changed.instructions.slice(checked.instructions.length);
  if (guards.length === 0) return refused('it compiled the message anew');
  if (guards.length > MAX_GUARDS) return refused(`it added ${guards.length} instructions`);
  for (const guard of guards) {
    const objection = noAssertion(guard, guardProgram);
    if (objection !== null) return refused(objection);
  }
  if (isPaidByInstruction(checked)) return refused('it raised the priority fee with what it added');
  const objection = keysObjection(checked, changed, guards);
  return objection === null ? { ok: true, guards: guards.length } : refused(objection);
}

/** How many instructions at the end of a message, two at most, belong to the guard program. */
export function guardsAtEnd({ instructions }: PlainMessage, guardProgram: string): number {
  const last = instructions.slice(-MAX_GUARDS).reverse();
  const other = last.findIndex(({ program }) => program !== guardProgram);
  return other < 0 ? last.length : other;
}
