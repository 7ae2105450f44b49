import type { ErrorBody, ErrorType, PlainErrorBody } from '@contract/error.ts';
import { type ErrorKind, ServiceError } from '../common/errors.ts';
import { InjectedFault } from '../common/faults.ts';
import { causeOf, type Log } from '../common/log.ts';

/** How HTTP tells of each kind of failure: its status, and the type in the documented body. */
const TOLD: Readonly<Record<ErrorKind, readonly [status: number, type: ErrorType]>> = {
  invalid: [400, 'invalid_request_error'],
  unauthenticated: [401, 'authentication_error'],
  forbidden: [403, 'permission_error'],
  'not-found': [404, 'invalid_request_error'],
  'method-not-allowed': [405, 'invalid_request_error'],
  conflict: [409, 'idempotency_error'],
  'too-large': [413, 'invalid_request_error'],
  'upgrade-required': [426, 'invalid_request_error'],
  'rate-limited': [429, 'rate_limit_error'],
  internal: [500, 'api_error'],
  unavailable: [503, 'api_error'],
  busy: [503, 'rate_limit_error'],
  'upstream-forbidden': [403, 'api_error'],
  'upstream-not-found': [404, 'api_error'],
  'upstream-unusable': [502, 'api_error'],
  'upstream-late': [504, 'api_error'],
};

/** A failure as HTTP answers it. */
export interface Failure {
  readonly status: number;
  readonly type: ErrorType;
  readonly code: string;
  readonly message: string;
  readonly param?: string | undefined;
  readonly details?: unknown;
  /** Seconds, not yet whole. */
  readonly retryAfter?: number | undefined;
}

/** The statuses of these kinds, each once, ascending. */
export const statusesOf = (kinds: readonly ErrorKind[]): number[] =>
  [...new Set(kinds.map((kind) => TOLD[kind][0]))].sort((a, b) => a - b);

export function failureOf({ kind, code, message, param, details, retryAfter }: ServiceError): Failure {
  const [status, type] = TOLD[kind];
  return { status, type, code, message, param, details, retryAfter };
}

const FAULT_TYPES: Readonly<Record<number, ErrorType>> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
};

/** A fault is told with the status it was put in with, whatever that is; the rest follows from it. */
function injected({ message, fault: { status, code } }: InjectedFault): Failure {
  return {
    status,
    type: FAULT_TYPES[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'),
    code: code ?? (status === 429 ? 'RATE_LIMITED' : 'INTERNAL'),
    message,
    ...((status === 429 || status === 503) && { retryAfter: 1 }),
  };
}

export const methodNotAllowed = (): ServiceError =>
  new ServiceError('method-not-allowed', 'NOT_FOUND', 'this path does not take that method');
const opaque = new ServiceError(
  'internal',
  'INTERNAL',
  'something went wrong on our side; nothing you sent is at fault',
);

/** The documented failure for anything thrown; what is unexpected goes to the log and comes out opaque. */
export function toFailure(error: unknown, log: Log, context: Record<string, unknown>): Failure {
  if (error instanceof InjectedFault) return injected(error);
  if (error instanceof ServiceError) {
    const failure = failureOf(error);
    if (failure.status >= 500 && error.cause !== undefined) {
      log({ level: 'error', ...context, ...causeOf(error.cause) });
    }
    return failure;
  }
  log({ level: 'error', ...context, ...causeOf(error) });
  return failureOf(opaque);
}

/** The header that says when to try again, where a failure knows. */
export const retryHeader = ({ retryAfter }: Failure): { 'retry-after'?: string } =>
  retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) };

export function bodyOf({ type, message, code, param }: Failure, requestId: string): ErrorBody {
  return { type, message, code, ...(param !== undefined && { param }), request_id: requestId };
}

/** The body of the token and trigger interfaces: `{error, details?}`; a field at fault is named in the details. */
export function plainBodyOf({ status, code, message, param, details }: Failure): PlainErrorBody {
  if (param !== undefined) return { error: 'Request validation failed', details: { [param]: message } };
  return { error: message, ...(details !== undefined && { details }), ...(status > 500 && { code }) };
}
