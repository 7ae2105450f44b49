import type { ErrorCode } from '@contract/error.ts';

/** What goes wrong on our side, or behind us: sending the same request again may do. */
const FAILURES = [
  /** Something that should not happen. */
  'internal',
  /** Not available now; nothing was done unless the message says so. */
  'unavailable',
  /** More is wanted than there is; nothing was done. */
  'busy',
  /** The platform behind a gateway cannot be reached, or its answer cannot be used. */
  'upstream-unusable',
  /** It did not answer in time. */
  'upstream-late',
] as const;

/** What is up to the caller: the request itself has to be another one, or come later. */
const REFUSALS = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'rate-limited',
  'too-large',
  'method-not-allowed',
  'upgrade-required',
  /** The platform behind a gateway refuses its own key or region, without saying why. */
  'upstream-forbidden',
  /** It has nothing there, without saying so in a form of its own. */
  'upstream-not-found',
] as const;

const ERROR_KINDS = [...REFUSALS, ...FAILURES] as const;
/** What kind of failure it is. Each transport has one table that says how it tells of a kind. */
export type ErrorKind = (typeof ERROR_KINDS)[number];

export interface ErrorDetails {
  /** Dotted path of the one field at fault. */
  readonly param?: string | undefined;
  /** Seconds until the same request may succeed. */
  readonly retryAfter?: number | undefined;
  /** For the log, never for the caller. */
  readonly cause?: unknown;
  /** What plain error bodies carry beside their text. */
  readonly details?: unknown;
}

/** A failure that callers are told of, by its kind and code; whatever else is thrown is told of as `internal`. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly param: string | undefined;
  readonly retryAfter: number | undefined;
  readonly details: unknown;
  constructor(
    readonly kind: ErrorKind,
    /** One of ERROR_CODES, or a code of the platform that is spelled otherwise. */
    readonly code: ErrorCode | (string & {}),
    message: string,
    { param, retryAfter, cause, details }: ErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.param = param;
    this.retryAfter = retryAfter;
    this.details = details;
  }
}

const refusals: ReadonlySet<ErrorKind> = new Set(REFUSALS);
/** Whether what was thrown is up to the caller, not to us. */
export const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && refusals.has(error.kind);

/** Whether something is not available now, so that it may be tried again. */
export const isUnavailable = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.kind === 'unavailable';

/** `invalid`, naming the field at fault. */
export const invalidParam = (
  param: string,
  message: string,
  code: ErrorCode = 'INVALID_PARAM',
): ServiceError => new ServiceError('invalid', code, message, { param });

/** `invalid` where no single field is at fault. */
export const refused = (code: ErrorCode, message: string): ServiceError =>
  new ServiceError('invalid', code, message);

export const notFound = (message: string, param?: string): ServiceError =>
  new ServiceError('not-found', 'NOT_FOUND', message, { param });
