import type { Connection } from '@solana/web3.js';
import { serverUrl } from '@/config.ts';
import { toAppError } from './app-error.ts';

/** A node that does not answer is asked again by whoever asked, as one that could not be reached. */
const RPC_TIMEOUT_MS = 10_000;

let connection: Promise<Connection> | undefined;

/**
 * The chain as a standard `Connection` over `/rpc`; its code is loaded when it is first wanted.
 * @throws AppError when the code does not come
 */
export function getConnection(): Promise<Connection> {
  connection ??= import('@solana/web3.js').then(
    ({ Connection }) =>
      new Connection(new URL(serverUrl('/rpc'), window.location.origin).href, {
        commitment: 'confirmed',
        // Polling is ours: no socket, and no silent repetition of a request.
        disableRetryOnRateLimit: true,
        // The library waits for an answer for ever, and with it the order that is checked or followed.
        fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(RPC_TIMEOUT_MS) }),
      }),
    (cause: unknown) => {
      // Asked for again by whoever wants it next.
      connection = undefined;
      throw toAppError(cause);
    },
  );
  return connection;
}
