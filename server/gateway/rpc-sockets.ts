import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { subscriberOf } from '../common/client-address.ts';
import type { Priority } from '../common/facts.ts';
import { Flow } from '../common/flow.ts';
import type { Peer, Session } from '../common/peer.ts';
import {
  failureText,
  JSON_RPC_CODES,
  notificationText,
  readCall,
  resultText,
  type SocketCall,
} from '../common/rpc-messages.ts';
import type { Place } from './budget.ts';
import { fieldText } from './json-field.ts';
import { MAX_NODE_ANSWER_BYTES } from './transport.ts';

/** What may be subscribed to, and how urgent each is. Anything else is refused: the node is paid for. */
const METHODS: ReadonlyMap<string, Priority> = new Map<string, Priority>([
  ['signatureSubscribe', 1],
  ['accountSubscribe', 3],
  ['logsSubscribe', 3],
  ['slotSubscribe', 3],
  ['signatureUnsubscribe', 3],
  ['accountUnsubscribe', 3],
  ['logsUnsubscribe', 3],
  ['slotUnsubscribe', 3],
]);
/** Connections to the node, each of one client. */
const MAX_CONNECTIONS = 200;
const MAX_SUBSCRIPTIONS = 100;
/** Calls of one client that wait for the budget or the node. */
const MAX_WAITING = 32;
const CONNECT_MS = 5_000;
const WAIT_MS = 5_000;
const PING_MS = 15_000;

const notification = z.object({
  method: z.string().check(z.regex(/^(signature|account|logs|slot)Notification$/)),
  params: z.object({ subscription: z.int(), result: z.unknown() }),
});
const answer = z.object({
  id: z.int(),
  result: z.optional(z.union([z.int(), z.boolean()])),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
});
const logsFilter = z.object({ mentions: z.array(z.string()).check(z.length(1)) });

export interface RpcSocketsOptions {
  /** Where the node speaks WebSocket. May hold a key: it is told to nobody. */
  readonly url: URL;
  readonly enter: (place: Place) => Promise<void>;
  /** Whether a text shows a key of this gateway. */
  readonly isShown: (text: string) => boolean;
  /** Hears in a word why a connection to the node has ended that should not have. */
  readonly failed: (why: string) => void;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface RpcSockets {
  /** Answers the client of a socket with what the node says. */
  open(peer: Peer): Session;
  stats(): { connections: number; subscriptions: number };
  close(): void;
}

/** One client's connection to the node, opened with its first call. */
class NodeSession implements Session {
  private node: WebSocket | undefined;
  private readonly waiting = new Map<number, SocketCall>();
  private readonly subscriptions = new Set<number>();
  private lastId = 0;
  private over = false;
  private awaited = false;
  private readonly flow: Flow;

  constructor(
    private readonly peer: Peer,
    private readonly options: RpcSocketsOptions,
    private readonly isFull: () => boolean,
    private readonly onEnd: (session: NodeSession) => void,
  ) {
    this.flow = new Flow(options.now);
  }

  get isConnected(): boolean {
    return this.node !== undefined;
  }
  get size(): number {
    return this.subscriptions.size;
  }

  heard(text: string): void {
    const call = readCall(text);
    if (call === undefined) return;
    if (typeof call === 'string') this.peer.send(call);
    else void this.call(call);
  }

  ended(): void {
    this.over = true;
    this.node?.terminate();
    this.onEnd(this);
  }

  /** Asks whether the node is there; one that has not answered the question before is left. */
  ping(): void {
    if (this.node?.readyState !== WebSocket.OPEN) return;
    if (this.awaited) this.give('timeout');
    this.awaited = true;
    this.node.ping();
  }

  /** Ends both connections: the client comes again, and asks anew. */
  private give(why: string, code: 1011 | 1013 = 1011, reason = 'the Solana node is away'): void {
    if (this.over) return;
    this.options.failed(why);
    this.peer.close(code, reason);
    this.ended();
  }

  private refusalOf({ id, method, params }: SocketCall): string | undefined {
    if (!METHODS.has(method)) return failureText(id, JSON_RPC_CODES.methodNotFound, 'Method not found');
    if (method === 'logsSubscribe' && !logsFilter.safeParse(params[0]).success) {
      const why = 'Invalid params: logs are told of {mentions: [one address]}';
      return failureText(id, JSON_RPC_CODES.invalidParams, why);
    }
    const isMore = method.endsWith('Subscribe') && this.size + this.waiting.size >= MAX_SUBSCRIPTIONS;
    if (isMore || this.waiting.size >= MAX_WAITING) {
      return failureText(id, JSON_RPC_CODES.limitExceeded, 'Too many subscriptions on one socket');
    }
    return undefined;
  }

