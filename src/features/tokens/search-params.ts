import * as z from 'zod/mini';
import { defined, lenient, words } from '@/domain/search-params.ts';
import { filterFields } from '@/domain/token-filter-fields.ts';
import type { TokenFilters } from '@/domain/token-filters.ts';
import { TOKEN_SORTS, type TokenSort } from '@/domain/token-sorts.ts';

const tokensSearch = z.object({
  ...filterFields,
  sort: lenient(z.enum(TOKEN_SORTS)),
  dir: lenient(z.enum(['asc', 'desc'])),
  token: words(60),
});

/** State of the page in its address; absent means the default, so that plain addresses stay plain. */
export interface TokensSearch extends TokenFilters {
  readonly sort?: TokenSort | undefined;
  readonly dir?: 'asc' | 'desc' | undefined;
  /** Mint whose details are open. */
  readonly token?: string | undefined;
}

/** `validateSearch` of the route. */
export const parseTokensSearch = (raw: Record<string, unknown>): TokensSearch => tokensSearch.parse(raw);

export const filtersOf = ({ sort: _s, dir: _d, token: _t, ...rest }: TokensSearch): TokenFilters => rest;

/** The same page under other filters. */
export const withFilters = ({ sort, dir, token }: TokensSearch, next: TokenFilters): TokensSearch =>
  defined({ ...next, sort, dir, token });
