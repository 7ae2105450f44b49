import {
  ComputeBudgetProgram,
  type LoadedAddresses,
  PublicKey,
  SystemProgram,
  type VersionedTransaction,
} from '@solana/web3.js';

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const MEMO_PROGRAMS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
];
const SYSTEM_PROGRAM = SystemProgram.programId.toBase58();
const COMPUTE_BUDGET_PROGRAM = ComputeBudgetProgram.programId.toBase58();

/** What one instruction does, as far as the owner's money is concerned. */
export type Effect =
  | {
      type: 'token-transfer';
      source: string;
      destination: string;
      authority: string;
      mint: string | null;
      amount: bigint;
    }
  | { type: 'lamports-transfer'; from: string; to: string; lamports: bigint }
  | { type: 'create-token-account'; payer: string; account: string; owner: string; mint: string }
  | { type: 'memo'; text: string }
  | { type: 'compute-units'; units: number }
  | { type: 'compute-price'; microLamports: bigint }
  | { type: 'close-account'; account: string; destination: string; authority: string }
  /** Destroys tokens of the account; `mint` as the instruction names it. */
  | { type: 'burn'; account: string; mint: string; authority: string; amount: bigint }
  /** Issues new tokens into the account. */
  | { type: 'mint-to'; account: string; mint: string; authority: string; amount: bigint }
  | { type: 'harmless' }
  /** A known program asked for something that no intent of this desk needs. */
  | { type: 'forbidden'; name: string; accounts: readonly string[] }
  | { type: 'unknown-program'; program: string };

export interface DecodedTx {
  feePayer: string;
  signers: readonly string[];
  /** Every account the transaction may write, without those behind lookup tables. */
  writable: readonly string[];
  hasLookupTables: boolean;
  effects: readonly Effect[];
}

interface Call {
  accounts: readonly string[];
  data: Uint8Array;
}

const u64 = (data: Uint8Array, at: number): bigint =>
  data.length >= at + 8 ? new DataView(data.buffer, data.byteOffset).getBigUint64(at, true) : -1n;
const u32 = (data: Uint8Array, at: number): number =>
  data.length >= at + 4 ? new DataView(data.buffer, data.byteOffset).getUint32(at, true) : -1;

const account = (call: Call, index: number): string => call.accounts[index] ?? '';
const forbidden = (name: string, call: Call): Effect => ({
  type: 'forbidden',
  name,
  accounts: call.accounts,
});

/** Instruction numbers of the SPL Token program (spl-token `instruction.rs`), the same in Token-2022. */
function tokenEffect(call: Call): Effect {
  switch (call.data[0]) {
    case 3:
      return {
        type: 'token-transfer',
        source: account(call, 0),
        destination: account(call, 1),
        authority: account(call, 2),
        mint: null,
        amount: u64(call.data, 1),
      };
    case 12:
      return {
        type: 'token-transfer',
        source: account(call, 0),
        mint: account(call, 1),
        destination: account(call, 2),
        authority: account(call, 3),
        amount: u64(call.data, 1),
      };
    case 9:
      return {
        type: 'close-account',
        account: account(call, 0),
        destination: account(call, 1),
        authority: account(call, 2),
      };
    case 4:
    case 13:
      return forbidden('Approve', call);
    case 6:
      return forbidden('SetAuthority', call);
    // Token-2022 and SPL Token alike: the checked forms carry the decimals behind the amount.
    case 7:
    case 14:
      return {
        type: 'mint-to',
        mint: account(call, 0),
        account: account(call, 1),
        authority: account(call, 2),
        amount: u64(call.data, 1),
      };
    case 8:
    case 15:
      return {
        type: 'burn',
        account: account(call, 0),
        mint: account(call, 1),
        authority: account(call, 2),
        amount: u64(call.data, 1),
      };
    default:
      return forbidden(`Token instruction ${call.data[0] ?? 'without data'}`, call);
  }
}

/** Instruction numbers of the System program (`SystemInstruction`). */
function systemEffect(call: Call): Effect {
  if (u32(call.data, 0) === 2) {
    return {
      type: 'lamports-transfer',
      from: account(call, 0),
      to: account(call, 1),
      lamports: u64(call.data, 4),
    };
  }
  return forbidden(`System instruction ${u32(call.data, 0)}`, call);
}

/** 0 creates, 1 creates if missing; 2 (recover nested) moves tokens and is never needed. */
function associatedTokenEffect(call: Call): Effect {
  const kind = call.data[0] ?? 0;
  if (kind > 1) return forbidden('Recover nested account', call);
  return {
    type: 'create-token-account',
    payer: account(call, 0),
    account: account(call, 1),
    owner: account(call, 2),
    mint: account(call, 3),
  };
}

function computeEffect(call: Call): Effect {
  if (call.data[0] === 2) return { type: 'compute-units', units: u32(call.data, 1) };
  if (call.data[0] === 3) return { type: 'compute-price', microLamports: u64(call.data, 1) };
  return { type: 'harmless' };
}

function effectOf(program: string, call: Call): Effect {
  if (program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM) return tokenEffect(call);
  if (program === SYSTEM_PROGRAM) return systemEffect(call);
  if (program === ASSOCIATED_TOKEN_PROGRAM) return associatedTokenEffect(call);
  if (program === COMPUTE_BUDGET_PROGRAM) return computeEffect(call);
  if (MEMO_PROGRAMS.includes(program)) return { type: 'memo', text: new TextDecoder().decode(call.data) };
  return { type: 'unknown-program', program };
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
    effectOf(keys[instruction.programIdIndex] ?? '', {
      accounts: instruction.accountKeyIndexes.map((index) => keys[index] ?? ''),
      data: instruction.data,
    }),
  );
  return {
    feePayer: keys[0] ?? '',
    signers: own.slice(0, message.header.numRequiredSignatures),
    writable: [...own.filter((_, index) => message.isAccountWritable(index)), ...written],
    hasLookupTables: message.addressTableLookups.length > 0 && !loaded,
    effects,
  };
}

/** The owner's associated token account of a mint (SPL Associated Token Account program). */
export function associatedTokenAddress(owner: string, mint: string, tokenProgram = TOKEN_PROGRAM): string {
  const seeds = [owner, tokenProgram, mint].map((key) => new PublicKey(key).toBytes());
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED_TOKEN_PROGRAM))[0].toBase58();
}
