import * as z from 'zod/mini';
import type { TokenFilters } from '@/domain/token-filters.ts';
import { TOKEN_SORTS, type TokenSort } from '@/domain/token-sorts.ts';

/** What an address gets wrong is as if it were absent. */
const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const text = (most: number) =>
  lenient(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((value) => String(value).trim().slice(0, most) || undefined),
    ),
  );
const whole = (most: number) => lenient(z.number().check(z.int(), z.gte(0), z.lte(most)));
const yes = lenient(z.literal(true));

const filters = {
  q: text(60),
  minAge: whole(1_000_000),
  maxAge: whole(1_000_000),
  minLiquidity: whole(1_000_000_000),
  minHolders: whole(1_000_000_000),
  minScore: whole(100),
  givenUp: yes,
  launchpad: text(60),
  social: yes,
  verified: yes,
  unflagged: yes,
};
/** Filters as a preset keeps them. */
export const tokenFilters = z.object(filters);

const tokensSearch = z.object({
  ...filters,
  sort: lenient(z.enum(TOKEN_SORTS)),
  dir: lenient(z.enum(['asc', 'desc'])),
  token: text(60),
});

/** State of the page in its address; absent means the default, so that plain addresses stay plain. */
export interface TokensSearch extends TokenFilters {
  readonly sort?: TokenSort | undefined;
  readonly dir?: 'asc' | 'desc' | undefined;
  /** Mint whose details are open. */
  readonly token?: string | undefined;
}

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;

/** `validateSearch` of the route. */
export const parseTokensSearch = (raw: Record<string, unknown>): TokensSearch =>
  defined(tokensSearch.parse(raw));

export const filtersOf = ({ sort: _s, dir: _d, token: _t, ...rest }: TokensSearch): TokenFilters => rest;

/** The same page under other filters. */
export const withFilters = ({ sort, dir, token }: TokensSearch, next: TokenFilters): TokensSearch =>
  defined({ ...next, sort, dir, token });
