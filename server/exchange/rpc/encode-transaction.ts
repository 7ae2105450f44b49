import type { VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { PROGRAMS } from '../ledger/addresses.ts';
import { decodeSigned } from '../ledger/decode-signed.ts';
import type { TokenBalanceChange } from '../ledger/ledger.ts';
import { messageAddresses } from '../ledger/message-bytes.ts';
import { uiAmount } from './encode-account.ts';
import type { StoredTransaction } from './ports.ts';
import { invalidParams, RPC_CODES, RpcError } from './rpc-error.ts';

function tokenBalances(changes: readonly TokenBalanceChange[], side: 'before' | 'after') {
  return changes.flatMap((change) => {
    const amount = change[side];
    if (amount === null) return [];
    const { accountIndex, mint, owner, program, decimals } = change;
    return [
      { accountIndex, mint, owner, programId: program, uiTokenAmount: uiAmount(BigInt(amount), decimals) },
    ];
  });
}

function encodeMeta({ meta, err }: StoredTransaction) {
  return {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee: meta.fee,
    preBalances: meta.preBalances.map(Number),
    postBalances: meta.postBalances.map(Number),
    preTokenBalances: tokenBalances(meta.tokenBalances, 'before'),
    postTokenBalances: tokenBalances(meta.tokenBalances, 'after'),
    innerInstructions: [],
    logMessages: meta.logs,
    loadedAddresses: { writable: [], readonly: [] },
    computeUnitsConsumed: meta.computeUnits,
    rewards: [],
  };
}

function jsonMessage({ message }: VersionedTransaction, addresses: readonly string[]) {
  return {
    accountKeys: addresses,
    header: message.header,
    recentBlockhash: message.recentBlockhash,
    instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
      programIdIndex,
      accounts: accountKeyIndexes,
      data: bs58.encode(data),
      stackHeight: null,
    })),
    addressTableLookups: [],
  };
}

function parsedMessage({ message }: VersionedTransaction, addresses: readonly string[]) {
  return {
    accountKeys: addresses.map((pubkey, index) => ({
      pubkey,
      signer: message.isAccountSigner(index),
      writable: message.isAccountWritable(index),
      source: 'transaction',
    })),
    recentBlockhash: message.recentBlockhash,
    instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => {
      const programId = addresses[programIdIndex] ?? '';
      if (programId === PROGRAMS.memo) {
        return {
          program: 'spl-memo',
          programId,
          parsed: Buffer.from(data).toString('utf8'),
          stackHeight: null,
        };
      }
      const accounts = accountKeyIndexes.map((index) => addresses[index] ?? '');
      return { programId, accounts, data: bs58.encode(data), stackHeight: null };
    }),
    addressTableLookups: [],
  };
}

function encodeBody(stored: StoredTransaction, encoding: unknown) {
  if (encoding === 'base64') return [stored.transaction, 'base64'];
  if (encoding === 'base58') return [bs58.encode(Buffer.from(stored.transaction, 'base64')), 'base58'];
  if (encoding !== 'json' && encoding !== 'jsonParsed') {
    throw invalidParams('encoding must be json, jsonParsed, base64 or base58');
  }
  const decoded = decodeSigned(stored.transaction);
  if (!decoded.ok) throw new Error(`Stored transaction ${stored.signature}: ${decoded.error}`);
  const addresses = messageAddresses(decoded.tx);
  return {
    signatures: decoded.tx.signatures.map((signature) => bs58.encode(signature)),
    message: encoding === 'json' ? jsonMessage(decoded.tx, addresses) : parsedMessage(decoded.tx, addresses),
  };
}

/** A landed transaction in the shape of getTransaction. Ours are all of version 0, which the caller must allow. */
export function encodeTransaction(stored: StoredTransaction, encoding: unknown, maxVersion: unknown) {
  if (typeof maxVersion !== 'number') {
    throw new RpcError(
      RPC_CODES.unsupportedVersion,
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the ' +
        'following configuration parameter: "maxSupportedTransactionVersion": 0',
    );
  }
  return {
    slot: stored.slot,
    blockTime: stored.blockTime,
    version: 0,
    transaction: encodeBody(stored, encoding ?? 'json'),
    meta: encodeMeta(stored),
  };
}
