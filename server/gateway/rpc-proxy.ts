import * as z from 'zod/mini';
import { subscriberOf } from '../common/client-address.ts';
import { ServiceError } from '../common/errors.ts';
import type { Priority } from '../common/facts.ts';
import type { Log } from '../common/log.ts';
import { secretsOfUrl } from '../common/log.ts';
import { JsonText } from '../common/operation.ts';
import type { Peer, Session } from '../common/peer.ts';
import { failureText, JSON_RPC_CODES } from '../common/rpc-messages.ts';
import { type Budget, createBudget, type Place } from './budget.ts';
import { fieldText } from './json-field.ts';
import { createKeyWatch, looksLikeKey } from './key-watch.ts';
import { createReport } from './reports.ts';
import { createRpcSockets } from './rpc-sockets.ts';
import type { Timing } from './timing.ts';
import { MAX_NODE_ANSWER_BYTES, type Transport, TransportError } from './transport.ts';

export const MAX_BATCH = 20;
/** What the answers to the calls of a batch may have in all. */
const MAX_BATCH_BYTES = 4 * MAX_NODE_ANSWER_BYTES;
const TIMEOUT_MS = 12_000;
const WAIT_MS = 5_000;

/** What a desk needs of a node, and how urgent each is. Anything else is refused: the node is paid for. */
const METHODS: ReadonlyMap<unknown, Priority> = new Map<string, Priority>([
  ['sendTransaction', 0],
  ['getSignatureStatuses', 1],
  ['getTransaction', 1],
  ['simulateTransaction', 2],
  ['getLatestBlockhash', 2],
  ['isBlockhashValid', 2],
  ['getFeeForMessage', 2],
  ['getBlockHeight', 2],
  ['getSlot', 3],
  ['getBalance', 3],
  ['getAccountInfo', 3],
  ['getMultipleAccounts', 3],
  ['getTokenAccountBalance', 3],
  ['getTokenAccountsByOwner', 3],
  ['getTokenSupply', 5],
  ['getMinimumBalanceForRentExemption', 5],
  ['getSignaturesForAddress', 6],
  ['getHealth', 6],
  ['getVersion', 6],
  ['getGenesisHash', 6],
]);

const rpcCall = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.nullable(z.union([z.string().check(z.maxLength(100)), z.number()]))),
  method: z.string(),
  params: z.optional(z.array(z.unknown())),
});
const rpcAnswer = z.union([
  z.object({ result: z.unknown(), error: z.optional(z.null()) }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }) }),
]);

export interface RpcProxy {
  /** Answers a JSON-RPC call or batch, with results and errors as the node has written them; never throws. */
  answer(body: unknown, client: string): Promise<JsonText>;
  /** Answers the client of a socket. */
  open(peer: Peer): Session;
  stats(): { calls: number; failures: number; waiting: number; connections: number; subscriptions: number };
  close(): void;
}

interface RpcProxyOptions {
  /** May hold a key: it is in no answer and in no log. */
  readonly url: string;
  /** Where the node speaks WebSocket; unless given, at the same address. May hold a key as well. */
  readonly wsUrl?: string | undefined;
  readonly rps: number;
  /** Of the platform; in no answer either. */
  readonly apiKey: string | undefined;
  readonly transport: Transport;
  readonly timing: Timing;
  readonly log: Log;
}

class KeyShownError extends Error {}

const keysOf = (url: string): string[] => secretsOfUrl(url).filter(looksLikeKey);

/** What a log may say of a failure: its kind, and no address. */
function kindOf(error: unknown): string {
  if (error instanceof KeyShownError) return 'shows a key';
  if (!(error instanceof TransportError)) return 'unreadable';
  const { cause } = error;
  const code = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? `${error.kind} ${code}` : error.kind;
}

/** Where a node speaks WebSocket that answers requests at `url`. */
function socketAddress(url: string): URL {
  const address = new URL(url);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
}

