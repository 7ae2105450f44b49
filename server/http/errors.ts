import type { ErrorBody, PlainErrorBody } from '@contract/error.ts';
import { ApiError } from '../common/errors.ts';
import { causeOf, type Log } from '../common/log.ts';

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
