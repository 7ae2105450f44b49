import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientBehind, subscriberOf } from '../common/client-address.ts';
import { ServiceError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { addToCount } from '../common/sets.ts';
import { refuse } from './refuse.ts';
import type { Traffic } from './traffic.ts';

export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Of one IPv4 address or IPv6 /64; whoever `exempt` names is not counted. */
  readonly maxPerAddress: number;
  /** Unless given, this machine itself. */
  readonly exempt: (address: string) => boolean;
}

/** Connections beyond the limit that are told so at once: each is open until its request is there. */
export const REFUSED_AT_ONCE = 64;
/** What they have for it. */
const REFUSED_MS = 1_000;
const LOG_AGAIN_MS = 1_000;
const RETRY_AFTER_SECONDS = 2;

const full = (why: string): ServiceError =>
  new ServiceError('unavailable', 'INTERNAL', why, { retryAfter: RETRY_AFTER_SECONDS });
const ALL = 'this server holds as many connections as it may';
const ONE = 'your address holds as many connections as it may';

/** A line about refusals once a second at most, however many there are. */
function createRefusalLog(log: Log, limit: number, traffic: Traffic): () => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let told = 0;
  return () => {
    const now = performance.now();
    if (now - loggedAt < LOG_AGAIN_MS) return;
    loggedAt = now;
    log({
      level: 'warn',
      message: 'connections are refused',
      refused: traffic.refusedConnections - told,
      open: traffic.connections,
      limit,
    });
    told = traffic.refusedConnections;
  };
}

/**
 * Counts connections. Those that are too many are answered with 503 and end, so that whoever asks knows why; beyond
 * `REFUSED_AT_ONCE` of these they are cut.
 * @returns `listener` for requests of the others.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  traffic: Traffic,
  log: Log,
): (listener: RequestListener) => RequestListener {
  const bySubscriber = new Map<string, number>();
  const refused = new Map<Socket, string>();
  const logRefusal = createRefusalLog(log, limits.maxConnections, traffic);

  function turnAway(socket: Socket, why: string): void {
    traffic.refusedConnections += 1;
    logRefusal();
    if (refused.size >= REFUSED_AT_ONCE) {
      socket.destroy();
      return;
    }
    refused.set(socket, why);
    const late = setTimeout(() => socket.destroy(), REFUSED_MS);
    socket.once('close', () => {
      clearTimeout(late);
      refused.delete(socket);
    });
  }

  const counted = new WeakSet<Socket>();
  server.on('connection', (socket) => {
    // One whose request is read again comes here twice.
    if (counted.has(socket)) return;
    counted.add(socket);
    // Whoever holds the connection, a proxy as well. IPv4 comes within IPv6 where both are listened on.
    const { address } = clientBehind(socket.remoteAddress, undefined, 0);
    const subscriber = subscriberOf(address);
    const held = bySubscriber.get(subscriber) ?? 0;
    if (traffic.connections >= limits.maxConnections) return turnAway(socket, ALL);
    if (held >= limits.maxPerAddress && !limits.exempt(address)) return turnAway(socket, ONE);
    traffic.connections += 1;
    addToCount(bySubscriber, subscriber, 1);
    socket.once('close', () => {
      traffic.connections -= 1;
      addToCount(bySubscriber, subscriber, -1);
    });
  });

  return (listener) => (req, res) => {
    const why = refused.get(req.socket);
    if (why === undefined) listener(req, res);
    else refuse(res, full(why), randomUUID(), req.url ?? '');
  };
}
