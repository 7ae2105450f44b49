import { setImmediate as nextTurn } from 'node:timers/promises';
import { withMemory } from '../memory/memory-source.ts';
import { ACCOUNT_METHODS } from './account-methods.ts';
import { CHAIN_METHODS } from './chain-methods.ts';
import { BATCH_BUDGET, costOf, type Spend, spending } from './cost.ts';
import type { Method } from './method.ts';
import type { RpcDeps } from './ports.ts';
import { RPC_CODES, toRpcError } from './rpc-error.ts';
import { TRANSACTION_METHODS } from './transaction-methods.ts';

export const MAX_BATCH = 50;

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>(
  Object.entries({ ...CHAIN_METHODS, ...ACCOUNT_METHODS, ...TRANSACTION_METHODS }),
);

/** Names of the methods offered. */
export const RPC_METHODS: readonly string[] = [...METHODS.keys()];

const OVER_BUDGET = 'Too much in one batch: this call was not done, send it by itself';

type Id = string | number | null;
interface RpcAnswer {
  jsonrpc: '2.0';
  id: Id;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

const failure = (id: Id, code: number, message: string, data?: unknown): RpcAnswer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

function idOf(call: unknown): Id {
  const id = typeof call === 'object' && call !== null ? Reflect.get(call, 'id') : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/**
 * Handles one JSON-RPC 2.0 body, a call or a batch of at most 50, already parsed from JSON. The calls of a batch run
 * one after another, others having their turn between them, and what is over the cost that they share is refused
 * without being done. Always resolves to the body of the answer; `report` hears of faults that are ours, which the caller
 * only learns of as "Internal error", and `charge` of what a call turns out to cost beyond `requestsOf`.
 */
export function createRpc(
  deps: RpcDeps,
  report: (error: unknown, method: string) => void = () => {},
): (body: unknown, client?: () => string, charge?: (requests: number) => void) => Promise<unknown> {
  async function one(call: unknown, spend: Spend): Promise<RpcAnswer> {
    if (typeof call !== 'object' || call === null || Array.isArray(call)) {
      return failure(null, RPC_CODES.invalidRequest, 'Invalid request');
    }
    const { jsonrpc, id = null, method, params = [] } = call as Record<string, unknown>;
    const validId = typeof id === 'string' || typeof id === 'number' || id === null;
    if (!validId || jsonrpc !== '2.0' || typeof method !== 'string') {
      return failure(validId ? id : null, RPC_CODES.invalidRequest, 'Invalid request');
    }
    const handler = METHODS.get(method);
    if (handler === undefined) return failure(id, RPC_CODES.methodNotFound, 'Method not found');
    if (!Array.isArray(params))
      return failure(id, RPC_CODES.invalidParams, 'Invalid params: expected a list');
    try {
      const result = await withMemory(deps.memory, () => handler(deps, params, spend));
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      // The writer says for itself whether anything has happened, and has told the log.
      const told = toRpcError(error);
      if (told) return failure(id, told.code, told.message, told.data);
      report(error, method);
      return failure(id, RPC_CODES.internal, 'Internal error');
    }
  }

  return async (body, _client, charge = () => {}) => {
    const spend = spending(body, charge);
    if (!Array.isArray(body)) return one(body, spend);
    if (body.length === 0) return failure(null, RPC_CODES.invalidRequest, 'Invalid request: empty batch');
    if (body.length > MAX_BATCH) {
      return failure(
        null,
        RPC_CODES.invalidRequest,
        `Invalid request: at most ${MAX_BATCH} calls in a batch`,
      );
    }
    const answers: RpcAnswer[] = [];
    let left = BATCH_BUDGET;
    for (const call of body) {
      const cost = costOf(call);
      if (cost <= left) {
        left -= cost;
        const more = (unforeseen: number): void => {
          left -= unforeseen;
          spend(unforeseen);
        };
        answers.push(await one(call, more));
        await nextTurn();
      } else {
        answers.push(failure(idOf(call), RPC_CODES.limitExceeded, OVER_BUDGET));
      }
    }
    return answers;
  };
}
