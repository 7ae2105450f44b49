import type { MicroUsd } from '@contract/money.ts';
import type { Token, TokenStats } from '@contract/tokens/token.ts';
import { lookOf, plainName, type SafeLink, safeLink } from './sanitize.ts';

/** A token as it was last seen. */
export interface SeenToken {
  readonly token: Token;
  /** Local Unix ms of the last answer that had it. */
  readonly seenAt: number;
}

/** Tokens kept. */
const MAX_SEEN = 1_000;

/** Unix seconds of its first pool; null when not told. */
export const startOf = (token: Token): number | null => token.firstPool?.createdAt ?? token.createdAt;

/** Order of a listing: newest pool first. */
export const newestFirst = (a: SeenToken, b: SeenToken): number =>
  (startOf(b.token) ?? 0) - (startOf(a.token) ?? 0);

const SPANS = { stats5m: 300, stats1h: 3_600, stats6h: 21_600, stats24h: 86_400 } as const;

type Span = keyof typeof SPANS;
type ChangeOf = 'priceChange' | 'liquidityChange' | 'holderChange' | 'volumeChange';

/**
 * Change within a span, percent; null where it is not known, and where the token is younger than the span: what some
 * services give then is the change since its launch, which would stand in four columns as four figures.
 */
export function changeWithin(token: Token, span: Span, of: ChangeOf = 'priceChange'): number | null {
  const change = token[span]?.[of] ?? null;
  const start = startOf(token);
  const isYounger = start !== null && token.updatedAt !== null && token.updatedAt - start < SPANS[span];
  return isYounger ? null : change;
}

const LONGEST_FIRST = ['stats24h', 'stats6h', 'stats1h', 'stats5m'] as const satisfies readonly Span[];

/** The change over the longest span that the token has lived through; undefined where none is known. */
export const longestChange = (token: Token): { span: Span; percent: number } | undefined =>
  LONGEST_FIRST.flatMap((span) => {
    const percent = changeWithin(token, span);
    return percent === null ? [] : [{ span, percent }];
  })[0];

/** Where each token of a list stands, by mint: shared by lists that hold the same tokens in the same order. */
const places = new WeakMap<readonly SeenToken[], ReadonlyMap<string, number>>();
function placesOf(seen: readonly SeenToken[]): ReadonlyMap<string, number> {
  const known = places.get(seen) ?? new Map(seen.map(({ token }, place) => [token.id, place]));
  places.set(seen, known);
  return known;
}

/**
 * Adds one answer to what was seen: newest pool first, at most a thousand. Tokens that the answer has not are kept
 * as they were, the very same objects. `at` is the local Unix ms of the answer.
 */
export function addTokens(seen: readonly SeenToken[], answer: readonly Token[], at: number): SeenToken[] {
  const known = placesOf(seen);
  const added = new Map<string, number>();
  const all = [...seen];
  for (const token of answer) {
    const place = known.get(token.id) ?? added.get(token.id) ?? all.length;
    if (place === all.length) added.set(token.id, place);
    all[place] = { token, seenAt: at };
  }
  // What was known keeps its place.
  if (added.size === 0) {
    places.set(all, known);
    return all;
  }
  return all.sort(newestFirst).slice(0, MAX_SEEN);
}

/** Yes, no, or not told: what is missing is never taken for safe. */
export type Fact = 'yes' | 'no' | 'unknown';

/** Whether an authority has been given up. One that is named is live, whatever else is said. */
function givenUp(disabled: boolean | null | undefined, authority: string | null): Fact {
  if (authority !== null && authority !== '') return 'no';
  if (disabled === null || disabled === undefined) return 'unknown';
  return disabled ? 'yes' : 'no';
}

export interface TokenFacts {
  readonly mintGivenUp: Fact;
  readonly freezeGivenUp: Fact;
  readonly flagged: boolean;
}

