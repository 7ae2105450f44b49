import type { IncomingHttpHeaders } from 'node:http';
import { fillPath } from '@contract/address.ts';
import type { Base, Route } from '@contract/route.ts';
import { type RouteId, routes } from '@contract/routes.ts';
import { type ErrorKind, invalidParam, ServiceError } from '../common/errors.ts';
import { secretsOfPath } from '../common/log.ts';
import type { Given } from '../common/operation.ts';
import { createKeyWatch, looksLikeKey } from './key-watch.ts';
import type { UpstreamBases } from './live-config.ts';
import { textsPassedOn } from './passed-on.ts';
import { waitOf } from './slow-down.ts';
import { type HttpAnswer, type Transport, TransportError } from './transport.ts';

/** What is sent on of a request: what the contract has checked, and nothing else. */
export interface UpstreamCall {
  readonly given: Readonly<Given>;
  /** The whole header of a caller who has signed in; sent on where the operation asks for one. */
  readonly bearer?: string | undefined;
  readonly requestId: string;
}

export interface UpstreamAnswer {
  readonly status: number;
  /** As it came: text of JSON. */
  readonly body: Buffer<ArrayBuffer>;
  /** The body once more, as a value. */
  readonly json: unknown;
  readonly headers: IncomingHttpHeaders;
}

export interface UpstreamStats {
  readonly sent: number;
  /** Without any answer. */
  readonly unreachable: number;
  readonly timeouts: number;
  /** Answered with something that cannot be used. */
  readonly unusable: number;
  /** Answered with 5xx. */
  readonly failed: number;
  readonly running: number;
  /** Spent waiting for answers, in all. */
  readonly seconds: number;
  /** Unix milliseconds of the last answer that was neither a failure nor unusable; undefined before the first. */
  readonly answeredAt: number | undefined;
}

export interface Upstream {
  /** Path and query on the platform, the same for the same question. @throws ServiceError `invalid`. */
  address(id: RouteId, given: Readonly<Given>): string;
  /**
   * Asks the platform once.
   * @throws ServiceError `upstream-unusable` (unreachable, malformed, refusing this gateway), `unavailable` (busy) or `upstream-late` (too late). After a write
   * the message says whether its outcome is known.
   */
  send(id: RouteId, call: UpstreamCall, timeoutMs: number): Promise<UpstreamAnswer>;
  stats(): UpstreamStats;
}

export interface UpstreamOptions {
  /** May hold a key in its path: it is in no answer and in no log. */
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly bases: UpstreamBases;
  readonly transport: Transport;
  /** Hears of every answer before it is looked into, also of one that does not come whole. */
  readonly heard: (status: number, headers: IncomingHttpHeaders) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** The same by the system's clock, for moments that the platform tells. */
  readonly clock: () => number;
}

/** Of the successes, those that bring a whole answer. */
const ANSWERS = new Set([200, 201, 202, 203]);

const failure = (kind: ErrorKind, code: string, message: string, cause?: unknown): ServiceError =>
  new ServiceError(kind, code, message, { cause });

function notAnId(name: string): never {
  throw invalidParam(name, `${name} is not an id`);
}

