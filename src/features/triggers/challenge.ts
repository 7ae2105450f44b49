import type { Pubkey } from '@contract/ids.ts';
import {
  MAX_CHALLENGE_SECONDS,
  SIGN_IN_HOST,
  SIGN_IN_NONCE,
  signInMemo,
  signInOpening,
  signInText,
} from '@contract/triggers/sign-in.ts';

/*
 * The text a live platform has its users sign: "Sign in with Solana" as it is specified
 * (github.com/phantom/sign-in-with-solana), less what no sign-in here needs.
 */

/** What the operator has configured as the platform's. */
interface Platform {
  /** Hosts it signs in under. */
  domains: readonly string[];
  /** What it may call itself instead, in the opening line. */
  name: string | null;
}

interface Refused {
  ok: false;
  reason: string;
}
type ChallengeCheck = { ok: true } | Refused;
const refuse = (reason: string): Refused => ({ ok: false, reason });

const WITH_SCHEME = /[a-z][a-z\d+-]*:[/\\]{2,}([^\s/?#\\]*)/gi;
const ADDRESS = /[a-z][a-z\d+-]*:[/\\]{2,}\S*/gi;
const BARE = /(?:[a-z\d_-]+\.)+(?:xn--[a-z\d-]+|[a-z]{2,})(?::\d+)?/gi;
const BARE_IP = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?/g;

/** The first host that a text names and that is not among the known ones, with or without a scheme in front. */
function foreignHost(text: string, known: readonly string[]): string | undefined {
  const rest = text.replaceAll(ADDRESS, ' ');
  const named = [
    ...[...text.matchAll(WITH_SCHEME)].map(([, host = '']) => host),
    ...(rest.match(BARE) ?? []),
    ...(rest.match(BARE_IP) ?? []),
  ];
  return named
    .map((host) => host.toLowerCase().replace(/[.,;:!?)'"]+$/, ''))
    .find((host) => !known.includes(host));
}

const TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-][01]\d:[0-5]\d)$/;

/** Unix milliseconds of an instant in RFC 3339; NaN for anything else, days that do not exist included. */
function instantOf(text: string): number {
  const [, day = ''] = TIME.exec(text) ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return exists && day !== '' ? Date.parse(text) : Number.NaN;
}

const isInstant = (text: string): boolean => !Number.isNaN(instantOf(text));

/** Of the hosts that have been looked for in the whole text already. */
const isAddress = (text: string): boolean =>
  /^https?:\/\/[^\s@\\]+$/.test(text) && URL.canParse(text) && new URL(text).host !== '';

/** The fields a text may have, in their order, each once. Resources are none: a sign-in here grants nothing else. */
const FIELDS = {
  URI: isAddress,
  Version: (text) => text === '1',
  'Chain ID': (text) => /^(?:solana:)?(?:mainnet|mainnet-beta|testnet|devnet|localnet)$/.test(text),
  Nonce: (text) => /^[\w-]{8,128}$/.test(text),
  'Issued At': isInstant,
  'Expiration Time': isInstant,
  'Not Before': isInstant,
  'Request ID': (text) => /^[\w-]{1,128}$/.test(text),
} satisfies Record<string, (text: string) => boolean>;
type FieldName = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as FieldName[];

const MAX_STATEMENT = 600;
/** What would read as a field, or as a second challenge, wherever a wallet may break the line. */
const NOT_A_STATEMENT = new RegExp(
  `\\b(?:${NAMES.join('|')}|Resources)\\s*:|wants you to sign in|\\s{3}`,
  'i',
);

/** One paragraph in the platform's words. */
const isStatement = (line: string): boolean =>
  line.length <= MAX_STATEMENT && line.trim() === line && line !== '' && !NOT_A_STATEMENT.test(line);

/**
 * Reads what stands below the wallet: a statement or none, then the fields. `lines`: plain text already.
 * @returns the instants of issue and expiry (Unix ms), NaN where they are not told
 */
function readFields(lines: readonly string[]): { ok: true; issued: number; expires: number } | Refused {
  const [first, statement = '', second] = lines;
  const hasStatement = first === '' && second === '';
  if (first !== '' || (hasStatement && !isStatement(statement))) {
    return refuse('it says something else than a sign-in does');
  }
  const told = new Map<FieldName, string>();
  let last = -1;
  for (const line of lines.slice(hasStatement ? 3 : 1)) {
    const at = NAMES.findIndex((name) => line.startsWith(`${name}: `));
    const name = NAMES[at];
    if (name === undefined) return refuse('it holds a line that is no field of a sign-in');
    if (told.has(name)) return refuse(`it tells “${name}” twice`);
    if (at < last) return refuse('its fields are not in their order');
    const value = line.slice(name.length + 2);
    if (!FIELDS[name](value)) return refuse(`its “${name}” is not what it must be`);
    told.set(name, value);
    last = at;
  }
  if (!told.has('Nonce')) return refuse('it carries no nonce, so it could be used again');
  return {
    ok: true,
    issued: instantOf(told.get('Issued At') ?? ''),
    expires: instantOf(told.get('Expiration Time') ?? ''),
  };
}

/** For whom a wallet may be asked to sign in. Nothing of it comes from an answer. */
export interface SignInSite {
  /** Of this page, as the browser names it. */
  host: string;
  owner: Pubkey;
  /** The platform behind this desk, by the operator's word; null on paper. */
  platform: Platform | null;
}

const MAX_LENGTH = 2_000;
/** Letters, digits, signs and line feeds: what else there is can hide, turn around or end a line unseen. */
const PLAIN = /^[\x20-\x7e\n]*$/;
const SERVICE = new RegExp(`^${signInOpening('(\\S(?:[^\\n]{0,253}\\S)?)')}$`);

/** An instant exactly as `toISOString` writes it; NaN for anything else. */
function exactInstant(text: string): number {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString() === text ? at : Number.NaN;
}

const livesShortly = (issued: number, expires: number): boolean =>
  expires > issued && expires - issued <= MAX_CHALLENGE_SECONDS * 1_000;

/** A text of this desk's own service: made again from the host, the wallet and what only the service can know. */
function checkOwn(text: string, { host, owner }: SignInSite): ChallengeCheck {
  const value = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  const [nonce, issuedAt, expiresAt] = [value('Nonce'), value('Issued At'), value('Expiration Time')];
  if (!SIGN_IN_NONCE.test(nonce)) return refuse('it carries no nonce, so it could be used again');
  if (!livesShortly(exactInstant(issuedAt), exactInstant(expiresAt)))
    return refuse('it does not expire soon');
  if (text !== signInText({ host, wallet: owner, nonce, issuedAt, expiresAt })) {
    return refuse('it says something else than a sign-in does');
  }
  return { ok: true };
}

/** A text of the platform's own: its words are free, its form is not. */
function checkPlatform(text: string): ChallengeCheck {
  const read = readFields(text.split('\n').slice(2));
  if (!read.ok) return read;
  if (!livesShortly(read.issued, read.expires)) return refuse('it does not expire soon');
  return { ok: true };
}

/**
 * Whether a text is a challenge to sign in here and nothing else, before a wallet is asked to sign it: it names this
 * page's host or one that is configured as the platform's, the wallet, and no other host; it carries a nonce and a
 * short life, one line a field. Its clock is compared with itself alone, as the reader's may be wrong.
 */
export function checkChallenge(text: string, site: SignInSite): ChallengeCheck {
  if (text.length > MAX_LENGTH || !PLAIN.test(text)) return refuse('it is not plain text');
  const [opening = '', wallet = ''] = text.split('\n');
  const service = SERVICE.exec(opening)?.[1];
  if (service === undefined) return refuse('it is not a challenge to sign in');
  const { host, owner, platform } = site;
  const isPlatform = platform !== null && (platform.domains.includes(service) || service === platform.name);
  if (!isPlatform && service !== host) return refuse(`it is for “${service}”, and this page is “${host}”`);
  if (wallet !== owner) return refuse('it is made out to another wallet');
  const known = [host, ...(platform?.domains ?? [])];
  const foreign = foreignHost(text.slice(opening.length), known);
  if (foreign !== undefined) return refuse(`it names “${foreign}”, and this page is “${host}”`);
  return isPlatform ? checkPlatform(text) : checkOwn(text, site);
}

const MEMO_NONCE_LENGTH = 32;

/** The same for the memo of a transaction: of a host's sign-in form, or a text of the platform's own. */
export function checkMemo(memo: string, site: SignInSite): ChallengeCheck {
  const { host, owner: wallet, platform } = site;
  const nonce = memo.slice(-MEMO_NONCE_LENGTH);
  const hosts = [host, ...(platform?.domains ?? [])];
  if (SIGN_IN_NONCE.test(nonce) && hosts.some((one) => memo === signInMemo({ host: one, wallet, nonce }))) {
    return { ok: true };
  }
  if (platform !== null && memo.includes('\n')) return checkChallenge(memo, site);
  const [, named = ''] = /^evenline:sign-in:(.+):[^:]*:[^:]*$/.exec(memo) ?? [];
  return SIGN_IN_HOST.test(named) && !hosts.includes(named)
    ? refuse(`it is for “${named}”, and this page is “${host}”`)
    : refuse('its memo is not a sign-in of this wallet here');
}

/** Seconds that a token is good for, by its own claims; undefined where it cannot be read. */
export function tokenLife(token: string): number | undefined {
  try {
    const [, payload = ''] = token.split('.');
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null) return undefined;
    const { iat, exp } = claims as { iat?: unknown; exp?: unknown };
    return typeof iat === 'number' && typeof exp === 'number' && exp > iat ? exp - iat : undefined;
  } catch {
    return undefined;
  }
}
