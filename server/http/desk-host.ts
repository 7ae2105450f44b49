import { SIGN_IN_HOST } from '@contract/triggers/sign-in.ts';
import { unreadable } from './refuse.ts';

/** Whose word is taken for the host of a desk. */
export interface DeskHosts {
  /** Proxies in front; with any, the host they were asked for is believed. */
  readonly trustProxy: number;
  /** Origins of desks that are hosted elsewhere. */
  readonly allowedOrigins: readonly string[];
  /** Hosts this server is known by; empty: whatever a request says. */
  readonly publicHosts: readonly string[];
}

export const ANY_DESK: DeskHosts = { trustProxy: 0, allowedOrigins: [], publicHosts: [] };

/** The host that a request was made to, as its client named it: the proxy's word for it where one is trusted. */
export function askedHost(
  { forwarded, host }: { forwarded: string | undefined; host: string },
  trustProxy: number,
): string {
  return ((trustProxy > 0 && forwarded?.trim()) || host).toLowerCase();
}

/**
 * The host of the desk that a request came from: of a page that is hosted elsewhere where that is allowed, else the
 * one this server was asked under. @throws ServiceError `invalid` for what is no host, or not one this server is known by.
 */
export function deskHostOf(request: Request, { trustProxy, allowedOrigins, publicHosts }: DeskHosts): string {
  const origin = request.headers.get('origin');
  if (origin !== null && allowedOrigins.includes(origin)) return new URL(origin).host;
  const { headers, url } = request;
  const forwarded = headers.get('x-forwarded-host') ?? undefined;
  // Without a network there is no host in the headers.
  const host = askedHost({ forwarded, host: headers.get('host') ?? new URL(url).host }, trustProxy);
  // Several values mean that somebody before the trusted proxy has named one too.
  if (!SIGN_IN_HOST.test(host)) throw unreadable('The request names no host that can be read');
  if (publicHosts.length > 0 && !publicHosts.includes(host)) {
    throw unreadable(`This service does not answer for ${host}`);
  }
  return host;
}
