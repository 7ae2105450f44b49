import type { Token } from '@contract/tokens/token.ts';
import type { TokenSort } from './token-sorts.ts';
import { changeWithin, factsOf, linksOf, namesOf, type SeenToken, startOf, volumeOf } from './tokens.ts';

/** What narrows the listing. A token that does not tell what is asked for does not pass. */
export interface TokenFilters {
  /** Part of symbol, name or address. */
  readonly q?: string | undefined;
  /** Age of the first pool, minutes. */
  readonly minAge?: number | undefined;
  readonly maxAge?: number | undefined;
  /** Whole dollars. */
  readonly minLiquidity?: number | undefined;
  readonly minHolders?: number | undefined;
  /** 0-100. */
  readonly minScore?: number | undefined;
  /** Both authorities are known to be given up. */
  readonly givenUp?: true | undefined;
  readonly launchpad?: string | undefined;
  /** Has a link one may follow. */
  readonly social?: true | undefined;
  readonly verified?: true | undefined;
  /** Not flagged as suspicious. */
  readonly unflagged?: true | undefined;
}

/** A set of filters under a name. */
export interface TokenPreset {
  readonly name: string;
  readonly filters: TokenFilters;
}
export const MAX_PRESET_NAME = 24;

const FILTER_NAMES = [
  'q',
  'minAge',
  'maxAge',
  'minLiquidity',
  'minHolders',
  'minScore',
  'givenUp',
  'launchpad',
  'social',
  'verified',
  'unflagged',
] as const satisfies readonly (keyof TokenFilters)[];

/** How many of them are set. */
export const filterCount = (filters: TokenFilters): number =>
  FILTER_NAMES.filter((name) => filters[name] !== undefined).length;

export const sameFilters = (a: TokenFilters, b: TokenFilters): boolean =>
  FILTER_NAMES.every((name) => a[name] === b[name]);

const reaches = (value: number | null, least: number | undefined): boolean =>
  least === undefined || (value !== null && value >= least);

function within(token: Token, { minAge, maxAge }: TokenFilters, now: number): boolean {
  if (minAge === undefined && maxAge === undefined) return true;
  const start = startOf(token);
  if (start === null) return false;
  const minutes = (now - start) / 60;
  return (minAge === undefined || minutes >= minAge) && (maxAge === undefined || minutes <= maxAge);
}

function mentions(token: Token, q: string | undefined): boolean {
  if (q === undefined) return true;
  const { symbol, name } = namesOf(token);
  return `${symbol}\n${name}\n${token.id}`.toLowerCase().includes(q.toLowerCase());
}

/** Whether a token passes; `now` is the service's time in Unix seconds. */
export function passes(token: Token, filters: TokenFilters, now: number): boolean {
  const { minLiquidity, minHolders, minScore, givenUp, launchpad, social, verified, unflagged } = filters;
  if (minLiquidity !== undefined) {
    if (token.liquidity === null || token.liquidity < BigInt(minLiquidity) * 1_000_000n) return false;
  }
  if (!reaches(token.holderCount, minHolders) || !reaches(token.organicScore, minScore)) return false;
  if (launchpad !== undefined && token.launchpad !== launchpad) return false;
  if (verified && token.isVerified !== true) return false;
  if (givenUp || unflagged) {
    const facts = factsOf(token);
    if (givenUp && (facts.mintGivenUp !== 'yes' || facts.freezeGivenUp !== 'yes')) return false;
    if (unflagged && facts.flagged) return false;
  }
  if (social && linksOf(token).links.length === 0) return false;
  return within(token, filters, now) && mentions(token, filters.q);
}

/** How little of what an audit asks speaks against a token: what is flagged comes below all others. */
function safetyOf(token: Token): number {
  const { mintGivenUp, freezeGivenUp, flagged } = factsOf(token);
  const rank = { yes: 1, unknown: 0, no: -1 } as const;
  return rank[mintGivenUp] + rank[freezeGivenUp] - (flagged ? 4 : 0);
}

type Value = number | bigint | string | null;
const OF_TOKEN: Record<TokenSort, (token: Token) => Value> = {
  name: (token) => namesOf(token).symbol.toLowerCase(),
  // The youngest has the least age.
  age: (token) => {
    const start = startOf(token);
    return start === null ? null : -start;
  },
  audit: safetyOf,
  source: ({ launchpad }) => launchpad?.toLowerCase() ?? null,
  price: ({ usdPrice }) => usdPrice,
  change5m: (token) => changeWithin(token, 'stats5m'),
  change1h: (token) => changeWithin(token, 'stats1h'),
  change6h: (token) => changeWithin(token, 'stats6h'),
  change24h: (token) => changeWithin(token, 'stats24h'),
  liquidity: ({ liquidity }) => liquidity,
  mcap: ({ mcap }) => mcap,
  holders: ({ holderCount }) => holderCount,
  score: ({ organicScore }) => organicScore,
  volume: ({ stats24h }) => volumeOf(stats24h),
};

/** The direction a column is sorted in first: names from A, the newest, and the most of everything else. */
export const firstDirection = (sort: TokenSort): 'asc' | 'desc' =>
  sort === 'age' || sort === 'name' || sort === 'source' ? 'asc' : 'desc';

/** Sorted anew; what is unknown comes last either way, equals keep the order of the listing. */
export function sortTokens(
  seen: readonly SeenToken[],
  sort: TokenSort,
  direction: 'asc' | 'desc',
): SeenToken[] {
  const sign = direction === 'asc' ? 1 : -1;
  return seen
    .map((one) => ({ one, value: OF_TOKEN[sort](one.token) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return a.value === b.value ? 0 : a.value < b.value ? -sign : sign;
    })
    .map(({ one }) => one);
}
