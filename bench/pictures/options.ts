import { HISTORIES, type History } from './histories.ts';

/** Widths in CSS pixels, and the height of a window that wide. */
const HEIGHTS = {
  360: 780,
  390: 844,
  768: 1_024,
  1024: 768,
  1280: 800,
  1440: 900,
  2560: 1_440,
  3840: 2_160,
} as const;
export const THEMES = ['dark', 'light'] as const;
export const ACCOUNTS = ['full', 'new', 'out'] as const;
export const PAGES = [
  'events',
  'events-table',
  'for-you',
  'binary',
  'ladder',
  'game',
  'field',
  'outcomes',
  'bands',
  'distribution',
  'candles',
  'settled',
  'unknown-event',
  'parlay',
  'rounds',
  'board',
  'tokens',
  'token',
  'triggers',
  'triggers-past',
  'portfolio',
  'days',
  'monitor',
  'orders',
  'parlays',
  'history',
  'execution',
  'settings',
  'palette',
  'wallet',
  'not-found',
] as const;

export type Width = keyof typeof HEIGHTS;
export type Theme = (typeof THEMES)[number];
export type Account = (typeof ACCOUNTS)[number];
export type PageName = (typeof PAGES)[number];

export const WIDTHS = Object.keys(HEIGHTS).map(Number) as Width[];
export const heightOf = (width: Width): number => HEIGHTS[width];

export interface Options {
  pages: PageName[];
  widths: Width[];
  themes: Theme[];
  accounts: Account[];
  histories: History[];
  /** File of a recorded universe; the generated one without. */
  universe: string | undefined;
  out: string;
}

/** `--charts`: what draws the past, with all that may be known of it. */
const CHARTS: readonly (readonly [string, string])[] = [
  [
    'pages',
    'events,binary,outcomes,bands,distribution,candles,rounds,board,tokens,portfolio,days,monitor,execution',
  ],
  ['widths', '390,768,1440,2560'],
  ['accounts', 'full'],
];

/** The values of a list that were asked for, in the order of the list. @throws Error that names a value it has not. */
function chosen<T extends string | number>(name: string, text: string | undefined, all: readonly T[]): T[] {
  if (text === undefined) return [...all];
  const wanted = text.split(',').map((one) => one.trim());
  const unknown = wanted.find((one) => !all.some((value) => String(value) === one));
  if (unknown !== undefined) throw new Error(`--${name}: “${unknown}” is none of ${all.join(', ')}`);
  return all.filter((value) => wanted.includes(String(value)));
}

/** @throws Error in words for an option or a value that is not known. */
export function parseOptions(args: readonly string[]): Options {
  const given = new Map<string, string>(args.includes('--charts') ? CHARTS : [['histories', 'full']]);
  for (const arg of args.filter((one) => one !== '--charts')) {
    const [, name, value] = /^--(pages|widths|themes|accounts|histories|universe|out)=(.+)$/.exec(arg) ?? [];
    if (name === undefined || value === undefined) throw new Error(`${arg} is no option of this command`);
    given.set(name, value);
  }
  return {
    pages: chosen('pages', given.get('pages'), PAGES),
    widths: chosen('widths', given.get('widths'), WIDTHS),
    themes: chosen('themes', given.get('themes'), THEMES),
    accounts: chosen('accounts', given.get('accounts'), ACCOUNTS),
    histories: chosen('histories', given.get('histories'), HISTORIES),
    universe: given.get('universe'),
    out: given.get('out') ?? 'pictures',
  };
}
