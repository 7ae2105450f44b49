import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { clientBehind, shortAddress, subscriberOf } from '../common/client-address.ts';
import { ServiceError } from '../common/errors.ts';
import type { Log } from '../common/log.ts';
import { noteClient } from './client.ts';
import { ClientRate, type Passage } from './client-rate.ts';
import { answerOrigin } from './cors.ts';
import { refuse } from './refuse.ts';
import type { Traffic } from './traffic.ts';

/** How the server stands towards the internet. */
export interface Internet {
  /** Proxies in front whose X-Forwarded-For is believed. */
  readonly trustProxy: number;
  /** Requests a second that one address may send; 0 does not count. */
  readonly clientRps: number;
  /** Origins of desks that are hosted elsewhere. */
  readonly allowedOrigins: readonly string[];
  /** For how long a browser that came over TLS insists on it; 0 says nothing of it. */
  readonly hstsSeconds: number;
}

/** A server that only this machine knows. */
export const AT_HOME: Internet = { trustProxy: 0, clientRps: 0, allowedOrigins: [], hstsSeconds: 0 };

export interface IngressDeps {
  readonly internet: Internet;
  readonly traffic: Traffic;
  readonly log: Log;
  /** Milliseconds, monotone. */
  readonly now: () => number;
}

/**
 * A file of the app is sent from memory: a tenth of a request, so that a page with all its parts is one burst. Its name
 * is plain, for what holds more may lead out of the folder again.
 */
const ASSET = /^\/assets\/[\w.-]+$/;
const ASSET_COST = 0.1;
const LOG_AGAIN_MS = 60_000;
const MAX_LOGGED = 1_000;

const tooMany = (waitSeconds: number): ServiceError =>
  new ServiceError('rate-limited', 'RATE_LIMITED', 'too many requests from your address: wait a moment', {
    retryAfter: Math.max(1, waitSeconds),
  });

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * What every request passes before anything is done for it: who sent it, whether their address has asked for too much,
 * whether their page may read the answer. This machine itself is never refused.
 */
export function createIngress(
  inside: RequestListener,
  { internet, traffic, log, now }: IngressDeps,
): RequestListener {
  const { trustProxy, clientRps, hstsSeconds } = internet;
  const origins = new Set(internet.allowedOrigins);
  const rate = clientRps > 0 ? new ClientRate(clientRps, now) : undefined;
  const logged = new Map<string, number>();
  const note = (subscriber: string, address: string): void => {
    const last = logged.get(subscriber);
    if (last !== undefined && now() - last < LOG_AGAIN_MS) return;
    if (logged.size >= MAX_LOGGED) logged.clear();
    logged.set(subscriber, now());
    log({ level: 'warn', limited: shortAddress(address) });
  };

  return (req, res) => {
    const { socket } = req;
    const sentBefore = socket.bytesWritten;
    traffic.running += 1;
    res.once('close', () => {
      traffic.running -= 1;
      traffic.bytesSent += Math.max(0, socket.bytesWritten - sentBefore);
    });
    if (hstsSeconds > 0) {
      res.setHeader('strict-transport-security', `max-age=${hstsSeconds}; includeSubDomains`);
    }
    const forwarded = req.headers['x-forwarded-for'];
    const client = clientBehind(
      socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      trustProxy,
    );
    const subscriber = rate && !client.local ? subscriberOf(client.address) : undefined;
    const refusalOf = (passage: Passage): ServiceError | undefined => {
      if (passage.passes || subscriber === undefined) return undefined;
      traffic.limited += 1;
      note(subscriber, client.address);
      return tooMany(passage.waitSeconds);
    };
    noteClient(req, {
      address: client.address,
      charge: (requests) => {
        if (!rate || subscriber === undefined || requests <= 1) return;
        const refusal = refusalOf(rate.charge(subscriber, requests - 1));
        if (refusal) throw refusal;
      },
    });
    if (rate && subscriber !== undefined) {
      const refusal = refusalOf(rate.take(subscriber, ASSET.test(req.url ?? '') ? ASSET_COST : 1));
      if (refusal) {
        answerOrigin(req, res, origins);
        // A body that nobody wants is not read.
        if (!res.headersSent) refuse(res, refusal, randomUUID(), req.url ?? '', hasBody(req));
        return;
      }
    }
    if (!answerOrigin(req, res, origins)) inside(req, res);
  };
}
