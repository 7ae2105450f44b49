import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';

/** Who sent a request, as the ingress has found. */
export interface Sender {
  readonly address: string;
  /** Counts a request for more than the one it came as. @throws ServiceError `rate-limited` when its sender has none to spare. */
  readonly charge: (requests: number) => void;
}

const senders = new WeakMap<IncomingMessage, Sender>();

/** Notes once who sent a request, for everything that counts or logs by caller. */
export function noteClient(request: IncomingMessage, sender: Sender): void {
  senders.set(request, sender);
}

/** Who sent a request of node:http: whom the ingress has found, else whoever holds the connection. */
export const senderOf = (request: IncomingMessage): string =>
  senders.get(request)?.address ?? request.socket?.remoteAddress ?? 'local';

const incomingOf = (c: Context): IncomingMessage | undefined =>
  (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;

/** The address a request came from; `local` where there is no network. */
export function clientOf(c: Context): string {
  const incoming = incomingOf(c);
  return incoming ? senderOf(incoming) : 'local';
}

/** Counts what came on the connection of a request after it. @throws ServiceError `rate-limited` */
export const chargeSender = (request: IncomingMessage, more: number): void =>
  senders.get(request)?.charge(more + 1);

/** Counts a request as several. @throws ServiceError `rate-limited` */
export function chargeClient(c: Context, requests: number): void {
  const incoming = incomingOf(c);
  if (incoming) senders.get(incoming)?.charge(requests);
}
