import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { SIGN_IN_HOST } from '@contract/triggers/sign-in.ts';
import { EnvError } from './common/env-error.ts';

/** What the server was told from outside, checked. Unset is undefined; paths are absolute. */
export interface Env {
  readonly host: string;
  /** 0 lets the system pick a free port: the printed address carries the real one. */
  readonly port: number;
  readonly dataDir: string;
  /** A PostgreSQL address; without it the database lives in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** 64 hex digits that seal the vaults of trigger orders; without them a file of the data folder does. */
  readonly vaultKey: string | undefined;
  /** The live platform behind the gateway; without it the server is the paper exchange. */
  readonly upstreamUrl: string | undefined;
  readonly upstreamApiKey: string | undefined;
  /** Requests a second that the platform is sent at most, in the mean over its window. */
  readonly upstreamRps: number;
  /** Seconds that the platform counts requests over; 1: it counts seconds. */
  readonly upstreamWindow: number;
  /** Percent of a longer window that are kept for writes and the status of orders. */
  readonly upstreamReserve: number;
  /** Whether a gateway records what prices were, and megabytes that it may take for it on the disk. */
  readonly history: boolean;
  readonly historyMaxMb: number;
  /** Percent of what is left of a gateway's budget that lists are read with for the history. */
  readonly historySweep: number;
  /** Where several gateways share their budget and their answers. */
  readonly redisUrl: string | undefined;
  /** JSON that says what differs on the live platform. */
  readonly liveConfig: string | undefined;
  readonly solanaRpcUrl: string | undefined;
  /** Where that node speaks WebSocket; undefined: at the same address. */
  readonly solanaWsUrl: string | undefined;
  /** Calls a second that the Solana node is sent at most. */
  readonly rpcRps: number;
  /** Proxies in front whose word about a client's address is taken. */
  readonly trustProxy: number;
  /** Requests a second that one address may make; 0 counts nobody's. */
  readonly clientRps: number;
  /** Connections that are held at once; whoever comes beyond them is refused. */
  readonly maxConnections: number;
  /** Origins of desks that are served from elsewhere. */
  readonly allowedOrigins: readonly string[];
  /** Hosts that wallets may sign in under; empty: whatever a request was made to. */
  readonly publicHosts: readonly string[];
  /** Seconds that browsers shall insist on TLS; 0 says nothing of it. */
  readonly hstsSeconds: number;
  /** Whether every request is logged, not only those that failed by no fault of their own. */
  readonly logAll: boolean;
  readonly paperSeed: string;
  /** Unix seconds at which markets begin on the very first start; undefined: now. */
  readonly paperStart: number | undefined;
  /** Simulated seconds per real second. */
  readonly paperSpeed: number;
  /** A recorded universe in the shape of `GET /events`, instead of the generated one. */
  readonly paperUniverse: string | undefined;
  /** A recorded series of Bitcoin prices, instead of the generated one. */
  readonly paperBtcFeed: string | undefined;
  /** A recorded series of SOL prices, instead of the generated one. */
  readonly paperSolFeed: string | undefined;
  readonly paperFillDelayMs: number;
  /** Days of real time for which landed transactions are kept. */
  readonly paperTransactionDays: number;
  /** Opens the test control, to callers who send it as `x-paper-control`. */
  readonly paperControlToken: string | undefined;
}

type Source = Record<string, string | undefined>;

/** Hosts without a port: names, IPv4, IPv6. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|[0-9a-f:.]*:[0-9a-f:.]*)$/i;
const PLAIN_NUMBER = /^\d+(?:\.\d+)?$/;
/** What an HTTP header can carry unchanged. */
const TOKEN = /^[\x21-\x7e]+$/;
const MAX_SPEED = 10_000;
const MAX_RPS = 1_000;
const MAX_WINDOW_SECONDS = 3_600;
const MAX_RESERVE = 90;
/** The built-in database takes some 150 for itself. */
const MIN_HISTORY_MB = 300;
const MAX_HISTORY_MB = 100_000_000;
const MAX_SWEEP = 80;
const MAX_PROXIES = 10;
const MAX_CLIENT_RPS = 100_000;
const MAX_CONNECTIONS = 1_000_000;
const MAX_HSTS_SECONDS = 63_072_000;
const MAX_FILL_DELAY_MS = 600_000;
const MAX_TRANSACTION_DAYS = 36_500;

/**
 * Reads and checks the whole environment. An empty value counts as unset.
 * @throws EnvError naming the first wrong variable, its value (unless secret) and what is allowed.
 */
