import { type ErrorKind, ServiceError } from '../../common/errors.ts';
import { JSON_RPC_CODES } from '../../common/rpc-messages.ts';

/** Error codes of JSON-RPC 2.0 and of Solana's own range. */
export const RPC_CODES = {
  ...JSON_RPC_CODES,
  preflightFailure: -32_002,
  unavailable: -32_005,
  unsupportedVersion: -32_015,
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
const TOLD: Partial<Record<ErrorKind, number>> = {
  unavailable: RPC_CODES.unavailable,
  'rate-limited': RPC_CODES.limitExceeded,
};

/** How JSON-RPC tells of what was thrown; undefined where the caller only learns of an internal error. */
export function toRpcError(error: unknown): RpcError | undefined {
  if (error instanceof RpcError) return error;
  if (!(error instanceof ServiceError)) return undefined;
  const code = TOLD[error.kind];
  return code === undefined ? undefined : new RpcError(code, error.message);
}

export const invalidParams = (message: string): RpcError =>
  new RpcError(RPC_CODES.invalidParams, `Invalid params: ${message}`);
