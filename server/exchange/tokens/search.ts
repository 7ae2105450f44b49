/** What a search looks at. */
export interface Findable {
  readonly symbol: string;
  readonly name: string;
  readonly verified: boolean;
  /** USD; undefined where it is not known. */
  readonly liquidity: number | undefined;
}

/** Lower case without accents, and without the sign that symbols are written with. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/^\$/, '');

/** How well a name answers a term, 0 best; undefined when the term is nowhere in it. */
function tierOf({ symbol, name }: Record<'symbol' | 'name', string>, term: string): number | undefined {
  if (symbol === term) return 0;
  if (name === term) return 1;
  if (symbol.startsWith(term)) return 2;
  if (name.startsWith(term)) return 3;
  if (name.split(/\s+/).some((word) => word.startsWith(term))) return 4;
  return symbol.includes(term) || name.includes(term) ? 5 : undefined;
}

/**
 * Those that answer one of the terms, the best first: the whole symbol, the whole name, their beginnings, then the rest.
 * Among equals verified ones come first, then those with more liquidity, then as they were given.
 */
export function findTokens<T extends Findable>(tokens: readonly T[], terms: readonly string[]): T[] {
  const wanted = terms.map(plain).filter((term) => term !== '');
  return tokens
    .flatMap((token) => {
      const words = { symbol: plain(token.symbol), name: plain(token.name) };
      const tiers = wanted.flatMap((term) => tierOf(words, term) ?? []);
      return tiers.length === 0 ? [] : [{ token, tier: Math.min(...tiers) }];
    })
    .sort(
      (a, b) =>
        a.tier - b.tier ||
        Number(b.token.verified) - Number(a.token.verified) ||
        (b.token.liquidity ?? 0) - (a.token.liquidity ?? 0),
    )
    .map(({ token }) => token);
}
