import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';

const addresses = new WeakMap<IncomingMessage, string>();

/** Notes once who sent a request, for everything that counts or logs by caller. */
export function noteClient(request: IncomingMessage, address: string): void {
  addresses.set(request, address);
}

/** Who sent a request of node:http: whom the door has found, else whoever holds the connection. */
export const senderOf = (request: IncomingMessage): string =>
  addresses.get(request) ?? request.socket?.remoteAddress ?? 'local';

/** The address a request came from; `local` where there is no network. */
export function clientOf(c: Context): string {
  const env: { incoming?: IncomingMessage } | undefined = c.env;
  return env?.incoming ? senderOf(env.incoming) : 'local';
}
