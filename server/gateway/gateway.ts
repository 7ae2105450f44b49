import { randomUUID } from 'node:crypto';
import type { Route } from '@contract/route.ts';
import { type RouteId, routes } from '@contract/routes.ts';
import { subscriberOf } from '../common/client-address.ts';
import { ServiceError } from '../common/errors.ts';
import { FACTS, historyLookMs, ownLookMs, type Priority } from '../common/facts.ts';
import { causeOf, type Log } from '../common/log.ts';
import { type Operation, type OperationInput, RawAnswer, routeOperations } from '../common/operation.ts';
import type { Platform } from '../common/platform.ts';
import type { PublicAnswer } from '../common/public-answer.ts';
import type { CachedResponse } from '../common/response-cache.ts';
import { JSON_RPC_CODES } from '../common/rpc-messages.ts';
import { ageHeaders, ageOf, keptHeaders } from './ages.ts';
import { Aliases } from './aliases.ts';
import type { Fetched, Question } from './answer-store.ts';
import { createAnswerCheck } from './answers.ts';
import { createBudget, leaving } from './budget.ts';
import { createCache, timeLeft } from './cache.ts';
import { gatewayGauges } from './gauges.ts';
import type { LiveConfig } from './live-config.ts';
import { passedOn } from './passed-on.ts';
import { createReport } from './reports.ts';
import { createRpcProxy, MAX_BATCH } from './rpc-proxy.ts';
import { withoutNode } from './rpc-sockets.ts';
import type { SharedState } from './shared-state.ts';
import { startSweep } from './sweep.ts';
import { realTiming, type Timing } from './timing.ts';
import { createTransport } from './transport.ts';
import { createUpstream } from './upstream.ts';

export interface AnswerRecorder {
  /** Hears of every new answer that is the same for everybody, before anybody is given it: it must not take long. */
  see(answer: PublicAnswer): void;
  /** Whether it is this process that records: then it hears of what other gateways fetch too. */
  isRecording(): boolean;
}

export interface GatewayOptions {
  readonly upstreamUrl: string;
  readonly apiKey: string | undefined;
  /** Requests a second that the platform is sent at most, in the mean over its window. */
  readonly rps: number;
  /** Seconds that the platform counts over; unless given, one. */
  readonly windowSeconds?: number | undefined;
  /** Share of a longer window, 0 to 1, that is kept for writes and the status of orders. */
  readonly reserve?: number | undefined;
  readonly config: LiveConfig;
  /** The Solana node behind `/rpc`, and calls a second that it is sent at most; absent: there is none. */
  readonly rpc?:
    | { readonly url: string; readonly wsUrl?: string | undefined; readonly rps: number }
    | undefined;
  /** What several gateways have in common; absent: this one is alone. */
  readonly shared?: SharedState | undefined;
  readonly recorder?: AnswerRecorder | undefined;
  /** Share, 0 to 1, of the rest of the budget that lists are read with for the recorder. */
  readonly sweepShare?: number | undefined;
  readonly log: Log;
  readonly timing?: Timing;
}

export interface Gateway {
  readonly platform: Platform;
  /** Sends away who waits and lets go of its connections. */
  close(): void;
}

const BEARER = /^Bearer [\x21-\x7e]{1,4096}$/i;
/** An answer so recent says that the platform is there. */
const RECENT_MS = 30_000;
/** From one look at a kept answer for those who watch it to the next. */
const LOOK_MS = 250;
/** Requests a second with which the looks at one page's own leave room for the rest of it. */
const RPS_OF_A_PAGE = 2.7;
/** Share of what answers are kept fresh with that all looks at callers' own may take together. */
const OWN_SHARE = 0.5;
/** Whoever sweeps gives up his turn where others come before. */
const SWEEP_WAIT_MS = 2_000;

/** The header of a caller who has signed in; whether it is good is the platform's to say. @throws ServiceError `unauthenticated`. */
async function bearerOf(headers: Headers): Promise<string> {
  const header = headers.get('authorization') ?? '';
  if (!BEARER.test(header)) throw new ServiceError('unauthenticated', 'UNAUTHORIZED', 'Unauthorized');
  return header;
}