  private async call(call: SocketCall): Promise<void> {
    const refusal = this.refusalOf(call);
    if (refusal !== undefined) return this.peer.send(refusal);
    const { id, method, params } = call;
    this.lastId += 1;
    const own = this.lastId;
    let text: string;
    try {
      text = JSON.stringify({ jsonrpc: '2.0', id: own, method, params });
    } catch {
      // Lists within lists by the thousand can be read, and not be written.
      return this.peer.send(failureText(id, JSON_RPC_CODES.invalidParams, 'Invalid params: nested too deep'));
    }
    this.waiting.set(own, call);
    const priority = METHODS.get(method) ?? 3;
    try {
      await this.options.enter({ priority, caller: subscriberOf(this.peer.address), waitMs: WAIT_MS });
    } catch {
      this.waiting.delete(own);
      return this.peer.send(
        failureText(id, JSON_RPC_CODES.limitExceeded, 'Too many requests: nothing was sent'),
      );
    }
    if (this.over) return;
    const node = this.connection();
    if (node === undefined) return;
    if (node.readyState === WebSocket.OPEN) node.send(text);
    else node.once('open', () => node.send(text));
  }

  private connection(): WebSocket | undefined {
    if (this.node !== undefined) return this.node;
    if (this.isFull()) {
      this.peer.close(1013, 'too many connections to the Solana node');
      this.ended();
      return undefined;
    }
    const node = new WebSocket(this.options.url, {
      handshakeTimeout: CONNECT_MS,
      maxPayload: MAX_NODE_ANSWER_BYTES,
      perMessageDeflate: false,
      headers: { 'user-agent': 'evenline' },
    });
    // As many as may wait for it to open.
    node.setMaxListeners(MAX_WAITING + 10);
    node.on('message', (data) => {
      try {
        this.told(data.toString());
      } catch {
        this.give('unreadable');
      }
    });
    node.on('pong', () => {
      this.awaited = false;
    });
    node.on('error', (error) => {
      const code: unknown = Reflect.get(error, 'code');
      this.give(typeof code === 'string' ? `network ${code}` : 'network');
    });
    node.on('close', () => this.give('closed'));
    this.node = node;
    return node;
  }

  /** @throws what is no JSON, or nested too deep. */
  private told(text: string): void {
    if (this.over) return;
    this.awaited = false;
    if (!this.flow.takes(text.length)) {
      this.give('tells too much', 1013, 'more is told than one client may have');
      return;
    }
    if (this.options.isShown(text)) {
      this.give('shows a key');
      return;
    }
    const json: unknown = JSON.parse(text);
    const news = notification.safeParse(json);
    if (news.success) {
      const { method, params } = news.data;
      const kind = method.slice(0, -'Notification'.length);
      if (!this.subscriptions.has(params.subscription)) return;
      const result = fieldText(fieldText(text, 'params') ?? '', 'result') ?? 'null';
      this.peer.send(notificationText(kind, params.subscription, result));
      // What was received is not what has landed: of that it is told again.
      const isLanding = kind === 'signature' && !result.includes('"receivedSignature"');
      if (isLanding) this.subscriptions.delete(params.subscription);
      return;
    }
    const said = answer.safeParse(json);
    if (said.success) this.answered(said.data);
  }

  private answered({ id: own, result, error }: z.output<typeof answer>): void {
    const call = this.waiting.get(own);
    if (!call || !this.waiting.delete(own)) return;
    const { id, method, params } = call;
    if (error) {
      this.peer.send(failureText(id, error.code, error.message));
      return;
    }
    // Whatever the node says to the end of one, that begins none: what a client holds is what it has asked for.
    if (method.endsWith('Unsubscribe')) this.subscriptions.delete(Number(params[0]));
    else if (typeof result === 'number') this.subscriptions.add(result);
    this.peer.send(resultText(id, result ?? null));
  }
}

/**
 * The Solana node's WebSocket behind `/rpc`. Each client has a connection to the node of its own, so that none is told
 * what another has asked for; what it asks for is one of a few methods, within the budget of the node's other calls.
 */
export function createRpcSockets(options: RpcSocketsOptions): RpcSockets {
  const sessions = new Set<NodeSession>();
  const connections = (): number => [...sessions].filter(({ isConnected }) => isConnected).length;
  const heartbeat = setInterval(() => {
    for (const session of sessions) session.ping();
  }, PING_MS).unref();
  return {
    open: (peer) => {
      const isFull = () => connections() >= MAX_CONNECTIONS;
      const session = new NodeSession(peer, options, isFull, (one) => sessions.delete(one));
      sessions.add(session);
      return session;
    },
    stats: () => ({
      connections: connections(),
      subscriptions: [...sessions].reduce((sum, { size }) => sum + size, 0),
    }),
    close: () => {
      clearInterval(heartbeat);
      for (const session of sessions) session.ended();
    },
  };
}

/** What answers where no node is configured. */
export const withoutNode = (peer: Peer): Session => ({
  heard: (text) => {
    const call = readCall(text);
    if (call === undefined) return;
    const refusal = (id: SocketCall['id']) =>
      failureText(id, JSON_RPC_CODES.methodNotFound, 'No Solana node is configured');
    peer.send(typeof call === 'string' ? call : refusal(call.id));
  },
  ended: () => undefined,
});
