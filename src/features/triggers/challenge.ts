import type { Pubkey } from '@contract/ids.ts';

const OPENING = /^(\S[^\n]{0,80}?) (?:asks|wants) you to sign in with your Solana (?:wallet|account):$/;
const HOST = /\bhttps?:\/\/([^\s/?#]+)/gi;
const MAX_LENGTH = 2_000;
const MAX_LIFE_MS = 3_600_000;

const refuse = (reason: string) => ({ ok: false as const, reason });

/** Whether the text holds characters that would show something else than is signed: controls and bidi marks. */
const hidesSomething = (text: string): boolean => /[^\P{C}\n]/u.test(text);

const instantOf = (text: string, name: string): number =>
  Date.parse(new RegExp(`^${name}: (\\S+)$`, 'm').exec(text)?.[1] ?? '');

/**
 * Whether a text is a challenge to sign in and nothing else, before a wallet is asked to sign it: it opens by naming
 * this service (`names`: its own name and its hosts), then the wallet, and carries a nonce and a short life. Its
 * clock is compared with itself alone, as the reader's may be wrong.
 */
export function checkChallenge(
  text: string,
  owner: Pubkey,
  names: readonly string[],
): { ok: true } | { ok: false; reason: string } {
  if (text.length > MAX_LENGTH || hidesSomething(text)) return refuse('it is not plain text');
  const [opening = '', wallet = ''] = text.split('\n');
  const service = OPENING.exec(opening)?.[1];
  if (service === undefined) return refuse('it is not a challenge to sign in');
  const known = names.map((name) => name.toLowerCase());
  if (!known.includes(service.toLowerCase())) return refuse(`it names “${service}”, not this service`);
  for (const [, host = ''] of text.matchAll(HOST)) {
    if (!known.includes(host.toLowerCase())) return refuse(`it names “${host}”, not this service`);
  }
  if (wallet !== owner) return refuse('it is made out to another wallet');
  if (!/^Nonce: \S{8,}$/m.test(text)) return refuse('it carries no nonce, so it could be used again');
  const life = instantOf(text, 'Expiration Time') - instantOf(text, 'Issued At');
  if (!(life > 0 && life <= MAX_LIFE_MS)) return refuse('it does not expire soon');
  return { ok: true };
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
