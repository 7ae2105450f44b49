import { isTokenProgram } from '@contract/transactions/programs.ts';
import { addressText, solText } from './labels.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAMS,
  NATIVE_PROGRAMS,
  SIGNATURE_PROGRAMS,
  SYSTEM_PROGRAM,
} from './programs.ts';

/** What gives an instruction of a token program its right. */
interface Authorised {
  authority: string;
  /** The authority and every account behind it: those of a multisig stand there, and sign. */
  signers: readonly string[];
}

/** What one instruction does, as far as the owner's money is concerned. */
export type Effect =
  | (Authorised & {
      type: 'token-transfer';
      source: string;
      destination: string;
      mint: string | null;
      amount: bigint;
    })
  | { type: 'lamports-transfer'; from: string; to: string; lamports: bigint }
  | { type: 'create-token-account'; payer: string; account: string; owner: string; mint: string }
  | { type: 'memo'; text: string; signers: readonly string[] }
  | { type: 'compute-units'; units: number }
  | { type: 'compute-price'; microLamports: bigint }
  /** Memory and sizes: neither costs anything beyond the units. */
  | { type: 'compute-other' }
  | (Authorised & { type: 'close-account'; account: string; destination: string })
  /** Destroys tokens of the account; `mint` as the instruction names it. */
  | (Authorised & { type: 'burn'; account: string; mint: string; amount: bigint })
  /** Issues new tokens into the account. */
  | (Authorised & { type: 'mint-to'; account: string; mint: string; amount: bigint })
  /** Counts SOL sent to a wrapped account as its tokens; anybody may. */
  | { type: 'sync-native'; account: string }
  /** Has the network check signatures, each for a fee, for a program to read. */
  | { type: 'signature-check'; program: string; name: string; signatures: number }
  /** A program of the network itself that no intent of this desk needs. */
  | { type: 'native-program'; name: string }
  /** A known program asked for something that no intent of this desk needs. */
  | { type: 'forbidden'; name: string; danger: string | null; accounts: readonly string[] }
  | { type: 'unknown-program'; program: string };

export interface Call {
  accounts: readonly string[];
  data: Uint8Array;
}

const view = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);
/** Null where the data ends too early: the chain would refuse it. */
const u64 = (data: Uint8Array, at: number): bigint | null =>
  data.length >= at + 8 ? view(data).getBigUint64(at, true) : null;
const u32 = (data: Uint8Array, at: number): number | null =>
  data.length >= at + 4 ? view(data).getUint32(at, true) : null;

const account = ({ accounts }: Call, index: number): string => accounts[index] ?? '';
const authorised = ({ accounts }: Call, index: number): Authorised => ({
  authority: accounts[index] ?? '',
  signers: accounts.slice(index),
});
const forbidden = (name: string, { accounts }: Call, danger: string | null = null): Effect => ({
  type: 'forbidden',
  name,
  danger,
  accounts,
});
const cutShort = (name: string, call: Call): Effect => forbidden(`${name} without its amount`, call);

const approval = (call: Call, delegate: number): Effect =>
  forbidden(
    'Approve',
    call,
    `${addressText(account(call, delegate))} could spend up to ${u64(call.data, 1) ?? 'any number of'} units from the token account ${addressText(account(call, 0))}`,
  );

/** Instruction numbers of the SPL Token program (spl-token `instruction.rs`), the same in Token-2022. */
function tokenEffect(call: Call): Effect {
  const { data } = call;
  const amount = u64(data, 1);
  switch (data[0]) {
    case 3:
      if (amount === null) return cutShort('Transfer', call);
      return {
        type: 'token-transfer',
        source: account(call, 0),
        destination: account(call, 1),
        mint: null,
        amount,
        ...authorised(call, 2),
      };
    case 12:
      if (amount === null) return cutShort('TransferChecked', call);
      return {
        type: 'token-transfer',
        source: account(call, 0),
        mint: account(call, 1),
        destination: account(call, 2),
        amount,
        ...authorised(call, 3),
      };
    case 9:
      return {
        type: 'close-account',
        account: account(call, 0),
        destination: account(call, 1),
        ...authorised(call, 2),
      };
    case 4:
      return approval(call, 1);
    case 13:
      return approval(call, 2);
    case 6:
      return forbidden(
        'SetAuthority',
        call,
        `${addressText(account(call, 0))} would be handed to somebody else`,
      );
    // The checked forms carry the decimals behind the amount.
    case 7:
    case 14:
      if (amount === null) return cutShort('MintTo', call);
      return {
        type: 'mint-to',
        mint: account(call, 0),
        account: account(call, 1),
        amount,
        ...authorised(call, 2),
      };
    case 8:
    case 15:
      if (amount === null) return cutShort('Burn', call);
      return {
        type: 'burn',
        account: account(call, 0),
        mint: account(call, 1),
        amount,
        ...authorised(call, 2),
      };
    case 17:
      return { type: 'sync-native', account: account(call, 0) };
    case 26:
      return forbidden('Token instruction 26 (transfer fees)', call, 'a fee would be kept of the tokens');
    default:
      return forbidden(`Token instruction ${data[0] ?? 'without data'}`, call);
  }
}

