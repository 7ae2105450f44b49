import type { EventModel } from '../simulation/model.ts';

interface Indexed {
  readonly title: readonly string[];
  /** Titles of markets, subtitle, category, tags. */
  readonly rest: readonly string[];
  readonly all: string;
}

const index = new WeakMap<EventModel, Indexed>();

/** Lower case without accents, cut into words. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function indexOf(event: EventModel): Indexed {
  const known = index.get(event);
  if (known) return known;
  const title = wordsOf(event.title);
  const markets = event.markets.map((market) => market.title);
  const rest = wordsOf(
    [event.subtitle, event.category, event.subcategory, ...event.tags, ...markets].join(' '),
  );
  const made = { title, rest: [...new Set(rest)], all: [...title, ...rest].join(' ') };
  index.set(event, made);
  return made;
}

function bestOf(words: readonly string[], term: string, exact: number, prefix: number): number {
  let best = 0;
  for (const word of words) {
    if (word === term) return exact;
    if (word.startsWith(term)) best = prefix;
  }
  return best;
}

/** How well an event answers the terms; 0 when one of them is nowhere in it. Title before markets, whole before part. */
export function relevance(event: EventModel, terms: readonly string[]): number {
  const { title, rest, all } = indexOf(event);
  let total = 0;
  for (const term of terms) {
    const score = Math.max(bestOf(title, term, 12, 8), bestOf(rest, term, 5, 3), all.includes(term) ? 1 : 0);
    if (score === 0) return 0;
    total += score;
  }
  return total;
}
