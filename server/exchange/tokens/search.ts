import { oneByOne, slices } from '../../common/one-by-one.ts';

/** What a token is called. */
interface Names {
  readonly symbol: string;
  readonly name: string;
}

/** What a search looks at. */
export interface Findable {
  /** The same as long as it is known: what is looked for in it is kept beside it. */
  readonly names: Names;
  readonly verified: boolean;
  /** USD; undefined where it is not known. Asked for of what answers alone. */
  readonly liquidity: () => number | undefined;
}

/** So many are looked at in one turn: what is asked for besides is answered in between. */
export const AT_ONCE = 20;

/** Lower case without accents, and without the sign that symbols are written with. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/^\$/, '');

interface Indexed extends Names {
  /** Of the name. */
  readonly words: readonly string[];
}

const index = new WeakMap<Names, Indexed>();

function indexOf(names: Names): Indexed {
  const known = index.get(names);
  if (known) return known;
  const name = plain(names.name);
  const made = { symbol: plain(names.symbol), name, words: name.split(/\s+/) };
  index.set(names, made);
  return made;
}

/** How well a name answers a term, 0 best; undefined when the term is nowhere in it. */
function tierOf({ symbol, name, words }: Indexed, term: string): number | undefined {
  // Most terms are in none of the words, which this says at once.
  if (!symbol.includes(term) && !name.includes(term)) return undefined;
  if (symbol === term) return 0;
  if (name === term) return 1;
  if (symbol.startsWith(term)) return 2;
  if (name.startsWith(term)) return 3;
  return words.some((word) => word.startsWith(term)) ? 4 : 5;
}

/**
 * Those that answer one of the terms, the best first: the whole symbol, the whole name, their beginnings, then the rest.
 * Among equals verified ones come first, then those with more liquidity, then as they were given.
 */
export async function findTokens<T extends Findable>(
  tokens: Iterable<T>,
  terms: readonly string[],
): Promise<T[]> {
  const wanted = [...new Set(terms.map(plain))].filter((term) => term !== '');
  const ranked = (token: T) => {
    const indexed = indexOf(token.names);
    const tiers = wanted.flatMap((term) => tierOf(indexed, term) ?? []);
    if (tiers.length === 0) return [];
    return [{ token, tier: Math.min(...tiers), liquidity: token.liquidity() ?? 0 }];
  };
  const found = await oneByOne(slices(tokens, AT_ONCE), (some) => some.flatMap(ranked));
  return found
    .flat()
    .sort(
      (a, b) =>
        a.tier - b.tier || Number(b.token.verified) - Number(a.token.verified) || b.liquidity - a.liquidity,
    )
    .map(({ token }) => token);
}