/** Dangers of the System program's instructions (`SystemInstruction`), by number; the rest have none of their own. */
const SYSTEM_DANGERS: ReadonlyMap<number | null, (call: Call) => string> = new Map([
  [0, (call: Call) => `an account would be opened with ${solText(u64(call.data, 4) ?? 0n)}`],
  [1, (call: Call) => `${addressText(account(call, 0))} would be handed to a program`],
  [4, () => 'the transaction would never run out, and could be sent whenever it suits its holder'],
  [5, (call: Call) => `SOL would leave the nonce account ${addressText(account(call, 0))}`],
  [7, (call: Call) => `the nonce account ${addressText(account(call, 0))} would be handed to somebody else`],
]);

function systemEffect(call: Call): Effect {
  const kind = u32(call.data, 0);
  const lamports = u64(call.data, 4);
  if (kind === 2 && lamports !== null) {
    return { type: 'lamports-transfer', from: account(call, 0), to: account(call, 1), lamports };
  }
  return forbidden(
    `System instruction ${kind ?? 'without data'}`,
    call,
    SYSTEM_DANGERS.get(kind)?.(call) ?? null,
  );
}

/** 0 creates, 1 creates if missing; 2 (recover nested) moves tokens and is never needed. */
function associatedTokenEffect(call: Call): Effect {
  const kind = call.data[0] ?? 0;
  if (kind > 1) return forbidden('Recover nested account', call, 'it moves tokens');
  const program = account(call, 5);
  if (!isTokenProgram(program)) {
    // It says how large the account is, which its payer has to fund, and owns it from then on.
    return forbidden(
      'Create token account',
      call,
      `the account would belong to ${addressText(program)}, which is no token program`,
    );
  }
  return {
    type: 'create-token-account',
    payer: account(call, 0),
    account: account(call, 1),
    owner: account(call, 2),
    mint: account(call, 3),
  };
}

/** Instruction numbers of the Compute Budget program; 0 asked for a fee of its own, and is refused by now. */
function computeEffect(call: Call): Effect {
  const [kind] = call.data;
  const units = u32(call.data, 1);
  const microLamports = u64(call.data, 1);
  if (kind === 2 && units !== null) return { type: 'compute-units', units };
  if (kind === 3 && microLamports !== null) return { type: 'compute-price', microLamports };
  if ((kind === 1 || kind === 4) && units !== null) return { type: 'compute-other' };
  return forbidden(`Compute budget instruction ${kind ?? 'without data'}`, call);
}

/** What one instruction does; `program` as the message names it. */
export function effectOf(program: string, call: Call): Effect {
  if (isTokenProgram(program)) return tokenEffect(call);
  if (program === SYSTEM_PROGRAM) return systemEffect(call);
  if (program === ASSOCIATED_TOKEN_PROGRAM) return associatedTokenEffect(call);
  if (program === COMPUTE_BUDGET_PROGRAM) return computeEffect(call);
  if (MEMO_PROGRAMS.includes(program)) {
    return { type: 'memo', text: new TextDecoder().decode(call.data), signers: call.accounts };
  }
  const native = NATIVE_PROGRAMS.get(program);
  if (native !== undefined) return { type: 'native-program', name: native };
  const name = SIGNATURE_PROGRAMS.get(program);
  // The first byte counts the signatures, in all three of them.
  if (name !== undefined) return { type: 'signature-check', program, name, signatures: call.data[0] ?? 0 };
  return { type: 'unknown-program', program };
}
