import * as z from 'zod/mini';
import { sends } from './sends.ts';

export const ERROR_TYPES = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'idempotency_error',
  'rate_limit_error',
  'api_error',
] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

/** Codes this project's own exchange answers with; others may come and are compared without case. */
export const ERROR_CODES = [
  'INSUFFICIENT_FUNDS',
  'MARKET_CLOSED',
  'MARKET_NOT_TRADABLE',
  'MIN_ORDER_SIZE',
  'MAX_ORDER_SIZE',
  'PRICE_OUT_OF_RANGE',
  'LIMIT_ORDERS_DISABLED',
  'QUANTITY_AMBIGUOUS',
  'POSITION_NOT_FOUND',
  'NOT_CLAIMABLE',
  'TRADING_HALTED',
  'NOT_FOUND',
  'NO_LIQUIDITY',
  'NO_ROUTE',
  'INVALID_PARAM',
  'UNKNOWN_PARAM',
  'BODY_TOO_LARGE',
  'INVALID_JSON',
  'ORDER_NOT_PENDING',
  'ORDERBOOK_BAD_STATUS',
  'DUPLICATE_LEG',
  'LEG_NOT_OPEN',
  'SAME_EVENT',
  'LEG_COUNT',
  'UNKNOWN_MARKET',
  'QUOTA_EXCEEDED',
  'INVALID_TRANSACTION',
  'UNKNOWN_TRANSACTION',
  'PARLAY_MISMATCH',
  'TRANSACTION_EXPIRED',
  'EXECUTION_FAILED',
  'RATE_LIMITED',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_MALFORMED',
  'UPSTREAM_REFUSED',
  'UPSTREAM_BUSY',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The documented error body. */
export const errorBody = z.object({
  type: sends(z.string(), () => z.enum(ERROR_TYPES)),
  message: z.string(),
  request_id: z.string(),
  code: z.optional(z.string()),
  param: z.optional(z.string()),
  doc_url: z.optional(z.string()),
});
export type ErrorBody = z.input<typeof errorBody>;

/**
 * Errors of the token and trigger interfaces. `details`: the field at fault, or the record that is there already.
 * `code`: what a gateway says of its own.
 */
export const plainErrorBody = z.object({
  error: z.string(),
  details: z.optional(z.unknown()),
  code: z.optional(z.string()),
});
export type PlainErrorBody = z.input<typeof plainErrorBody>;

/** The three shapes an error comes in: documented, `{error, details?}`, and the front proxy's `{code, message}`. */
const looseError = z.union([errorBody, plainErrorBody, z.object({ code: z.number(), message: z.string() })]);

export interface WireError {
  message: string;
  /** Upper case; undefined when none was given. */
  code: string | undefined;
  param: string | undefined;
  requestId: string | undefined;
  type: string | undefined;
}

/** The first field at fault where `details` tells of fields: `{field: message}`. */
function fieldOf(details: unknown): { name: string; message: string } | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const entries = Object.entries(details);
  const [first] = entries;
  if (first === undefined || entries.some(([, value]) => typeof value !== 'string')) return undefined;
  return { name: first[0], message: String(first[1]) };
}

/** Reads any of the three shapes; undefined when the body is none of them. */
export function readError(body: unknown): WireError | undefined {
  const parsed = looseError.safeParse(body);
  if (!parsed.success) return undefined;
  const error = parsed.data;
  if ('type' in error) {
    return {
      message: error.message,
      code: error.code?.toUpperCase(),
      param: error.param,
      requestId: error.request_id,
      type: error.type,
    };
  }
  if ('error' in error) {
    const field = /validation/i.test(error.error) ? fieldOf(error.details) : undefined;
    return {
      message: field?.message ?? error.error,
      code: error.code?.toUpperCase(),
      param: field?.name,
      requestId: undefined,
      type: undefined,
    };
  }
  const code = error.code === 429 ? 'RATE_LIMITED' : undefined;
  return { message: error.message, code, param: undefined, requestId: undefined, type: undefined };
}
