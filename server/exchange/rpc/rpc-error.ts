import { type ErrorKind, ServiceError } from '../../common/errors.ts';

/** Error codes of JSON-RPC 2.0 and of Solana's own range. */
export const RPC_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  preflightFailure: -32002,
  unavailable: -32005,
  signatureFailure: -32003,
  /** What nodes answer with when they are asked too much. */
  limitExceeded: -32005,
  unsupportedVersion: -32015,
} as const;

/** A refusal that the caller is told about, with its code. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** Kinds of failure of the services that have a code of their own here; all others are internal errors. */
const TOLD: Partial<Record<ErrorKind, number>> = { unavailable: RPC_CODES.unavailable };

/** How JSON-RPC tells of what was thrown; undefined where the caller only learns of an internal error. */
export function toRpcError(error: unknown): RpcError | undefined {
  if (error instanceof RpcError) return error;
  if (!(error instanceof ServiceError)) return undefined;
  const code = TOLD[error.kind];
  return code === undefined ? undefined : new RpcError(code, error.message);
}

export const invalidParams = (message: string): RpcError =>
  new RpcError(RPC_CODES.invalidParams, `Invalid params: ${message}`);
