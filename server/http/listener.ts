import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { compressed, encodingOf } from '../common/encoding.ts';
import type { CachedResponse } from '../common/response-cache.ts';
import { senderOf } from './client.ts';
import type { Finished } from './finished.ts';
import { JSON_HEADERS, SECURITY_HEADERS } from './headers.ts';
import { refuse, unreadable } from './refuse.ts';
import type { Sockets } from './sockets.ts';
import { upgradeOf } from './upgrades.ts';

export interface ListenerDeps {
  /** What a GET of an address can be answered with before any routing; undefined: it has to be asked for. */
  readonly early: (address: string) => CachedResponse | undefined;
  readonly finished: Finished;
  /** What speaks WebSocket, by path. */
  readonly sockets?: ReadonlyMap<string, Sockets['accept']> | undefined;
}

/** Name, value, name, value: the form node:http sends without building an object of it. */
const FIXED_HEADERS = Object.entries({ ...SECURITY_HEADERS, ...JSON_HEADERS }).flat();

const VARY = ['vary', 'accept-encoding'];

function send(res: ServerResponse, given: readonly string[], body: Uint8Array): void {
  res.writeHead(200, [
    ...FIXED_HEADERS,
    // Where origins matter, the ingress has said so already, of both.
    ...(res.hasHeader('vary') ? [] : VARY),
    ...given,
    'content-length',
    String(body.byteLength),
  ]);
  res.end(body);
}

/** Sends an answer that is known already, in the encoding that its client takes; made once and kept with it. */
function giveAgain(
  req: IncomingMessage,
  res: ServerResponse,
  { body, headers = [] }: CachedResponse,
  requestId: string,
): void | Promise<void> {
  const given = [...headers, 'x-request-id', requestId];
  const encoding = encodingOf(req.headers['accept-encoding'], body.byteLength);
  if (!encoding) return send(res, given, body);
  given.push('content-encoding', encoding);
  const bytes = compressed(body, encoding);
  return bytes instanceof Promise ? bytes.then((made) => send(res, given, made)) : send(res, given, bytes);
}

/** How often a request names its host, which has to be once: two parts of the way might believe another of them. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}

/**
 * The app as a node:http listener. A read that was answered a moment ago is answered with the same bytes before
 * any routing: measured, that is what keeps polling by many at more than half the speed of a bare server.
 */
export function createListener(app: Hono, { early, finished, sockets }: ListenerDeps): RequestListener {
  const answer = getRequestListener(app.fetch, {
    // What cannot be read gets no response here: the listener below gives one in the form of the address.
    errorHandler: (error) =>
      error instanceof RequestError
        ? undefined
        : new Response(null, { status: 500, headers: SECURITY_HEADERS }),
  });
  const refuseUnreadable = (req: IncomingMessage, res: ServerResponse, message: string): void => {
    const started = performance.now();
    const requestId = randomUUID();
    refuse(res, unreadable(message), requestId, req.url ?? '');
    finished({ operation: 'unreadable', status: 400, requestId, started, client: () => senderOf(req) });
  };
  return (req: IncomingMessage, res: ServerResponse) => {
    if (hostsOf(req) !== 1) {
      refuseUnreadable(req, res, 'a request has to name its host once');
      return;
    }
    const accept = upgradeOf(req) && sockets?.get(req.url?.split('?')[0] ?? '');
    if (accept) {
      accept(req, res);
      return;
    }
    if (req.method === 'GET') {
      const known = early(req.url ?? '');
      if (known) {
        const started = performance.now();
        const requestId = randomUUID();
        const done = () =>
          finished({
            operation: known.operation,
            status: 200,
            requestId,
            started,
            client: () => senderOf(req),
          });
        const making = giveAgain(req, res, known, requestId);
        if (making) void making.then(done, () => res.destroy());
        else done();
        return;
      }
    }
    if (!res.hasHeader('vary')) res.setHeader('vary', 'accept-encoding');
    void answer(req, res).then(() => {
      if (!res.headersSent && !res.destroyed)
        refuseUnreadable(req, res, 'the host or the address is not valid');
    });
  };
}
