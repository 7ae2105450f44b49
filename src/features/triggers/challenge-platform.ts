/*
 * The text a live platform has its users sign: "Sign in with Solana" as it is specified
 * (github.com/phantom/sign-in-with-solana), less what no sign-in here needs.
 */

/** What the operator has configured as the platform's. */
export interface Platform {
  /** Hosts it signs in under. */
  domains: readonly string[];
  /** What it may call itself instead, in the opening line. */
  name: string | null;
}

interface Refused {
  ok: false;
  reason: string;
}
export type ChallengeCheck = { ok: true } | Refused;
export const refuse = (reason: string): Refused => ({ ok: false, reason });

const WITH_SCHEME = /[a-z][a-z\d+-]*:[/\\]{2,}([^\s/?#\\]*)/gi;
const ADDRESS = /[a-z][a-z\d+-]*:[/\\]{2,}\S*/gi;
const BARE = /(?:[a-z\d_-]+\.)+(?:xn--[a-z\d-]+|[a-z]{2,})(?::\d+)?/gi;
const BARE_IP = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?/g;

/** The first host that a text names and that is not among the known ones, with or without a scheme in front. */
export function foreignHost(text: string, known: readonly string[]): string | undefined {
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
export function readFields(
  lines: readonly string[],
): { ok: true; issued: number; expires: number } | Refused {
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