/** The same query for the same question, in whatever order it was asked. */
function queryOf(query: Readonly<Record<string, string>>): string {
  const entries = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** What is said beside a failure after which nobody knows whether the platform has done what it was asked. */
const outcome = (id: RouteId): string => {
  const { write }: Route = routes[id];
  return write ? '; whether it was done is not known: look before you try again' : '';
};

function transportFailure(id: RouteId, error: unknown): unknown {
  if (!(error instanceof TransportError)) return error;
  const also = outcome(id);
  switch (error.kind) {
    case 'timeout':
      return failure('upstream-late', 'UPSTREAM_TIMEOUT', `the platform did not answer ${id} in time${also}`);
    case 'network':
      return failure(
        'upstream-unusable',
        'UPSTREAM_UNREACHABLE',
        `the platform cannot be reached${also}`,
        error.cause,
      );
    case 'too-large':
      return failure(
        'upstream-unusable',
        'UPSTREAM_MALFORMED',
        `the platform's answer to ${id} is too long${also}`,
      );
    case 'truncated':
      return failure(
        'upstream-unusable',
        'UPSTREAM_MALFORMED',
        `the platform's answer to ${id} was cut short${also}`,
        error.cause,
      );
  }
}

/** Why an answer is not passed on, though it came; undefined when it may be looked into. */
function refusalOf(id: RouteId, status: number): ServiceError | undefined {
  const { auth }: Route = routes[id];
  const cause = new Error(`status ${status}`);
  if (status >= 300 && status < 400) {
    const message = `the platform sends ${id} elsewhere, which is not followed${outcome(id)}`;
    return failure('upstream-unusable', 'UPSTREAM_REFUSED', message, cause);
  }
  if (status < 400 ? !ANSWERS.has(status) : status > 599) {
    const message = `the platform's answer to ${id} is of the status ${status}, which is none${outcome(id)}`;
    return failure('upstream-unusable', 'UPSTREAM_MALFORMED', message, cause);
  }
  if (status === 401 && auth === undefined) {
    return failure(
      'upstream-unusable',
      'UPSTREAM_REFUSED',
      'the platform does not accept the key of this gateway',
    );
  }
  return undefined;
}

/** The failure for an answer that is no JSON: what can be told from its status alone. */
function unreadable(
  id: RouteId,
  { status, headers }: HttpAnswer,
  clock: number,
  cause: unknown,
): ServiceError {
  // What stands before a platform refuses in HTML, and tells in its headers alone how long to wait.
  const waitMs = waitOf(headers, 'retry-after', clock);
  const retryAfter = waitMs === undefined ? undefined : waitMs / 1_000;
  if (status === 429) {
    const message = 'the platform is busy: it has not done what it was asked';
    return new ServiceError('rate-limited', 'UPSTREAM_BUSY', message, { retryAfter: retryAfter ?? 1 });
  }
  if (status === 503) {
    const message = `the platform is not available${outcome(id)}`;
    return new ServiceError('unavailable', 'UPSTREAM_UNREACHABLE', message, { retryAfter });
  }
  if (status === 403) return failure('upstream-forbidden', 'UPSTREAM_REFUSED', `the platform refuses ${id}`);
  if (status === 404) return failure('upstream-not-found', 'NOT_FOUND', `the platform has nothing at ${id}`);
  if (status === 504)
    return failure('upstream-late', 'UPSTREAM_TIMEOUT', `the platform took too long for ${id}${outcome(id)}`);
  if (status >= 400) {
    return failure(
      'upstream-unusable',
      'UPSTREAM_UNREACHABLE',
      `the platform failed at ${id} with ${status}${outcome(id)}`,
    );
  }
  return failure(
    'upstream-unusable',
    'UPSTREAM_MALFORMED',
    `the platform's answer to ${id} cannot be read${outcome(id)}`,
    cause,
  );
}

/** Without what stands in the answer: that may be anything. */
const reasonOf = (cause: unknown): string => (cause instanceof SyntaxError ? 'no JSON' : 'no text');

/** Operations of the contract on the platform at an address, by this gateway's key. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { url, apiKey, bases, transport, heard, now, clock } = options;
  const isShown = createKeyWatch([
    ...secretsOfPath(url).filter(looksLikeKey),
    ...(apiKey === undefined ? [] : [apiKey]),
  ]);
  const root = url.replace(/\/+$/, '');
  const counts = { sent: 0, unreachable: 0, timeouts: 0, unusable: 0, failed: 0, running: 0, seconds: 0 };
  let answeredAt: number | undefined;

  function baseOf(name: Base): string {
    const base = name === 'desk' ? null : bases[name];
    if (base === null) throw new Error(`${name} is not on this platform`);
    return base;
  }
  function address(id: RouteId, { params, query }: Readonly<Given>): string {
    const { base, path }: Route = routes[id];
    return baseOf(base) + fillPath(path, params, notAnId) + queryOf(query);
  }

  function usable(id: RouteId, answer: HttpAnswer): UpstreamAnswer {
    const { status, body, headers } = answer;
    const refusal = refusalOf(id, status);
    if (refusal) throw refusal;
    let text: string;
    let json: unknown;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      json = JSON.parse(text);
    } catch (cause) {
      throw unreadable(id, answer, clock(), new Error(reasonOf(cause)));
    }
    if (isShown(text) || textsPassedOn(answer).some(isShown)) {
      // Neither passed on to a browser, nor what is wrong with it.
      const message = `the platform's answer to ${id} cannot be passed on${outcome(id)}`;
      const cause = new Error(
        'the answer shows the key of this gateway, or may: it is written in too many escapes to tell',
      );
      throw failure('upstream-unusable', 'UPSTREAM_MALFORMED', message, cause);
    }
    return { status, body, headers, json };
  }

  async function sent(id: RouteId, call: Parameters<Transport['send']>[0]): Promise<HttpAnswer> {
    const started = performance.now();
    counts.sent += 1;
    counts.running += 1;
    try {
      const answer = await transport.send(call);
      if (answer.status >= 500) counts.failed += 1;
      return answer;
    } catch (error) {
      if (error instanceof TransportError) {
        if (error.kind === 'timeout') counts.timeouts += 1;
        else if (error.kind === 'network') counts.unreachable += 1;
        else counts.unusable += 1;
      }
      throw transportFailure(id, error);
    } finally {
      counts.running -= 1;
      counts.seconds += (performance.now() - started) / 1_000;
    }
  }

  return {
    address,
    async send(id, { given, bearer, requestId }, timeoutMs) {
      const { method, body, auth }: Route = routes[id];
      const answer = await sent(id, {
        method,
        url: new URL(root + address(id, given)),
        headers: {
          accept: 'application/json',
          'user-agent': 'evenline',
          'x-request-id': requestId,
          ...(body && { 'content-type': 'application/json' }),
          ...(apiKey !== undefined && { 'x-api-key': apiKey }),
          ...(auth !== undefined && bearer !== undefined && { authorization: bearer }),
        },
        body: body && JSON.stringify(given.body),
        timeoutMs,
        heard,
      });
      try {
        const made = usable(id, answer);
        if (made.status < 500) answeredAt = now();
        return made;
      } catch (error) {
        if (answer.status < 500) counts.unusable += 1;
        throw error;
      }
    },
    stats: () => ({ ...counts, answeredAt }),
  };
}
