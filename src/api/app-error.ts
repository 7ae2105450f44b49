import type {} from '@tanstack/react-query';
import { isMissingCode } from '@/lib/fetch-code.ts';

/**
 * What went wrong, by what a caller can do about it.
 *
 * `offline`, `timeout`, `server`, `malformed` and `aborted` leave the fate of a write unknown; the others are a
 * refusal. Of something signed that was handed in even that is only a word: the chain says whether it has landed.
 */
export type AppErrorKind =
  | 'offline'
  | 'timeout'
  | 'rate-limited'
  | 'region'
  | 'unauthorised'
  | 'not-found'
  | 'refused'
  | 'server'
  | 'malformed'
  | 'aborted';

export interface AppErrorDetails {
  /** Upper case, as in contract/error.ts; services may add their own. */
  code?: string | undefined;
  /** Name of the request field at fault. */
  param?: string | undefined;
  /** Operation and field of an answer that could not be read: "getEvent.markets.0.pricing". */
  field?: string | undefined;
  requestId?: string | undefined;
  /** How long the service asks to be left alone, in milliseconds. */
  retryAfterMs?: number | undefined;
  status?: number | undefined;
  cause?: unknown;
}

/** The one error the api layer throws. `message` is a sentence for a person. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: AppErrorKind;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly field: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;

  constructor(kind: AppErrorKind, message: string, details: AppErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.code = details.code;
    this.param = details.param;
    this.field = details.field;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.status = details.status;
  }
}

/** Whatever was thrown, as an AppError: an unforeseen error becomes `malformed` with its cause kept. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isMissingCode(error))
    return new AppError('offline', 'Part of the app failed to load.', { cause: error });
  if (error instanceof DOMException && error.name === 'SecurityError')
    return new AppError('refused', 'This browser does not let Evenline keep site data: allow it first.', {
      cause: error,
    });
  return new AppError('malformed', 'Something went wrong.', { cause: error });
}

/** Whether asking again for the same thing can help: a refusal stays a refusal. */
export const isTransient = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.kind === 'offline' ||
    error.kind === 'timeout' ||
    error.kind === 'server' ||
    error.kind === 'rate-limited');

const OPEN_ENDED: readonly AppErrorKind[] = ['offline', 'timeout', 'server', 'malformed', 'aborted'];
/** Whether what was to be written may have been all the same. */
export const mayHaveHappened = ({ kind }: AppError): boolean => OPEN_ENDED.includes(kind);

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: AppError;
  }
}
