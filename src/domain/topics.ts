import { CATEGORIES, type Category, type PredictionEvent } from '@contract/prediction/event.ts';

type Classified = Pick<PredictionEvent, 'category' | 'subcategory' | 'tags'>;

/** Tags that are kinds of sport, which say what an event is about as well as the name of the category does. */
const SPORTS_TAGS = new Set(
  (
    'baseball basketball boxing cricket cycling football formula-1 f1 golf hockey mma motorsport rugby soccer tennis ufc ' +
    'mlb nba ncaa nfl nhl pga'
  ).split(' '),
);

/** The categories that the tags of an event name. */
const namedBy = (tags: readonly string[]): Set<string> =>
  new Set(
    tags.flatMap((tag) => {
      const word = tag.toLowerCase();
      if (SPORTS_TAGS.has(word)) return 'sports';
      return CATEGORIES.find((category) => category === word) ?? [];
    }),
  );

/** Codes of leagues and tours with which services name series of sports, whatever category they file them under. */
const SPORTS_SERIES =
  /^(atp|big10|big12|bundesliga|dpworld|epl|f1|fiba|fif|laliga|ligamx|ligaportugal|ligue1|liv|marmad|mlb|mls|nascar|nba|ncaa|nfl|nhl|pga|premierleague|saudipl|seriea|t20|ucl|uefa|ufc|wnba|wta)/;
/** What is no sport for all that: laws and people of the same name. */
const NO_SPORTS = /mention|draft(law|bill)/;

/**
 * What an event is about: the one category its tags name, where they do not name that which the service has filed it
 * under. Where the tags repeat the service's mistake a league's code tells sports from politics.
 */
export function categoryOf({ category, subcategory, tags }: Classified): string {
  const [named, ...others] = namedBy(tags);
  // Games on a screen are tagged as sports too.
  if (named !== undefined && others.length === 0 && named !== category && category !== 'esports')
    return named;
  const isSports = SPORTS_SERIES.test(subcategory) && !NO_SPORTS.test(subcategory);
  return category === 'politics' && isSports ? 'sports' : category;
}

/**
 * Categories of the service in which the events of a category are to be looked for: sport is what services file under
 * politics. What tags alone tell may lie under any category, and is found where its own service has it.
 */
export const filedUnder = (category: Category): readonly Category[] =>
  category === 'sports' ? ['sports', 'politics'] : [category];

/**
 * The topic of an event in a word that can be read: its subcategory where that is one of its tags, the tag it stands
 * for where it is the code of one ("fifwc": "fifa-world-cup"), and nothing of a code that no tag explains.
 */
export function topicOf({ category, subcategory, tags }: Classified): string {
  if (subcategory === '' || subcategory === category) return '';
  const written = tags.find((tag) => /[- ]/.test(tag) && tag.slice(0, 2) === subcategory.slice(0, 2));
  if (written !== undefined) return written;
  return tags.includes(subcategory) ? subcategory : '';
}

/** Short words of topics that are no acronyms. */
const SHORT_WORDS = new Set(['art', 'fed', 'gas', 'law', 'oil', 'tax', 'war']);

/** "world-cup" → "World cup"; acronyms of up to three letters in capitals ("btc" → "BTC"). */
export function readable(slug: string): string {
  const words = slug.replace(/[-_]+/g, ' ').trim();
  if (/^[a-z]{2,3}\d?$/.test(words) && !SHORT_WORDS.has(words)) return words.toUpperCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "Sports · World cup". */
export const kindText = (event: Classified): string =>
  [categoryOf(event), topicOf(event)]
    .filter((part) => part !== '')
    .map(readable)
    .join(' · ');
