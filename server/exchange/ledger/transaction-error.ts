import type { TransactionErrorJson } from './ledger.ts';

/** Names of the errors without fields, in the order of the VM's own numbering. */
const FIELDLESS = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
  'ClusterMaintenance',
] as const;

/** Turns the VM's error into the form of the JSON-RPC. */
export function errorJson(native: unknown): TransactionErrorJson {
  if (typeof native === 'number') return FIELDLESS[native] ?? `Error ${native}`;
  const text = String(native);
  const index = Number(/index: (\d+)/.exec(text)?.[1] ?? 0);
  const custom = /Custom \{ code: (\d+) \}/.exec(text)?.[1];
  if (custom !== undefined) return { InstructionError: [index, { Custom: Number(custom) }] };
  if (text.startsWith('TransactionErrorInstructionError')) {
    return { InstructionError: [index, /error: (\w+)/.exec(text)?.[1] ?? 'GenericError'] };
  }
  const account = /account_index: (\d+)/.exec(text)?.[1];
  const name = /^TransactionError(\w+)/.exec(text)?.[1] ?? 'Unknown';
  return account === undefined ? name : { [name]: { account_index: Number(account) } };
}

/** What a refusal means to the one who sent it, in one sentence. */
export function explain(err: TransactionErrorJson, logs: readonly string[]): string {
  if (err === 'BlockhashNotFound') return 'Blockhash not found: the transaction has expired';
  if (err === 'AlreadyProcessed') return 'This transaction has already been processed';
  if (err === 'SignatureFailure' || err === 'MissingSignatureForFee')
    return 'Transaction signature verification failure';
  if (err === 'AccountNotFound' || err === 'InsufficientFundsForFee')
    return 'Insufficient SOL for the network fee';
  if (typeof err === 'object' && 'InsufficientFundsForRent' in err) return 'Insufficient SOL for rent';
  if (logs.some((line) => /insufficient lamports/i.test(line))) return 'Insufficient SOL';
  if (logs.some((line) => /insufficient funds/i.test(line))) return 'Insufficient funds';
  return `Transaction failed: ${describe(err)}`;
}

function describe(err: TransactionErrorJson): string {
  if (typeof err === 'string') return err;
  const instruction = err.InstructionError;
  if (!Array.isArray(instruction)) return Object.keys(err)[0] ?? 'unknown error';
  const [index, detail] = instruction as [number, unknown];
  const text =
    typeof detail === 'object' && detail !== null && 'Custom' in detail
      ? `custom program error: 0x${Number(detail.Custom).toString(16)}`
      : String(detail);
  return `error processing instruction ${index}: ${text}`;
}
