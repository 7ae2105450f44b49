import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { compressed, encodingOf } from '../common/encoding.ts';
import { notFound, ServiceError } from '../common/errors.ts';
import type { Faults } from '../common/faults.ts';
import { answerBytes } from '../common/json-bytes.ts';
import type { Log } from '../common/log.ts';
import {
  type Given,
  isPlainAddress,
  JsonText,
  type Operation,
  type OperationInput,
  RawAnswer,
} from '../common/operation.ts';
import type { ResponseCache } from '../common/response-cache.ts';
import { check, checkAnswer, readQuery } from '../common/validate.ts';
import { readJson } from './body.ts';
import { chargeClient, clientOf } from './client.ts';
import { type DeskHosts, deskHostOf } from './desk-host.ts';
import {
  bodyOf,
  type Failure,
  failureOf,
  methodNotAllowed,
  plainBodyOf,
  retryHeader,
  statusesOf,
  toFailure,
} from './errors.ts';
import type { Finished } from './finished.ts';
import { JSON_HEADERS, SECURITY_HEADERS } from './headers.ts';

export interface BindDeps {
  /** Where answers are kept that may be given again; absent: nowhere. */
  readonly responses?: ResponseCache | undefined;
  readonly faults?: Faults | undefined;
  readonly finished: Finished;
  /** Which hosts desks may have. */
  readonly desks: DeskHosts;
  readonly log: Log;
  /** Checks every answer against the contract: in tests, not in production. */
  readonly checkAnswers: boolean;
}

const HEADERS = { ...SECURITY_HEADERS, ...JSON_HEADERS };

/** Answers a failure in its documented shape, its request id in the body and in the header. */
export function failureResponse(failure: Failure, requestId: string, errors?: Operation['errors']): Response {
  const body = errors === 'plain' ? plainBodyOf(failure) : bodyOf(failure, requestId);
  return new Response(JSON.stringify(body), {
    status: failure.status,
    headers: {
      ...HEADERS,
      'x-request-id': requestId,
      ...retryHeader(failure),
      // What is left of a body that is not wanted is not read.
      ...(failure.status === 413 && { connection: 'close' }),
    },
  });
}

const pathOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
const addressOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2));
const searchOf = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

/**
 * Encodings that an answer may come in; undefined: as it is. Only reads: the length of a compressed answer tells
 * something of what lies in it beside what was asked for, and answers to a sign-in hold what only its caller may know.
 */
const acceptedOf = ({ method }: Operation, c: Context): string | undefined =>
  method === 'GET' ? (c.req.raw.headers.get('accept-encoding') ?? undefined) : undefined;

/** Whether an answer leaves as it was made: it is kept for nobody else, not checked and not changed. */
const leavesAsMade = ({ cacheable }: Operation, { checkAnswers, faults }: BindDeps): boolean =>
  !cacheable && !checkAnswers && !faults?.active;

/** Checks everything a request brings. @throws ServiceError naming what is wrong with it. */
async function inputOf(
  operation: Operation,
  c: Context,
  requestId: string,
  deps: BindDeps,
): Promise<OperationInput> {
  const caller = await operation.authenticate?.(c.req.raw.headers);
  const given: Given = { params: {}, query: {}, body: undefined };
  const input: OperationInput = {
    params: undefined,
    query: undefined,
    body: undefined,
    given,
    requestId,
    client: () => clientOf(c),
    accepted: leavesAsMade(operation, deps) ? acceptedOf(operation, c) : undefined,
    left: () => c.req.raw.signal,
    charge: (requests) => chargeClient(c, requests),
    address: () => addressOf(c.req.url),
    ...(caller !== undefined && { caller }),
    ...(operation.deskHost && { deskHost: deskHostOf(c.req.raw, deps.desks) }),
  };
  if (operation.params) {
    given.params = c.req.param();
    input.params = check(operation.params, given.params, 'path');
  }
  if (operation.query) {
    given.query = readQuery(searchOf(c.req.url));
    input.query = check(operation.query, given.query, 'query');
  }
  if (operation.body) {
    given.body = await readJson(c.req.raw, operation.bodyLimit);
    input.body = check(operation.body, given.body, 'body');
  }
  return input;
}