const noNode = (body: unknown): unknown => {
  const answer = (call: unknown) => {
    const id: unknown = typeof call === 'object' && call !== null ? Reflect.get(call, 'id') : null;
    return {
      jsonrpc: '2.0',
      // What is no id is not said back: it may be anything.
      id: typeof id === 'string' || typeof id === 'number' ? id : null,
      error: { code: JSON_RPC_CODES.methodNotFound, message: 'No Solana node is configured' },
    };
  };
  return Array.isArray(body) && body.length > 0 ? body.slice(0, MAX_BATCH).map(answer) : answer(body);
};

/** A live platform as what stands behind the server: its documented operations, asked with this gateway's own key. */
export function createGateway(options: GatewayOptions): Gateway {
  const { config, rps, windowSeconds, reserve, shared, recorder, log, timing = realTiming } = options;
  const { now, clock } = timing;
  const transport = createTransport();
  const budget = createBudget({ rps, windowSeconds, reserve, timing, shared });
  const upstream = createUpstream({
    url: options.upstreamUrl,
    apiKey: options.apiKey,
    bases: config.bases,
    transport,
    heard: budget.heard,
    now,
    clock,
  });
  const report = createReport(log, timing);
  const check = createAnswerCheck(report, timing);
  const rpc =
    options.rpc && createRpcProxy({ ...options.rpc, apiKey: options.apiKey, transport, timing, log });
  const aliases = new Aliases();
  /** When something was, by the system's clock: a history is kept by that. */
  const byClock = (instant: number): number => clock() - (now() - instant);

  async function send({ id, given }: Question, requestId: string, timeoutMs: number, bearer?: string) {
    const sentAt = now();
    const answer = await upstream.send(id, { given, bearer, requestId }, timeoutMs);
    if (answer.status === 200 || answer.status === 201) check.look(id, answer, requestId);
    const cameAt = now();
    const fetched: Fetched = {
      status: answer.status,
      body: answer.body,
      json: answer.json,
      // When it was read is not known, only that it was after it was asked for.
      ageMs: Math.max(0, ageOf(answer) + cameAt - sentAt),
      cameAt,
      headers: passedOn(answer, clock()),
      told: answer.headers,
    };
    return fetched;
  }
  const cache = createCache({
    timing,
    enter: budget.enter,
    send,
    failed: (id, error) => {
      if (!(error instanceof ServiceError)) {
        log({ level: 'error', operation: id, refresh: 'INTERNAL', ...causeOf(error) });
        return;
      }
      const { code, cause } = error;
      const why = cause === undefined ? {} : { cause: causeOf(cause).cause };
      report(`refresh ${code}`, { level: 'warn', operation: id, refresh: code, ...why });
    },
    arrived:
      recorder &&
      (({ id, given: { params } }, { body, json, ageMs, cameAt }) =>
        recorder.see({ id, params, body, json, at: byClock(cameAt - ageMs) })),
    hearsAll: () => recorder?.isRecording() === true,
    refreshRps: () => budget.state().refreshRps,
    shared,
  });

  /** A list that nobody has asked for: it is heard of, not kept. */
  async function sweepOne(question: Question): Promise<unknown> {
    const leave = await budget
      .enter({ priority: 6, caller: '', waitMs: SWEEP_WAIT_MS, isRefresh: true })
      .catch(() => undefined);
    if (!leave) return undefined;
    const { timeoutMs } = FACTS[question.id].policy;
    const { status, body, json, ageMs, cameAt } = await leaving(
      leave,
      send(question, randomUUID(), timeoutMs),
    );
    if (status !== 200) throw new Error(`status ${status}`);
    recorder?.see({ id: question.id, params: {}, body, json, at: byClock(cameAt - ageMs) });
    return json;
  }
  const { sweepShare = 0 } = options;
  const endSweep =
    recorder && sweepShare > 0 && config.bases.prediction !== null
      ? startSweep({
          share: sweepShare,
          refreshRps: () => budget.state().refreshRps,
          isBusy: () => budget.state().waiting > 0 || !recorder.isRecording(),
          ask: sweepOne,
          timing,
        })
      : undefined;

  /** What every answer says of the budget: requests a second, and the wait of a request of this kind. */
  function budgetHeaders(priority: Priority): Record<string, string> {
    const { slowUntil } = budget.state();
    return {
      'x-budget-rps': String(rps),
      'x-budget-wait': budget.waitOf(priority).toFixed(1),
      ...(slowUntil !== undefined && { 'x-upstream-slow-until': String(slowUntil) }),
    };
  }

  async function one(question: Question, input: OperationInput): Promise<Fetched> {
    const { client, requestId, caller } = input;
    const { policy, sends } = FACTS[question.id];
    const { kind, priority, timeoutMs, waitMs } = policy;
    const start = now();
    // What becomes of a write must not hang on a connection.
    const left = kind === 'write' ? undefined : input.left?.();
    const leave = await budget.enter({ priority, caller: subscriberOf(client()), waitMs, sends, left });
    const leftMs = timeLeft(start + timeoutMs - now());
    const fetched = await leaving(leave, send(question, requestId, leftMs, caller));
    return kind === 'write'
      ? fetched
      : { ...fetched, headers: { ...fetched.headers, ...ageHeaders(fetched, now() - start) } };
  }
  async function many(question: Question, { client, requestId, address }: OperationInput): Promise<Fetched> {
    const key = upstream.address(question.id, question.given);
    const start = now();
    const served = await cache.read(key, question, { caller: subscriberOf(client()), requestId });
    if (served.status === 200) aliases.set(address(), key);
    return { ...served, headers: { ...served.headers, ...keptHeaders(served, now() - start) } };
  }

  const forward = (id: RouteId): Operation['handle'] => {
    const { base }: Route = routes[id];
    // The service's own is no operation of the platform.
    if (base === 'desk' || config.bases[base] === null) return undefined;
    const { kind, priority } = FACTS[id].policy;
    const ask = kind === 'public' ? many : one;
    return async (input) => {
      const { given } = input;
      const { status, body, headers } = await ask({ id, given }, input);
      return new RawAnswer(body, { ...headers, ...budgetHeaders(priority) }, status);
    };
  };

  function early(address: string): CachedResponse | undefined {
    const key = aliases.get(address);
    const served = key === undefined ? undefined : cache.peek(key);
    if (served?.status !== 200) return undefined;
    const headers = { ...keptHeaders(served, 0), ...budgetHeaders(FACTS[served.id].policy.priority) };
    return { operation: served.id, body: served.body, headers: Object.entries(headers).flat() };
  }

  /** That the platform does not answer: by what has been heard of it, else by asking for the smallest thing there is. */
  async function notReady(): Promise<string | undefined> {
    const { answeredAt } = upstream.stats();
    if (answeredAt !== undefined && now() - answeredAt < RECENT_MS) return undefined;
    if (config.bases.prediction === null) return undefined;
    const question: Question = { id: 'getTradingStatus', given: { params: {}, query: {}, body: undefined } };
    const key = upstream.address(question.id, question.given);
    const answers = await cache.read(key, question, { caller: '', requestId: 'readyz' }).then(
      ({ status, state }) => status < 500 && state !== 'stale-error',
      // Busy is not gone: it has said so itself.
      (error: unknown) => error instanceof ServiceError && error.code === 'UPSTREAM_BUSY',
    );
    return answers ? undefined : 'the platform does not answer';
  }

  /** Slower where the budget is small, and never asked again before the request before had its turn. */
  function lookMs(operation: string): number | undefined {
    const plainMs = ownLookMs(operation);
    if (plainMs === undefined) return undefined;
    const { priority } = FACTS[operation as RouteId].policy;
    return Math.max(plainMs * Math.max(1, RPS_OF_A_PAGE / rps), budget.waitOf(priority) * 1_000);
  }

  return {
    platform: {
      interfaces: routeOperations(forward, bearerOf),
      extras: [],
      hidden: [],
      gauges: gatewayGauges({ upstream, budget, cache, check, rpc, clock }),
      config: () => ({ ...config.browser, budget: { rps }, rpc: rpc !== undefined }),
      notReady,
      // Each call of a batch is a request to the node.
      rpcRequests: (body) => (Array.isArray(body) ? Math.min(body.length, MAX_BATCH) : 1),
      rpc: async (body, client) => (rpc ? rpc.answer(body, client()) : noNode(body)),
      rpcSocket: rpc?.open ?? withoutNode,
      // A look at what is kept costs the platform nothing, and asks for a newer one when it is time. What is one
      // caller's own costs a request however it is asked for.
      stream: {
        everyMs: (operation, kind) =>
          kind === 'public' ? (historyLookMs(operation) ?? LOOK_MS) : lookMs(operation),
        isInLine: (operation) => historyLookMs(operation) !== undefined,
        ownGapMs: () => 1_000 / (budget.state().refreshRps * OWN_SHARE),
      },
      early,
    },
    close: () => {
      endSweep?.();
      budget.close();
      cache.close();
      rpc?.close();
      transport.close();
    },
  };
}
