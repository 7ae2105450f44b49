import type { ErrorBody, PlainErrorBody } from '@contract/error.ts';
import { ApiError } from '../errors.ts';

/** Writes one structured line about something that went wrong. */
export type Log = (entry: Record<string, unknown>) => void;

const MAX_CAUSES = 5;
/** Without the values of a failed query, among which may be what is nobody's to read. */
const messageOf = ({ name, message }: Error): string => `${name}: ${message.replace(/\nparams: .*$/s, '')}`;
const framesOf = ({ stack = '' }: Error): string[] =>
  stack.split('\n').flatMap((line) => (/^\s+at /.test(line) ? line.trim() : []));

/** Messages of an error and of what caused it, and where it was; never the request or the values in it. */
export function causeOf(error: unknown): Record<string, unknown> {
  const causes: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    causes.push(messageOf(current));
    current = current.cause;
  }
  return {
    cause: causes.length > 0 ? causes : String(error),
    ...(error instanceof Error && { stack: framesOf(error) }),
  };
}

export const methodNotAllowed = (): ApiError =>
  new ApiError(405, 'invalid_request_error', 'NOT_FOUND', 'this path does not take that method');
const opaque = (): ApiError =>
  new ApiError(
    500,
    'api_error',
    'INTERNAL',
    'something went wrong on our side; nothing you sent is at fault',
  );

/** The documented failure for anything thrown; what is unexpected goes to the log and comes out opaque. */
export function toApiError(error: unknown, log: Log, context: Record<string, unknown>): ApiError {
  if (error instanceof ApiError) {
    if (error.status >= 500 && error.cause !== undefined) {
      log({ level: 'error', ...context, ...causeOf(error.cause) });
    }
    return error;
  }
  log({ level: 'error', ...context, ...causeOf(error) });
  return opaque();
}

export function bodyOf(error: ApiError, requestId: string): ErrorBody {
  return {
    type: error.type,
    message: error.message,
    code: error.code,
    ...(error.param !== undefined && { param: error.param }),
    request_id: requestId,
  };
}

/** The body of the token and trigger interfaces: `{error, details?}`; a field at fault is named in the details. */
export function plainBodyOf({ status, code, message, param, details }: ApiError): PlainErrorBody {
  if (param !== undefined) return { error: 'Request validation failed', details: { [param]: message } };
  return { error: message, ...(details !== undefined && { details }), ...(status > 500 && { code }) };
}