async function answerOf(
  operation: Operation,
  c: Context,
  requestId: string,
  deps: BindDeps,
): Promise<RawAnswer> {
  operation.guard?.(c.req.raw.headers);
  const { handle } = operation;
  if (!handle) throw notFound(`${operation.id} is not offered here`);
  const work = async () => handle(await inputOf(operation, c, requestId, deps));
  // What is guarded is the test control: a fault in every operation must leave the way to take it out again.
  const answer = await (operation.guard || !deps.faults ? work() : deps.faults.around(operation.id, work));
  if (answer instanceof RawAnswer) return answer;
  const bytes = answerBytes(answer);
  if (answer instanceof JsonText && answer.encoding)
    return new RawAnswer(bytes, { 'content-encoding': answer.encoding });
  if (deps.checkAnswers && operation.answer)
    checkAnswer(operation.id, operation.answer, JSON.parse(bytes.toString()));
  return new RawAnswer(
    deps.faults?.active ? deps.faults.misshape(operation.id, bytes.toString()) : bytes,
    {},
    operation.creates ? 201 : 200,
  );
}

/** A refusal with a status that the description does not tell of is a bug of ours: where answers are checked, it fails. */
function documented(
  { id, handle, refusals }: Operation,
  failure: Failure,
  { checkAnswers, faults, log }: BindDeps,
): Failure {
  if (!checkAnswers || faults?.active || !handle || !refusals) return failure;
  if (statusesOf(refusals).includes(failure.status)) return failure;
  const message = `${id} answered ${failure.status}, which is not documented`;
  return toFailure(new Error(message, { cause: failure.message }), log, { operation: id });
}

async function respond(operation: Operation, c: Context, deps: BindDeps): Promise<Response> {
  const started = performance.now();
  const requestId = randomUUID();
  const mark = deps.responses?.mark();
  let response: Response;
  try {
    const { body, headers, status } = await answerOf(operation, c, requestId, deps);
    // The bytes of a kept answer are the same object every time: by it their compressed forms are found.
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (
      operation.cacheable &&
      mark !== undefined &&
      status === 200 &&
      bytes !== null &&
      !deps.faults?.active
    ) {
      deps.responses?.put(addressOf(c.req.url), { operation: operation.id, body: bytes }, mark);
    }
    const encoding =
      headers['content-encoding'] === undefined
        ? encodingOf(acceptedOf(operation, c), bytes?.byteLength ?? 0)
        : undefined;
    response = new Response(bytes && encoding ? await compressed(bytes, encoding) : bytes, {
      status,
      headers: {
        ...HEADERS,
        'x-request-id': requestId,
        ...headers,
        ...(encoding && { 'content-encoding': encoding }),
      },
    });
  } catch (error) {
    const context = { request_id: requestId, operation: operation.id };
    response =
      operation.notJson && error instanceof ServiceError && error.code === 'INVALID_JSON'
        ? new Response(JSON.stringify(operation.notJson()), { headers: HEADERS })
        : failureResponse(
            documented(operation, toFailure(error, deps.log, context), deps),
            requestId,
            operation.errors,
          );
  }
  deps.finished({
    operation: operation.id,
    status: response.status,
    requestId,
    started,
    client: () => clientOf(c),
  });
  return response;
}

const allowed = (operations: readonly Operation[]): string =>
  operations.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');

/**
 * Puts operations on the app: parse and check the input, call the handler, answer JSON. A known path with another
 * method is answered with 405; a path of its own is never taken for the parameter of another.
 */
export function bindOperations(app: Hono, operations: readonly Operation[], deps: BindDeps): void {
  const byPath = new Map<string, Operation[]>();
  for (const operation of operations) {
    const path = pathOf(operation.path);
    byPath.set(path, [...(byPath.get(path) ?? []), operation]);
  }
  const literalFirst = [...byPath].sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')));
  for (const [path, known] of literalFirst) {
    for (const operation of known) app.on(operation.method, path, (c) => respond(operation, c, deps));
    app.all(path, (c) => {
      const started = performance.now();
      const requestId = randomUUID();
      try {
        // A path that is hidden from this caller does not show itself by its methods either.
        for (const operation of known) operation.guard?.(c.req.raw.headers);
        throw methodNotAllowed();
      } catch (error) {
        const failure = toFailure(error, deps.log, { request_id: requestId });
        const response = failureResponse(failure, requestId, known[0]?.errors);
        const { status } = response;
        if (status === 405) response.headers.set('allow', allowed(known));
        deps.finished({ operation: 'unknown', status, requestId, started, client: () => clientOf(c) });
        return response;
      }
    });
  }
}

/** 404 for a path no operation has, in the form of the interface it would belong to. */
export const unknownOperation = (path: string): Response =>
  failureResponse(
    failureOf(notFound('no such operation')),
    randomUUID(),
    isPlainAddress(path) ? 'plain' : undefined,
  );
