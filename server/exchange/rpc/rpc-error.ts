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

export const invalidParams = (message: string): RpcError =>
  new RpcError(RPC_CODES.invalidParams, `Invalid params: ${message}`);