export function readEnv(source: Source): Env {
  const text = (name: string) => source[name]?.trim() || undefined;

  const upstreamUrl = platformUrl('UPSTREAM_URL', text('UPSTREAM_URL'));
  if (upstreamUrl !== undefined) refusePaper(source);

  return {
    host: matching('HOST', text('HOST'), HOST, 'a host name or an IP address') ?? '127.0.0.1',
    port: wholeNumber('PORT', text('PORT'), 65_535) ?? 8787,
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    databaseUrl: secretUrl('DATABASE_URL', text('DATABASE_URL'), ['postgres:', 'postgresql:']),
    vaultKey: secretHex('VAULT_KEY', text('VAULT_KEY')),
    upstreamUrl,
    upstreamApiKey: secretToken('UPSTREAM_API_KEY', text('UPSTREAM_API_KEY')),
    upstreamRps: rate('UPSTREAM_RPS', text('UPSTREAM_RPS')) ?? 1,
    upstreamWindow: wholeNumber('UPSTREAM_WINDOW', text('UPSTREAM_WINDOW'), MAX_WINDOW_SECONDS, 1) ?? 60,
    upstreamReserve: wholeNumber('UPSTREAM_RESERVE', text('UPSTREAM_RESERVE'), MAX_RESERVE) ?? 20,
    history: matching('HISTORY', text('HISTORY'), /^(on|off)$/, 'on or off') !== 'off',
    historyMaxMb:
      wholeNumber('HISTORY_MAX_MB', text('HISTORY_MAX_MB'), MAX_HISTORY_MB, MIN_HISTORY_MB) ?? 2_000,
    historySweep: wholeNumber('HISTORY_SWEEP', text('HISTORY_SWEEP'), MAX_SWEEP) ?? 0,
    redisUrl: redisUrl('REDIS_URL', text('REDIS_URL')),
    liveConfig: readableFile('LIVE_CONFIG', text('LIVE_CONFIG')),
    rpcRps: rate('RPC_RPS', text('RPC_RPS')) ?? 10,
    trustProxy: wholeNumber('TRUST_PROXY', text('TRUST_PROXY'), MAX_PROXIES) ?? 0,
    clientRps: wholeNumber('CLIENT_RPS', text('CLIENT_RPS'), MAX_CLIENT_RPS) ?? 20,
    maxConnections: wholeNumber('MAX_CONNECTIONS', text('MAX_CONNECTIONS'), MAX_CONNECTIONS, 1) ?? 8_192,
    allowedOrigins: origins('ALLOWED_ORIGINS', text('ALLOWED_ORIGINS')),
    publicHosts: hosts('PUBLIC_HOSTS', text('PUBLIC_HOSTS')),
    hstsSeconds: wholeNumber('HSTS_SECONDS', text('HSTS_SECONDS'), MAX_HSTS_SECONDS) ?? 0,
    logAll: matching('LOG_REQUESTS', text('LOG_REQUESTS'), /^(all|failed)$/, 'all or failed') === 'all',
    solanaRpcUrl: nodeUrl('SOLANA_RPC_URL', text('SOLANA_RPC_URL'), ['http:', 'https:']),
    solanaWsUrl: nodeUrl('SOLANA_WS_URL', text('SOLANA_WS_URL'), ['ws:', 'wss:']),
    paperSeed: matching('PAPER_SEED', text('PAPER_SEED'), /^.{1,64}$/, 'at most 64 characters') ?? 'evenline',
    paperStart: moment('PAPER_START', text('PAPER_START')),
    paperSpeed: positive('PAPER_SPEED', text('PAPER_SPEED'), MAX_SPEED, 'such as 1 or 60') ?? 1,
    paperUniverse: readableFile('PAPER_UNIVERSE', text('PAPER_UNIVERSE')),
    paperBtcFeed: readableFile('PAPER_BTC_FEED', text('PAPER_BTC_FEED')),
    paperSolFeed: readableFile('PAPER_SOL_FEED', text('PAPER_SOL_FEED')),
    paperFillDelayMs:
      wholeNumber('PAPER_FILL_DELAY_MS', text('PAPER_FILL_DELAY_MS'), MAX_FILL_DELAY_MS) ?? 400,
    paperTransactionDays:
      wholeNumber('PAPER_TRANSACTION_DAYS', text('PAPER_TRANSACTION_DAYS'), MAX_TRANSACTION_DAYS, 1) ?? 30,
    paperControlToken: secretToken('PAPER_CONTROL_TOKEN', text('PAPER_CONTROL_TOKEN')),
  };
}

function wrong(name: string, value: string, allowed: string): EnvError {
  return new EnvError(`${name} is ${JSON.stringify(value)}, but must be ${allowed}.`);
}

function wrongSecret(name: string, allowed: string): EnvError {
  return new EnvError(`${name} is set to something else (not shown here), but must be ${allowed}.`);
}

