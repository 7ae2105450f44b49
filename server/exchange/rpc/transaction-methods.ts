import { decodeBytes, MAX_TRANSACTION_BYTES } from '../ledger/decode-signed.ts';
import { toBase64 } from '../ledger/signers.ts';
import { encodeAccount } from './encode-account.ts';
import { encodeTransaction } from './encode-transaction.ts';
import type { Method } from './method.ts';
import { withContext } from './method.ts';
import type { Config, Params } from './params.ts';
import {
  configAt,
  encodedBytes,
  flag,
  integer,
  integerAt,
  listAt,
  pubkey,
  pubkeyAt,
  signature,
  textAt,
} from './params.ts';
import type { RpcDeps } from './ports.ts';
import { readAccounts } from './read-accounts.ts';
import { invalidParams, RPC_CODES, RpcError } from './rpc-error.ts';

const MAX_SIGNATURES = 256;
const MAX_PAGE = 1_000;
const MAX_SIMULATED_ACCOUNTS = 64;

/** Reads a transaction that the exchange itself built; anything else goes no further. */
async function ownTransaction(deps: RpcDeps, params: Params, config: Config) {
  const bytes = encodedBytes(textAt(params, 0, 'transaction'), config.encoding, MAX_TRANSACTION_BYTES);
  const decoded = decodeBytes(bytes);
  if (!decoded.ok) throw invalidParams(decoded.error);
  if (!(await deps.isKnown(decoded.tx))) {
    throw invalidParams('only transactions built by this exchange are accepted, and only for a while');
  }
  return decoded.tx;
}

const sendTransaction: Method = async (deps, params) => {
  const tx = await ownTransaction(deps, params, configAt(params, 1));
  const { status, signature: landed, error } = await deps.submit(toBase64(tx));
  if (status === 'Success' && landed !== null) return landed;
  const reason = error ?? 'the transaction was refused';
  throw new RpcError(RPC_CODES.preflightFailure, `Transaction simulation failed: ${reason}`, {
    err: reason,
    logs: [],
    accounts: null,
    unitsConsumed: 0,
    returnData: null,
  });
};

function wantedAccounts(config: Config): { addresses: string[]; encoding: unknown } | null {
  if (config.accounts === undefined || config.accounts === null) return null;
  const { addresses, encoding = 'base64' } = configAt([config.accounts], 0);
  const wanted = listAt([addresses], 0, 'accounts.addresses', MAX_SIMULATED_ACCOUNTS).map((key) =>
    pubkey(key),
  );
  return { addresses: wanted, encoding };
}

const simulateTransaction: Method = async (deps, params, spend) => {
  const config = configAt(params, 1);
  const sigVerify = flag(config, 'sigVerify');
  const replaceBlockhash = flag(config, 'replaceRecentBlockhash');
  if (sigVerify && replaceBlockhash)
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  const wanted = wantedAccounts(config);
  const { ledger } = deps;
  const tx = await ownTransaction(deps, params, config);
  return deps.read(() => {
    // As they are before it: what a transaction of the exchange leaves there is no larger.
    if (wanted) readAccounts(ledger, wanted.addresses, spend);
    const result = ledger.simulate(tx, { sigVerify, replaceBlockhash, accounts: wanted?.addresses ?? [] });
    const accounts =
      wanted && result.accounts.map((found) => encodeAccount(ledger, found, { encoding: wanted.encoding }));
    return withContext(deps, {
      err: result.err,
      logs: result.logs,
      accounts,
      unitsConsumed: result.computeUnits,
      returnData: null,
      ...(replaceBlockhash ? { replacementBlockhash: ledger.latestBlockhash() } : {}),
    });
  });
};

const statusOf = (slot: number | undefined) =>
  slot === undefined
    ? null
    : { slot, confirmations: null, err: null, status: { Ok: null }, confirmationStatus: 'finalized' };

const getSignatureStatuses: Method = async (deps, params) => {
  const signatures = listAt(params, 0, 'signatures', MAX_SIGNATURES).map(signature);
  const slots = await deps.transactions.slotsOf(signatures);
  return withContext(
    deps,
    signatures.map((one) => statusOf(slots.get(one))),
  );
};

const getTransaction: Method = async (deps, params) => {
  const options = params[1];
  const config: Config = typeof options === 'string' ? { encoding: options } : configAt(params, 1);
  const stored = await deps.transactions.bySignature(signature(params[0]));
  return stored && encodeTransaction(stored, config.encoding, config.maxSupportedTransactionVersion);
};

const getSignaturesForAddress: Method = async (deps, params) => {
  const address = pubkeyAt(params, 0);
  const { limit, before, until } = configAt(params, 1);
  const size = limit === undefined || limit === null ? MAX_PAGE : integer(limit, 'limit');
  if (size < 1 || size > MAX_PAGE) throw invalidParams(`limit must be between 1 and ${MAX_PAGE}`);
  const found = await deps.transactions.byAddress(address, {
    limit: size,
    ...(before === undefined || before === null ? {} : { before: signature(before) }),
    ...(until === undefined || until === null ? {} : { until: signature(until) }),
  });
  return found.map((stored) => ({
    signature: stored.signature,
    slot: stored.slot,
    err: stored.err,
    memo: stored.memo === null ? null : `[${Buffer.byteLength(stored.memo)}] ${stored.memo}`,
    blockTime: stored.blockTime,
    confirmationStatus: 'finalized',
  }));
};

const requestAirdrop: Method = async (deps, params) => {
  const lamports = integerAt(params, 1, 'lamports');
  const answer = await deps.airdrop(pubkeyAt(params, 0), BigInt(lamports));
  if (answer.ok) return answer.signature;
  throw new RpcError(RPC_CODES.internal, answer.error);
};

/** What can be done with transactions, and asked about them. */
export const TRANSACTION_METHODS = {
  sendTransaction,
  simulateTransaction,
  getSignatureStatuses,
  getTransaction,
  getSignaturesForAddress,
  requestAirdrop,
} satisfies Record<string, Method>;
