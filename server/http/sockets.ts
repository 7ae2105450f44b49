import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { isLoopback, subscriberOf } from '../common/client-address.ts';
import { ServiceError } from '../common/errors.ts';
import { counter, type Gauge, gauge } from '../common/gauge.ts';
import type { Peer, Session } from '../common/peer.ts';
import { addToCount } from '../common/sets.ts';
import { chargeSender, senderOf } from './client.ts';
import { askedHost, type DeskHosts } from './desk-host.ts';
import { failureOf } from './errors.ts';
import type { Finished } from './finished.ts';
import { refuse } from './refuse.ts';
import type { Traffic } from './traffic.ts';
import type { Unread } from './unread.ts';
import { type Upgrade, upgradeOf } from './upgrades.ts';

/** What sockets may take together, and each of them. */
export interface SocketLimits {
  readonly maxSockets: number;
  /** Of one IPv4 address or IPv6 /64; this machine itself is not counted. */
  readonly maxPerClient: number;
  /** Bytes of a message of a client's. */
  readonly maxMessage: number;
  /** Bytes that were sent and not taken; whoever has more waiting when the next message leaves is cut. */
  readonly maxUnread: number;
  /** From one question whether a client is there to the next; who has not answered by then is cut. */
  readonly pingMs: number;
  /** For the goodbye. */
  readonly closeMs: number;
}

const SOCKET_LIMITS: SocketLimits = {
  maxSockets: 1_000,
  maxPerClient: 20,
  maxMessage: 16 * 1024,
  maxUnread: 128 * 1024,
  pingMs: 15_000,
  closeMs: 1_000,
};

export interface SocketDeps {
  /** What connections are called in logs and among requests. */
  readonly operation: string;
  /** What the names of their figures begin with. */
  readonly figures: string;
  /** Answers a client that has come. */
  readonly open: (peer: Peer) => Session;
  readonly desks: DeskHosts;
  readonly traffic: Traffic;
  /** Of all sockets of the server, of whatever kind. */
  readonly unread: Unread;
  readonly finished: Finished;
}

export interface Sockets {
  /** Takes over the connection of a request that `upgradeOf` knows, or answers why not. */
  accept(req: IncomingMessage, res: ServerResponse): void;
  readonly gauges: readonly Gauge[];
  /** Says goodbye to everybody. */
  close(): void;
}

const GOING_AWAY = 1001;
const RETRY_AFTER_SECONDS = 5;

const elsewhere = (): ServiceError =>
  new ServiceError(
    'forbidden',
    'INVALID_PARAM',
    'a page of this origin may not open a socket here: ALLOWED_ORIGINS names those that may',
  );
const full = (): ServiceError =>
  new ServiceError('unavailable', 'INTERNAL', 'too many sockets are open: try again later', {
    retryAfter: RETRY_AFTER_SECONDS,
  });

/**
 * Whether a page may open a socket. Of an answer to a request the browser asks itself whether a page of another origin
 * may read it; of a socket it does not, and leaves it to the server. What is no browser names no origin.
 */
