import type { ServerResponse } from 'node:http';
import { DEFAULT_BASES } from '@contract/config.ts';
import { ServiceError } from '../common/errors.ts';
import { isPlainAddress } from '../common/operation.ts';
import { bodyOf, failureOf, plainBodyOf, retryHeader } from './errors.ts';
import { JSON_HEADERS, SECURITY_HEADERS } from './headers.ts';

/** A request that names no host, several, or an address that is none. */
export const unreadable = (message: string): ServiceError =>
  new ServiceError('invalid', 'INVALID_PARAM', message);

type Form = 'documented' | 'plain' | 'text';
const BASES = Object.values(DEFAULT_BASES);

/** How a failure is written at an address: as its interface does it, or as text where there is none. */
function formAt(address: string): Form {
  if (isPlainAddress(address)) return 'plain';
  return BASES.some((path) => address.startsWith(`${path}/`)) ? 'documented' : 'text';
}

/** Answers a failure before any routing. `close`: what is left of the request, and what follows it, is not read. */
export function refuse(
  res: ServerResponse,
  error: ServiceError,
  requestId: string,
  address: string,
  close = true,
): void {
  const failure = failureOf(error);
  const form = formAt(address);
  const documented = form === 'plain' ? plainBodyOf(failure) : bodyOf(failure, requestId);
  const body = form === 'text' ? `${failure.message}\n` : JSON.stringify(documented);
  res.writeHead(failure.status, {
    ...SECURITY_HEADERS,
    ...JSON_HEADERS,
    ...(form === 'text' && { 'content-type': 'text/plain; charset=utf-8' }),
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    ...retryHeader(failure),
    ...(close && { connection: 'close' }),
  });
  res.end(body);
}
