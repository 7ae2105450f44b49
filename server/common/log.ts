/** Writes one structured line about something that went wrong. */
export type Log = (entry: Record<string, unknown>) => void;

const MAX_CAUSES = 5;
/** Without the values of a failed query, among which may be what is nobody's to read. */
const messageOf = ({ name, message }: Error): string => `${name}: ${message.replace(/\nparams: .*$/s, '')}`;
const framesOf = ({ stack = '' }: Error): string[] =>
  stack.split('\n').flatMap((line) => (/^\s+at /.test(line) ? line.trim() : []));

/** Messages of an error and of what caused it, and where it was; never the request or the values in it. */
export function causeOf(error: unknown): Record<string, unknown> {
  const causes: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    causes.push(messageOf(current));
    current = current.cause;
  }
  return {
    cause: causes.length > 0 ? causes : String(error),
    ...(error instanceof Error && { stack: framesOf(error) }),
  };
}

/** Shorter values would be found in innocent words. */
const MIN_SECRET = 6;
/** A public key or a signature by itself: 32 bytes or 64, in base58. */
const WALLET =
  /(?<![1-9A-HJ-NP-Za-km-z])(?:[1-9A-HJ-NP-Za-km-z]{43,44}|[1-9A-HJ-NP-Za-km-z]{87,88})(?![1-9A-HJ-NP-Za-km-z])/g;
const BEARER = /\b(Bearer\s+)[\w.~+/=-]{8,}/gi;

/** A part of an address as who reads it has it; as it stands where it is no text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    return part;
  }
}

const longParts = (pathname: string): string[] => pathname.split('/').filter((part) => part.length >= 16);
const readings = (parts: readonly string[]): string[] => [...parts, ...parts.map(decoded)];

/** What of an address is secret: all of it, its password, the values of its query, and keys in its path. */
export function secretsOfUrl(value: string): string[] {
  if (!URL.canParse(value)) return [];
  const { password, pathname, searchParams } = new URL(value);
  return [value, ...readings([password, ...searchParams.values(), ...longParts(pathname)])];
}

/** Keys in the path of an address that is no secret otherwise. */
export const secretsOfPath = (value: string): string[] =>
  URL.canParse(value) ? readings(longParts(new URL(value).pathname)) : [];

const KEYS = ['UPSTREAM_API_KEY', 'VAULT_KEY', 'PAPER_CONTROL_TOKEN'] as const;
const URLS = ['DATABASE_URL', 'REDIS_URL', 'SOLANA_RPC_URL', 'SOLANA_WS_URL'] as const;

/** Everything in an environment that nobody else may read, longest first. */
export function secretsOf(source: Record<string, string | undefined>): string[] {
  const values = [
    ...KEYS.map((name) => source[name]?.trim() ?? ''),
    ...URLS.flatMap((name) => secretsOfUrl(source[name]?.trim() ?? '')),
    // Its host is in what the system says of a connection that fails.
    ...secretsOfPath(source.UPSTREAM_URL?.trim() ?? ''),
  ];
  return [...new Set(values)]
    .filter((value) => value.length >= MIN_SECRET)
    .sort((a, b) => b.length - a.length);
}

/** Takes secrets, tokens and the middles of wallet addresses out of a text. */
export function discreet(text: string, secrets: readonly string[]): string {
  let told = text;
  for (const secret of secrets) {
    told = told.replaceAll(secret, '[secret]').replaceAll(JSON.stringify(secret).slice(1, -1), '[secret]');
  }
  return told
    .replace(BEARER, '$1[secret]')
    .replace(WALLET, (address) => `${address.slice(0, 4)}…${address.slice(-4)}`);
}

/** One line of JSON an entry. Whatever an entry holds, secrets are not written and addresses not in full. */
export function createLog(secrets: readonly string[], write: (line: string) => void): Log {
  return (entry) => {
    write(`${discreet(JSON.stringify({ at: new Date().toISOString(), ...entry }), secrets)}\n`);
  };
}