/** The Solana node behind `/rpc`: known methods only, each call by itself, sent once, within a budget of its own. */
export function createRpcProxy({
  url,
  wsUrl,
  rps,
  apiKey,
  transport,
  timing,
  log,
}: RpcProxyOptions): RpcProxy {
  const address = new URL(url);
  const keys = [url, wsUrl ?? ''].flatMap(keysOf);
  const isShown = createKeyWatch([...keys, ...(apiKey === undefined ? [] : [apiKey])]);
  const budget: Budget = createBudget({ rps, timing });
  /** A node counts calls as they come: however long it takes for one, the next may follow. */
  const enter = async (place: Place): Promise<void> => {
    const leave = await budget.enter(place);
    leave();
  };
  const report = createReport(log, timing);
  const sockets = createRpcSockets({
    url: wsUrl === undefined ? socketAddress(url) : new URL(wsUrl),
    enter,
    isShown,
    now: timing.now,
    failed: (failure) => report(`socket ${failure}`, { level: 'warn', rpc: 'socket', failure }),
  });
  let calls = 0;
  let failures = 0;

  /** The field of the node's answer that is passed on. `room`: for the answers of its batch. */
  async function ask(text: string, room: { bytes: number }): Promise<string> {
    const { status, body } = await transport.send({
      method: 'POST',
      url: address,
      headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'evenline' },
      body: text,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_NODE_ANSWER_BYTES,
      heard: budget.heard,
    });
    room.bytes -= body.length;
    if (room.bytes < 0) throw new TransportError('too-large');
    const told = body.toString();
    if (isShown(told)) throw new KeyShownError();
    const name = 'result' in rpcAnswer.parse(JSON.parse(told)) ? 'result' : 'error';
    // Nodes tell of their errors with any status, of a result with one.
    if (name === 'result' && status !== 200) throw new Error(`a result of the status ${status}`);
    return `"${name}":${fieldText(told, name)}`;
  }

  async function one(given: unknown, caller: string, room: { bytes: number }): Promise<string> {
    const parsed = rpcCall.safeParse(given);
    if (!parsed.success) return failureText(null, JSON_RPC_CODES.invalidRequest, 'Invalid request');
    const call = parsed.data;
    const id = call.id ?? null;
    const priority = METHODS.get(call.method);
    if (priority === undefined) return failureText(id, JSON_RPC_CODES.methodNotFound, 'Method not found');
    let text: string;
    try {
      text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: call.method, params: call.params ?? [] });
    } catch {
      // Lists within lists by the thousand can be read, and not be written.
      return failureText(id, JSON_RPC_CODES.invalidParams, 'Invalid params: nested too deep');
    }
    calls += 1;
    try {
      await enter({ priority, caller, waitMs: WAIT_MS, sends: call.method === 'sendTransaction' });
      return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${await ask(text, room)}}`;
    } catch (error) {
      if (error instanceof ServiceError)
        return failureText(id, JSON_RPC_CODES.limitExceeded, 'Too many requests: nothing was sent');
      failures += 1;
      log({ level: 'warn', rpc: call.method, failure: kindOf(error) });
      const unknown = call.method === 'sendTransaction' ? '; whether it was sent on is not known' : '';
      const isTooLong = error instanceof TransportError && error.kind === 'too-large';
      const what = isTooLong ? "The Solana node's answer is too long" : 'The Solana node did not answer';
      return failureText(id, JSON_RPC_CODES.internal, what + unknown);
    }
  }

  return {
    answer: async (body, client) => {
      const room = { bytes: MAX_BATCH_BYTES };
      const caller = subscriberOf(client);
      if (!Array.isArray(body)) return new JsonText(await one(body, caller, room));
      if (body.length === 0 || body.length > MAX_BATCH) {
        const why = `Invalid request: a batch has 1 to ${MAX_BATCH} calls`;
        return new JsonText(failureText(null, JSON_RPC_CODES.invalidRequest, why));
      }
      const answers = await Promise.all(body.map((call) => one(call, caller, room)));
      return new JsonText(`[${answers.join(',')}]`);
    },
    open: sockets.open,
    stats: () => ({ calls, failures, waiting: budget.state().waiting, ...sockets.stats() }),
    close: () => {
      sockets.close();
      budget.close();
    },
  };
}