function matching(name: string, value: string | undefined, pattern: RegExp, allowed: string) {
  if (value !== undefined && !pattern.test(value)) throw wrong(name, value, allowed);
  return value;
}

function wholeNumber(name: string, value: string | undefined, max: number, min = 0): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) throw wrong(name, value, `a whole number from ${min} to ${max}`);
  return number;
}

function positive(name: string, value: string | undefined, max: number, example: string) {
  if (value === undefined) return undefined;
  const number = PLAIN_NUMBER.test(value) ? Number(value) : Number.NaN;
  if (!(number > 0 && number <= max)) {
    throw wrong(name, value, `a number above 0 and at most ${max}, ${example}`);
  }
  return number;
}

const rate = (name: string, value: string | undefined) => positive(name, value, MAX_RPS, 'such as 0.5 or 5');

/** Unix seconds of a moment of this century, in UTC to the second. */
function moment(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const at = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) ? Date.parse(value) : Number.NaN;
  // A day that no month has is read as one of the next.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== value.slice(0, 19))
    throw wrong(name, value, 'a moment such as 2026-06-01T12:00:00Z');
  return at / 1_000;
}

/** The paper exchange's own settings have no meaning for a live platform: better said than silently without effect. */
function refusePaper(source: Source): void {
  const name = Object.keys(source).find((key) => key.startsWith('PAPER_') && source[key]?.trim());
  if (name === undefined) return;
  throw new EnvError(
    `${name} is for the paper exchange, which UPSTREAM_URL turns off: unset one of the two.`,
  );
}

const listed = (value: string | undefined): string[] =>
  (value ?? '').split(',').flatMap((part) => part.trim() || []);

function hosts(name: string, value: string | undefined): string[] {
  const given = listed(value);
  const wrongOne = given.find((host) => !SIGN_IN_HOST.test(host));
  if (wrongOne !== undefined) {
    throw wrong(name, wrongOne, 'hosts such as desk.example or localhost:8787, separated by commas');
  }
  return given;
}

/** Scheme, host and port of each, as a browser names them. */
function origins(name: string, value: string | undefined): string[] {
  const given = listed(value);
  for (const origin of given) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin) {
      throw wrong(name, origin, 'origins such as https://desk.example, separated by commas');
    }
  }
  return given;
}

/** Whether user and password can be read by who connects. */
function areReadable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

function secretUrl(name: string, value: string | undefined, protocols: readonly string[]) {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !protocols.includes(url.protocol) || !areReadable(url)) {
    const starts = protocols.map((protocol) => `${protocol}//`).join(' or ');
    throw wrongSecret(
      name,
      `an address that starts with ${starts}, with %25 for a % of its user or password`,
    );
  }
  return value;
}

/**
 * An address to which paths are added, and which is told to nobody else; in one spelling, for by that gateways find
 * what others have of the same platform.
 */
function platformUrl(name: string, value: string | undefined) {
  const url = secretUrl(name, value, ['http:', 'https:']);
  if (url === undefined) return undefined;
  const { username, password } = new URL(url);
  // Also an empty query: whatever is added would be part of it.
  if (username + password !== '' || /[?#]/.test(url)) {
    throw wrongSecret(name, 'an address without a user, a query and a fragment');
  }
  return new URL(url).href.replace(/\/+$/, '');
}

/** The address of a Solana node: no socket can be opened to one with a fragment. */
function nodeUrl(name: string, value: string | undefined, protocols: readonly string[]) {
  const url = secretUrl(name, value, protocols);
  if (url !== undefined && new URL(url).hash !== '') {
    throw wrongSecret(name, 'an address without a fragment');
  }
  return url;
}

function redisUrl(name: string, value: string | undefined) {
  const url = secretUrl(name, value, ['redis:', 'rediss:']);
  if (url !== undefined && !/^(\/\d*)?$/.test(new URL(url).pathname)) {
    throw wrongSecret(name, 'an address such as redis://:password@host:6379/0');
  }
  return url;
}

function secretToken(name: string, value: string | undefined) {
  if (value !== undefined && !TOKEN.test(value)) {
    throw wrongSecret(name, 'printable ASCII characters without spaces');
  }
  return value;
}

function secretHex(name: string, value: string | undefined) {
  if (value !== undefined && !/^[0-9a-f]{64}$/i.test(value)) throw wrongSecret(name, '64 hex digits');
  return value;
}

function readableFile(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const path = resolve(value);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw wrong(name, value, 'the path of a file that exists and can be read');
  }
  if (!statSync(path).isFile()) throw wrong(name, value, 'the path of a file, not of a folder');
  return path;
}
