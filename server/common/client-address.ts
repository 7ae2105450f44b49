import { isIP, isIPv4, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/** An address as one text: without brackets, port, zone, and IPv4 inside IPv6. Undefined: none. */
function plain(text: string): string | undefined {
  const trimmed = text.trim();
  const [, v6, v4] = WITH_PORT.exec(trimmed) ?? [];
  const bare = (v6 ?? v4 ?? trimmed).replace(/%.*$/, '');
  const address = MAPPED.exec(bare)?.[1] ?? bare;
  return isIP(address) === 0 ? undefined : address.toLowerCase();
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const groups = (text: string | undefined): string[] =>
    text === undefined || text === ''
      ? []
      : text.split(':').flatMap((group) => {
          if (!isIPv4(group)) return Number.parseInt(group, 16).toString(16);
          const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
          return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
        });
  const [left, right] = address.split('::');
  const head = groups(left);
  const tail = groups(right);
  return [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
}

/** Who sent a request, and whether from this very machine. */
export interface Client {
  /** An IP address; `unknown` when the connection is gone already. */
  readonly address: string;
  /** Sent from this machine by nobody's order: its own checks, its benches, whoever sits at it. */
  readonly local: boolean;
}

const UNKNOWN: Client = { address: 'unknown', local: false };

export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/**
 * The client of a connection that came through `proxies` trusted proxies, each of which appends whom it heard from to
 * X-Forwarded-For. What lies further left was written by the client and is not believed; what is no address ends
 * the search, at the last one that is.
 */
export function clientBehind(
  remote: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): Client {
  let address = plain(remote ?? '');
  if (address === undefined) return UNKNOWN;
  if (proxies === 0 || forwarded === undefined) return { address, local: isLoopback(address) };
  const hops = forwarded.split(',');
  for (let hop = 1; hop <= proxies && hop <= hops.length; hop++) {
    const next = plain(hops[hops.length - hop] ?? '');
    if (next === undefined) break;
    address = next;
  }
  return { address, local: false };
}

/** What one subscriber has at least: an IPv4 address, or the /64 of an IPv6 address; this machine stays known as itself. */
export function subscriberOf(address: string): string {
  return isIPv6(address) && !isLoopback(address)
    ? `${groupsOf(address).slice(0, 4).join(':')}::/64`
    : address;
}

/** An address as logs may keep it: the /24 of IPv4, the /48 of IPv6. */
export function shortAddress(address: string): string {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return isIPv6(address) ? `${groupsOf(address).slice(0, 3).join(':')}::/48` : address;
}