/** The audit of a token, authority by authority. Verification does not enter it. */
export const factsOf = (token: Token): TokenFacts => ({
  mintGivenUp: givenUp(token.audit?.mintAuthorityDisabled, token.mintAuthority),
  freezeGivenUp: givenUp(token.audit?.freezeAuthorityDisabled, token.freezeAuthority),
  flagged: token.audit?.isSus === true,
});

export const LINK_KINDS = [
  'website',
  'twitter',
  'telegram',
  'discord',
  'instagram',
  'tiktok',
  'otherUrl',
] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
export interface TokenLink extends SafeLink {
  readonly kind: LinkKind;
}

/** The links one may follow; `refused` counts those that are no ordinary web address. */
export function linksOf(token: Token): { links: TokenLink[]; refused: number } {
  const given = LINK_KINDS.flatMap((kind) => {
    const text = token[kind];
    return text === null || text === '' ? [] : [{ kind, link: safeLink(text) }];
  });
  const links = given.flatMap(({ kind, link }) => (link ? [{ kind, ...link }] : []));
  return { links, refused: given.length - links.length };
}

/** Symbol and name made safe to show; a token without a symbol is called by its address. */
export function namesOf(token: Token): { symbol: string; name: string } {
  const symbol = plainName(token.symbol, 14);
  const name = plainName(token.name);
  return { symbol: symbol || `${token.id.slice(0, 4)}…`, name: name || 'No name' };
}

/** Bought and sold together; null unless both are known: a half is not the whole. */
export function volumeOf(stats: TokenStats | null): MicroUsd | null {
  if (!stats || stats.buyVolume === null || stats.sellVolume === null) return null;
  return (stats.buyVolume + stats.sellVolume) as MicroUsd;
}

/** Share of the volume that was bought, 0 to 1, for drawing; null without volume, or when it is not known. */
export function buyShare(stats: TokenStats | null): number | null {
  const volume = volumeOf(stats);
  if (volume === null || volume === 0n) return null;
  return Number(((stats?.buyVolume ?? 0n) * 1_000n) / volume) / 1_000;
}

/** Whether two lists hold the same names in the same order, whatever their figures are. */
export const sameNames = (a: readonly SeenToken[], b: readonly SeenToken[]): boolean =>
  a.length === b.length &&
  a.every((one, place) => {
    const other = b[place];
    return one === other || (one.token.id === other?.token.id && one.token.symbol === other.token.symbol);
  });

const looks = new Map<string, string>();
function lookOfSymbol(symbol: string): string {
  const known = looks.get(symbol);
  if (known !== undefined) return known;
  if (looks.size > 4 * MAX_SEEN) looks.clear();
  const look = lookOf(symbol);
  looks.set(symbol, look);
  return look;
}

/** Symbols everybody knows: any token of this listing that looks like one is a copy, unless it is that mint. */
const FAMOUS = ['SOL', 'WSOL', 'USDC', 'USDT', 'BTC', 'WBTC', 'ETH', 'WETH'];

/**
 * Tokens whose symbol looks like an older one's, or like a famous one: by mint, what it looks like. `known` are mints
 * that carry their famous symbol by right.
 */
export function copycatsOf(seen: readonly SeenToken[], known: readonly string[]): Map<string, string> {
  const first = new Map<string, string | Token>(FAMOUS.map((symbol) => [lookOfSymbol(symbol), symbol]));
  const copies = new Map<string, string>();
  const isDated = ({ token }: SeenToken): boolean => startOf(token) !== null;
  const dated = seen.filter(isDated).reverse();
  // A token that does not say when it began may be a copy, but is the original of none.
  for (const { token } of [...dated, ...seen.filter((one) => !isDated(one))]) {
    const look = lookOfSymbol(token.symbol);
    if (look === '' || known.includes(token.id)) continue;
    const original = first.get(look);
    if (original === undefined) {
      if (startOf(token) !== null) first.set(look, token);
    } else copies.set(token.id, typeof original === 'string' ? original : namesOf(original).symbol);
  }
  return copies;
}
