import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isLoopback } from '../common/client-address.ts';
import type { Log } from '../common/log.ts';
import { type ConnectionLimits, limitConnections } from './connections.ts';
import { SECURITY_HEADERS } from './headers.ts';
import { type Asked, limitOutput, OUTPUT_LIMITS, type OutputLimits } from './output-limits.ts';
import { Traffic } from './traffic.ts';
import { routeUpgrades } from './upgrades.ts';

/** The server cannot listen; its message is one line for the person who starts it. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface HttpServer {
  /** Address to open in a browser, with the real port. */
  readonly url: string;
  /** Takes no more requests and waits for those that run; cuts what is left after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** What a slow or silent client may take, in milliseconds and bytes. */
export interface ServeLimits extends OutputLimits, ConnectionLimits {
  /** Until the headers are there, from the connection or the request's first byte on. */
  readonly headersTimeout: number;
  /** Until the whole request is there. */
  readonly requestTimeout: number;
  /** Between two requests of one connection. */
  readonly keepAliveTimeout: number;
  /** How often those are looked after. */
  readonly connectionsCheckingInterval: number;
  /** Without a single byte read or written: a client that does not take its answer. */
  readonly stalledTimeout: number;
  readonly maxHeaderSize: number;
}

const LIMITS: ServeLimits = {
  ...OUTPUT_LIMITS,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  stalledTimeout: 60_000,
  // A hundred event ids in a query still fit.
  maxHeaderSize: 32 * 1024,
  maxConnections: 8_192,
  maxPerAddress: 256,
  exempt: isLoopback,
};

const SWEEP_MS = 50;

/** Of one network of the machine alone, or of a kind that it does not speak. */
const unfit = (host: string): string =>
  `HOST ${host} cannot be listened on: choose another address of this machine.`;

const REASONS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `PORT ${port} is in use: stop what listens there, or choose another with PORT.`,
  EACCES: (_, port) => `PORT ${port} may not be opened by this user: choose one above 1023 with PORT.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine.`,
  EINVAL: unfit,
  EAFNOSUPPORT: unfit,
  ENOTFOUND: (host) => `HOST ${host} is not known.`,
};

/** Where a browser on this machine finds a server that listens on `host`. */
function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Hears of what could not be read as a request, once it has been answered. */
export type Unreadable = (status: number, requestId: string, address: string) => void;

const HARDENED = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Whether an answer is still to come on a connection whose last request this is: its own, or, while it waits for the
 * connection itself, that of one before it. Of one that has not come whole nothing was done yet.
 */
const isAwaited = ([req, res]: Asked): boolean =>
  !res.writableFinished && (res.headersSent || req.complete || res.socket === null);

/**
 * Answers what could not be read as a request. A connection on which an answer is still to come is cut instead: a
 * refusal would be taken for that answer, of a write that may have been done.
 */
function refuseUnreadable(server: Server, traffic: Traffic, unreadable: Unreadable): void {
  const lastOf = new WeakMap<Socket, Asked>();
  server.on('request', (req, res) => lastOf.set(req.socket, [req, res]));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    traffic.unreadable += 1;
    const last = lastOf.get(socket);
    if (!socket.writable || error.code === 'ECONNRESET' || (last && isAwaited(last))) {
      socket.destroy();
      return;
    }
    const status = REFUSALS[error.code ?? ''] ?? '400 Bad Request';
    const requestId = randomUUID();
    unreadable(Number.parseInt(status, 10), requestId, socket.remoteAddress ?? 'unknown');
    socket.end(
      `HTTP/1.1 ${status}\r\n${HARDENED.join('')}x-request-id: ${requestId}\r\ncache-control: no-store\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
  });
  // An expectation that is none of ours: the request is answered as if it had expected nothing.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
}

/** @throws ListenError when the address cannot be had. */
export async function serve(
  listener: RequestListener,
  host: string,
  port: number,
  given: Partial<ServeLimits> = {},
  traffic = new Traffic(),
  unreadable: Unreadable = () => undefined,
  log: Log = () => undefined,
): Promise<HttpServer> {
  const limits = { ...LIMITS, ...given };
  // Without a host, too, a request is answered by the listener: in the form of its address, and with a line in the log.
  const server = createServer({ ...limits, requireHostHeader: false });
  server.timeout = limits.stalledTimeout;
  const limited = limitConnections(server, limits, traffic, log)(limitOutput(listener, traffic, limits));
  server.on('request', limited);
  const upgrades = routeUpgrades(server, limited);
  refuseUnreadable(server, traffic, unreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? '']?.(host, port);
      reject(reason === undefined ? error : new ListenError(reason));
    });
    server.listen(port, host, resolve);
  });
  return {
    url: urlOf(host, (server.address() as AddressInfo).port),
    close: (graceMs) =>
      new Promise<void>((resolve) => {
        const cut = setTimeout(() => {
          server.closeAllConnections();
          upgrades.cut();
        }, graceMs);
        // A connection kept alive turns idle only when its last answer has left.
        const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(sweep);
          resolve();
        });
        server.closeIdleConnections();
        upgrades.close();
      }),
  };
}
