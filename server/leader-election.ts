import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from './common/errors.ts';
import { causeOf, type Log } from './common/log.ts';
import { JSON_HEADERS, SECURITY_HEADERS } from './http/headers.ts';
import { refuse } from './http/refuse.ts';
import type { HttpServer } from './http/serve.ts';
import { GRACE_MS, isPlain, type Started } from './starting.ts';

/** The time in which this process is the one that serves. */
export interface Term {
  readonly listener: RequestListener;
  /** Aborted when it is over: from then on not a request more may reach the listener. */
  readonly over: AbortSignal;
  /** Finishes what runs and lets go of everything. */
  end(): Promise<void>;
}

/** What a term is opened with. */
export interface Candidacy {
  /** Whether this process has stood by or served before: then what is away is waited for. */
  readonly again: boolean;
  /** To be told why this process does not lead, whenever the reason changes. */
  readonly onWait: (reason: string) => void;
  /** Gives up waiting. */
  readonly signal: AbortSignal;
}

export interface ElectionOptions {
  readonly open: (candidacy: Candidacy) => Promise<Term>;
  /** Opens the port. @throws ListenError when it cannot be had. */
  readonly listen: (listener: RequestListener) => Promise<HttpServer>;
  readonly log: Log;
  /** One line for the person who looks on, after the first that is printed. */
  readonly say: (line: string) => void;
  readonly fatal: (error: unknown) => void;
}

const RETRY_MS = 1_000;
/** Together with the grace of requests this stays below the time in which a process has to end. */
const END_TIMEOUT_MS = 4_000;
const RETRY_AFTER_SECONDS = 2;

/**
 * Answers for a process that waits to lead: alive, not ready and why, and 503 to everything else, so that a load
 * balancer can tell and nobody takes it for the exchange.
 */
export function waitingListener(reason: () => string): RequestListener {
  return (req, res) => {
    const reply = (status: number, body: unknown): void => {
      const retry = status === 503 && { 'retry-after': String(RETRY_AFTER_SECONDS) };
      res.writeHead(status, { ...SECURITY_HEADERS, ...JSON_HEADERS, 'x-request-id': randomUUID(), ...retry });
      res.end(JSON.stringify(body));
    };
    const [path] = (req.url ?? '').split('?');
    if (path === '/healthz') reply(200, { status: 'ok' });
    else if (path === '/readyz') reply(503, { status: 'not ready', reason: reason() });
    else {
      const refusal = new ServiceError('unavailable', 'INTERNAL', `this server stands by: ${reason()}`, {
        retryAfter: RETRY_AFTER_SECONDS,
      });
      refuse(res, refusal, randomUUID(), req.url ?? '', false);
    }
  };
}

/**
 * Ends a term. One that does not end is left to itself: it commits nothing more once the next has claimed the database.
 */
async function endOf(term: Term | undefined, log: Log): Promise<void> {
  const ended = term?.end().then(
    () => true,
    (error: unknown) => {
      log({ level: 'error', message: 'a term ended with a failure', ...causeOf(error) });
      return true;
    },
  );
  const inTime = await Promise.race([ended ?? true, pause(END_TIMEOUT_MS, false, { ref: false })]);
  if (!inTime) log({ level: 'error', message: 'a term has not ended in time; going on without it' });
}

/** Resolves when one of these is aborted. */
async function aborted(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  if (!any.aborted) await once(any, 'abort');
}

/**
 * Serves while this process leads, and stands by in between: listening, saying why, taking over as soon as
 * it may. A process that never has to wait opens its port when it is ready.
 * @returns once it serves or stands by.
 * @throws what opening threw before either; later failures are `fatal` where a person must act, else tried again.
 */
export async function serveAsLeader(options: ElectionOptions): Promise<Started> {
  const { open, log, say, fatal } = options;
  const ending = new AbortController();
  const state = new EventEmitter<{ change: [reason: string | undefined] }>();
  let reason: string | undefined;
  const standBy = waitingListener(() => reason ?? 'it is starting');
  let answer: RequestListener = standBy;
  let listening: Promise<HttpServer> | undefined;
  let term: Term | undefined;

  const listen = (): Promise<HttpServer> => {
    listening ??= options.listen((req, res) => answer(req, res));
    return listening;
  };
  const wait = (why: string): void => {
    answer = standBy;
    reason = why;
    listen().then(() => state.emit('change', why), fatal);
  };

  async function serveOnce(again: boolean): Promise<void> {
    const opened = await open({ again, onWait: wait, signal: ending.signal });
    term = opened;
    opened.over.addEventListener('abort', () => wait('it has lost the leadership'));
    if (!opened.over.aborted) {
      reason = undefined;
      answer = opened.listener;
    }
    await listen();
    if (reason === undefined) state.emit('change', reason);
    await aborted(opened.over, ending.signal);
    if (ending.signal.aborted) return;
    log({ level: 'error', message: 'a term is over', ...causeOf(opened.over.reason) });
    term = undefined;
    await endOf(opened, log);
  }

  async function serveAgainAndAgain(): Promise<void> {
    for (let again = false; !ending.signal.aborted; again = true) {
      try {
        await serveOnce(again);
      } catch (error) {
        const broken = term;
        term = undefined;
        await endOf(broken, log);
        if (ending.signal.aborted) return;
        if (!(again || listening)) throw error;
        // What a person can act on is not over by itself, but for the room on a disk that has been served from.
        if (isPlain(error) && !(again && error.name === 'DiskFullError')) throw error;
        log({ level: 'error', message: 'could not serve; trying again', ...causeOf(error) });
        await pause(RETRY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  }

  const settled = once(state, 'change');
  const terms = serveAgainAndAgain();
  await Promise.race([settled, terms]);
  terms.catch(fatal);
  const server = await listen();
  state.on('change', (why) => {
    say(
      why === undefined
        ? `Evenline serves at ${server.url}.`
        : `Evenline stands by at ${server.url}: ${why}.`,
    );
  });
  return {
    url: server.url,
    standsBy: reason,
    stop: async () => {
      ending.abort();
      await server.close(GRACE_MS);
      await terms.catch(() => undefined); // told already
      await endOf(term, log);
    },
  };
}
