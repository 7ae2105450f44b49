import type { Pubkey } from '@contract/ids.ts';
import {
  MAX_CHALLENGE_SECONDS,
  SIGN_IN_HOST,
  SIGN_IN_NONCE,
  signInMemo,
  signInOpening,
  signInText,
} from '@contract/triggers/sign-in.ts';
import { type ChallengeCheck, foreignHost, type Platform, readFields, refuse } from './challenge-platform.ts';

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