function isOriginAllowed({ headers }: IncomingMessage, desks: DeskHosts): boolean {
  const { origin } = headers;
  if (origin === undefined || desks.allowedOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const { host, protocol } = new URL(origin);
  const forwarded = headers['x-forwarded-host'];
  const asked = askedHost(
    { forwarded: Array.isArray(forwarded) ? forwarded.join(',') : forwarded, host: headers.host ?? '' },
    desks.trustProxy,
  );
  // A browser leaves out the usual port, a proxy may not.
  const usual = protocol === 'https:' ? ':443' : ':80';
  return host === asked || host + usual === asked;
}

/** Reads a message of any form that it comes in as text. */
const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString();

/** WebSocket connections of one server, whatever is said on them. */
export function createSockets(
  { operation, figures, open, desks, traffic, unread, finished }: SocketDeps,
  given: Partial<SocketLimits> = {},
): Sockets {
  const limits = { ...SOCKET_LIMITS, ...given };
  // Uncompressed: messages are small, and a compressor a socket takes more memory than all of them.
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxMessage,
  });
  const sockets = new Set<WebSocket>();
  const awaited = new WeakSet<WebSocket>();
  const byClient = new Map<string, number>();
  let messages = 0;
  let cut = 0;

  function cutOff(socket: WebSocket): void {
    cut += 1;
    traffic.cutConnections += 1;
    socket.terminate();
  }
  function sayGoodbye(socket: WebSocket, code: number, reason: string): void {
    socket.close(code, reason);
    const late = setTimeout(() => socket.terminate(), limits.closeMs);
    socket.once('close', () => clearTimeout(late));
  }
  const heartbeat = setInterval(() => {
    for (const socket of sockets) {
      if (awaited.has(socket)) {
        cutOff(socket);
        continue;
      }
      awaited.add(socket);
      socket.ping();
    }
  }, limits.pingMs).unref();

  /** Hands messages on as fast as their sender may ask; one that asks faster is not read meanwhile. */
  function listen(req: IncomingMessage, socket: WebSocket, session: Session): void {
    const waiting: string[] = [];
    let pause: NodeJS.Timeout | undefined;
    const next = (): void => {
      pause = undefined;
      for (let text = waiting[0]; text !== undefined; text = waiting[0]) {
        try {
          chargeSender(req, 1);
        } catch (error) {
          socket.pause();
          const seconds = (error instanceof ServiceError && error.retryAfter) || 1;
          pause = setTimeout(next, seconds * 1_000);
          return;
        }
        waiting.shift();
        session.heard(text);
      }
      socket.resume();
    };
    socket.on('message', (data) => {
      messages += 1;
      awaited.delete(socket);
      waiting.push(textOf(data));
      if (pause === undefined) next();
    });
    socket.on('close', () => clearTimeout(pause));
  }

  function begin(req: IncomingMessage, socket: WebSocket, upgrade: Upgrade, client: string): void {
    sockets.add(socket);
    addToCount(byClient, client, 1);
    const session = open({
      address: senderOf(req),
      send: (message) => {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > limits.maxUnread) cutOff(socket);
        else socket.send(message);
      },
      unread: () => socket.bufferedAmount,
      charge: (more) => chargeSender(req, more),
      close: (code, reason) => sayGoodbye(socket, code, reason),
    });
    const forgetEnd = upgrade.onClose(() => sayGoodbye(socket, GOING_AWAY, 'the server is stopping'));
    const forgetUnread = unread.watch(socket, () => cutOff(socket));
    listen(req, socket, session);
    socket.on('pong', () => awaited.delete(socket));
    // What it cannot read is told to the client by the close that follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      forgetEnd();
      forgetUnread();
      sockets.delete(socket);
      addToCount(byClient, client, -1);
      session.ended();
    });
  }

  function accept(req: IncomingMessage, res: ServerResponse): void {
    const upgrade = upgradeOf(req);
    const started = performance.now();
    const requestId = randomUUID();
    const done = (status: number): void =>
      finished({ operation, status, requestId, started, client: () => senderOf(req) });
    const address = senderOf(req);
    const client = subscriberOf(address);
    const isOne = !isLoopback(address) && (byClient.get(client) ?? 0) >= limits.maxPerClient;
    const refusal = !isOriginAllowed(req, desks)
      ? elsewhere()
      : isOne || sockets.size >= limits.maxSockets
        ? full()
        : undefined;
    if (refusal || !upgrade) {
      const error = refusal ?? new ServiceError('upgrade-required', 'INVALID_PARAM', 'upgrade required');
      refuse(res, error, requestId, req.url ?? '');
      done(failureOf(error).status);
      return;
    }
    res.detachSocket(upgrade.socket);
    // No answer comes of this one: whoever waits for its end need not.
    res.emit('close');
    server.handleUpgrade(req, upgrade.socket, upgrade.head, (socket) => {
      begin(req, socket, upgrade, client);
      done(101);
    });
  }

  return {
    accept,
    gauges: [
      gauge(`${figures}_open`, 'WebSocket connections.', () => sockets.size),
      counter(`${figures}_messages_total`, 'Messages of their clients.', () => messages),
      counter(
        `${figures}_cut_total`,
        'Sockets cut because their client did not read, or was gone.',
        () => cut,
      ),
      gauge(`${figures}_unread_bytes`, 'Bytes that clients of sockets have not taken.', () =>
        [...sockets].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0),
      ),
    ],
    close: () => {
      clearInterval(heartbeat);
      for (const socket of sockets) sayGoodbye(socket, GOING_AWAY, 'the server is stopping');
    },
  };
}
