/** A call of JSON-RPC 2.0 on a socket. */
export interface SocketCall {
  readonly id: string | number | null;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Error codes of JSON-RPC 2.0, and the one of Solana's nodes that says they are asked too much. */
export const JSON_RPC_CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  limitExceeded: -32_005,
} as const;

type Id = SocketCall['id'];
const MAX_ID_LENGTH = 100;

export const resultText = (id: Id, result: unknown): string => JSON.stringify({ jsonrpc: '2.0', result, id });
export const failureText = (id: Id, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id });
/** `kind`: what is told of, such as `signature`; `result`: JSON already, for it may be the same for many. */
export const notificationText = (kind: string, subscription: number, result: string): string =>
  `{"jsonrpc":"2.0","method":"${kind}Notification","params":{"result":${result},"subscription":${subscription}}}`;

const isId = (id: unknown): id is Id =>
  id === null || typeof id === 'number' || (typeof id === 'string' && id.length <= MAX_ID_LENGTH);

/**
 * Reads a message of a socket: one call. What has no id wants no answer and gets none; clients keep a connection alive
 * by such. @returns the call, the text that refuses it, or undefined where nothing is to be done.
 */
export function readCall(text: string): SocketCall | string | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return failureText(null, JSON_RPC_CODES.parse, 'Parse error');
  }
  const invalid = 'Invalid request';
  if (Array.isArray(given)) {
    return failureText(null, JSON_RPC_CODES.invalidRequest, `${invalid}: no batches on a socket`);
  }
  if (typeof given !== 'object' || given === null) {
    return failureText(null, JSON_RPC_CODES.invalidRequest, invalid);
  }
  const { jsonrpc, id, method, params = [] } = given as Record<string, unknown>;
  if (id === undefined && jsonrpc === '2.0' && typeof method === 'string') return undefined;
  if (!isId(id) || jsonrpc !== '2.0' || typeof method !== 'string') {
    return failureText(isId(id) ? id : null, JSON_RPC_CODES.invalidRequest, invalid);
  }
  if (!Array.isArray(params)) {
    return failureText(id, JSON_RPC_CODES.invalidParams, 'Invalid params: expected a list');
  }
  return { id, method, params };
}
