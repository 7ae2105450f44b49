import type { ErrorCode, ErrorType } from '@contract/error.ts';

/** A failure with a documented answer: its status, and the type, code and parameter of the error body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly type: ErrorType,
    /** One of ERROR_CODES, or a code of the platform that is spelled otherwise. */
    readonly code: ErrorCode | (string & {}),
    message: string,
    /** Dotted path of the one field at fault. */
    readonly param?: string,
    /** `retryAfter`: seconds until the same request may succeed. `cause`: for the log, never for the caller. `details`: for plain bodies. */
    extra: { retryAfter?: number; cause?: unknown; details?: unknown } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.retryAfter = extra.retryAfter;
    this.details = extra.details;
  }
  readonly retryAfter: number | undefined;
  /** What plain error bodies carry beside their text. */
  readonly details: unknown;
}

/** 400 naming the field at fault. */
export const badRequest = (param: string, message: string, code: ErrorCode = 'INVALID_PARAM'): ApiError =>
  new ApiError(400, 'invalid_request_error', code, message, param);

/** 400 where no single field is at fault. */
export const refused = (code: ErrorCode, message: string): ApiError =>
  new ApiError(400, 'invalid_request_error', code, message);

/** 404. */
export const notFound = (message: string, param?: string): ApiError =>
  new ApiError(404, 'invalid_request_error', 'NOT_FOUND', message, param);
