import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECURITY_HEADERS } from './headers.ts';

/** What a desk on another address may read of an answer, beside its body. */
const EXPOSED = [
  'age',
  'date',
  'retry-after',
  'x-age-ms',
  'x-budget-rps',
  'x-budget-wait',
  'x-cache',
  'x-ratelimit-reset',
  'x-request-id',
  'x-upstream-slow-until',
].join(', ');
const METHODS = 'GET, HEAD, POST, PATCH, DELETE';
/** `solana-client` is what the chain's client names itself by. */
const HEADERS = 'accept, authorization, content-type, solana-client';
const PREFLIGHT_SECONDS = 7_200;

/**
 * Lets desks that are hosted elsewhere read answers: origins of the list, nobody else, and never with cookies, of
 * which there are none. @returns true when this was only the question whether one may ask, which is answered then.
 */
export function answerOrigin(
  req: IncomingMessage,
  res: ServerResponse,
  allowed: ReadonlySet<string>,
): boolean {
  if (allowed.size === 0) return false;
  res.setHeader('vary', 'origin, accept-encoding');
  const { origin } = req.headers;
  if (origin === undefined || !allowed.has(origin)) return false;
  res.setHeader('access-control-allow-origin', origin);
  res.setHeader('access-control-expose-headers', EXPOSED);
  if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) return false;
  res.writeHead(204, {
    ...SECURITY_HEADERS,
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': HEADERS,
    'access-control-max-age': String(PREFLIGHT_SECONDS),
    'cache-control': 'no-store',
  });
  res.end();
  return true;
}
