import {
  ceilDay,
  DAY,
  longDate,
  MEAN_MONTH,
  monthName,
  nearestMonth,
  quarterName,
  shortDate,
  yearOf,
} from '../dates.ts';
import { deadlines, exclusive, independent, nested } from '../dynamics.ts';
import { type EventSeries, KEEP, type MarketPlan, type Plan, type Slot } from '../event-series.ts';
import { between, cycle, hashText, pick, type Random, sample } from '../hash.ts';
import type { Category, SimProvider } from '../model.ts';
import {
  CHAINS,
  CITIES,
  COUNTRIES,
  FILMS,
  LABS,
  MAKERS,
  ROCKETS,
  SHOWS,
  SINGERS,
  STUDIOS,
} from '../names.ts';

interface Base {
  key: string;
  sub: string;
  title: string;
  /** What makes it Yes, after "if "; {option} is the outcome's name. */
  yes: string;
  subtitle?: string;
  tags?: string[];
  /** Days from opening to the close, and how many are open at a time. */
  days: number;
  open: number;
  /** Whole contracts over the life of a typical one. */
  volume: number;
  /** Texts for a {variant} slot, taken in turn. */
  variants?: readonly string[];
}

/** A kind of question, written once; slots in braces are filled anew for every event. */
export type Question =
  | (Base & { kind: 'single'; p: readonly [number, number] })
  | (Base & { kind: 'levels'; options: readonly string[]; p: readonly [number, number] })
  | (Base & { kind: 'several'; options: readonly string[]; p: readonly [number, number] })
  | (Base & { kind: 'winner'; options: readonly string[]; take?: number; favourite?: number })
  | (Base & { kind: 'scale'; options: readonly string[] })
  | (Base & { kind: 'deadline'; steps: number; rate: number });

const POOLS: Readonly<Record<string, readonly string[]>> = {
  country: COUNTRIES,
  city: CITIES,
  lab: LABS,
  maker: MAKERS,
  rocket: ROCKETS,
  studio: STUDIOS,
  film: FILMS,
  singer: SINGERS,
  show: SHOWS,
  chain: CHAINS,
};

/** Fills the slots: the first pool slot goes round its pool, so that open events differ; the others are drawn. */
function filler(question: Question, slot: Slot, close: number): (text: string, option?: string) => string {
  const chosen = new Map<string, string>();
  const shift = hashText(question.key) % 97;
  const known: Readonly<Record<string, string>> = {
    date: longDate(close),
    day: shortDate(close),
    month: monthName(close - DAY),
    quarter: quarterName(close - DAY),
    year: String(yearOf(close)),
    variant: question.variants === undefined ? '' : cycle(question.variants, slot.index + shift),
  };
  return (text, option = '') =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'option') return option;
      const text = chosen.get(name) ?? known[name];
      if (text !== undefined) return text;
      const pool = POOLS[name];
      if (pool === undefined) throw new RangeError(`no names for {${name}} in ${question.key}`);
      const value = chosen.size === 0 ? cycle(pool, slot.index + shift) : pick(slot.random, pool);
      chosen.set(name, value);
      return value;
    });
}

/** Chances of a contest: one favourite and a tail, in a random order unless the options are in order of size. */
function contest(random: Random, count: number, favourite: number): number[] {
  const raw = Array.from({ length: count }, (_, k) => favourite ** k * between(random, 0.6, 1.4));
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((p) => p / sum);
}

function scale(random: Random, count: number): number[] {
  const middle = between(random, 0.25, 0.75) * (count - 1);
  const width = between(random, 0.9, 1.6);
  const raw = Array.from({ length: count }, (_, k) => Math.exp(-(((k - middle) / width) ** 2) / 2) + 0.012);
  const sum = raw.reduce((a, b) => a + b, 0);
  return raw.map((p) => p / sum);
}

type Outcome = Pick<Plan, 'markets' | 'dynamics'>;

function outcome(question: Question, slot: Slot, close: number, fill: ReturnType<typeof filler>): Outcome {
  const { random } = slot;
  const spec = { seed: slot.seed, open: slot.open, close, swing: between(random, 0.6, 1.3) };
  const market = (title: string, chance: number, option = title): MarketPlan => ({
    title: fill(title),
    rules: `Resolves to Yes if ${fill(question.yes, fill(option))}. Otherwise resolves to No.`,
    chance,
  });
  switch (question.kind) {
    case 'single': {
      const p = between(random, ...question.p);
      return { markets: [market(question.title, p, '')], dynamics: independent(spec, [p]) };
    }
    case 'several': {
      const bases = question.options.map(() => between(random, ...question.p));
      return {
        markets: question.options.map((option, k) => market(option, bases[k] ?? 0.5)),
        dynamics: independent(spec, bases),
      };
    }
    case 'levels': {
      const bases = question.options.map(() => between(random, ...question.p)).sort((a, b) => b - a);
      const exceeds = /above|more than/.test(question.yes);
      return {
        markets: question.options.map((option, k) =>
          market(exceeds ? `Above ${option}` : `${option} or more`, bases[k] ?? 0.5, option),
        ),
        dynamics: nested(spec, bases),
      };
    }
    case 'winner': {
      const named = question.options.flatMap((option) => POOLS[option] ?? [option]);
      const options = sample(random, named, question.take ?? named.length);
      const bases = contest(random, options.length, question.favourite ?? 0.62);
      return {
        markets: options.map((option, k) => market(option, bases[k] ?? 0.1)),
        dynamics: exclusive(spec, bases),
      };
    }
    case 'scale': {
      const bases = scale(random, question.options.length);
      return {
        markets: question.options.map((option, k) => market(option, bases[k] ?? 0.1)),
        dynamics: exclusive(spec, bases),
      };
    }
    case 'deadline': {
      const length = close - slot.open;
      const dates = Array.from({ length: question.steps }, (_, k) =>
        k === question.steps - 1 ? close : ceilDay(slot.open + (length * (k + 1)) / question.steps),
      );
      const dynamics = deadlines(spec, dates, question.rate);
      const first = dynamics.probabilities(slot.open);
      return {
        dynamics,
        markets: dates.map((date, k) => ({
          ...market(`Before ${longDate(date)}`, first[k] ?? 0.5, longDate(date)),
          close: date,
        })),
      };
    }
  }
}

const SMALL_PRINT: Readonly<Record<Category, readonly string[]>> = {
  crypto: [
    'Public chain data and the projects’ own announcements decide; a test network does not count.',
    'If sources disagree, the median of three public data providers counts.',
  ],
  sports: [
    'The official announcement of the competition decides. If the season is shortened, the standing at its end counts.',
    'Shared titles resolve in favour of the side named first in the official record.',
  ],
  politics: [
    'Official results and government notices decide; a consensus of credible reporting stands in while they are missing.',
    'An announcement is not enough: the thing itself must have happened before the deadline.',
  ],
  esports: ['The organiser’s published result decides. A forfeit counts as a win for the other side.'],
  culture: [
    'The first official publication decides; later corrections do not change the result.',
    'Ties resolve in favour of the name that comes first in the alphabet.',
  ],
  economics: [
    'The first release of the figure counts; later revisions do not.',
    'If the release is delayed by more than 30 days, the last published figure counts.',
  ],
  tech: [
    'General availability counts; a closed preview, a waiting list or a leak does not.',
    'The maker’s own announcement decides; a consensus of credible reporting stands in while it is missing.',
  ],
};

const PROVIDERS: readonly SimProvider[] = [
  'provider_a',
  'provider_a',
  'provider_c',
  'provider_a',
  'provider_c',
];

/** A series for each question. Dates of the close are whole days, month ends where the question is about a month. */
export function questionSeries(category: Category, questions: readonly Question[]): EventSeries[] {
  return questions.map((question, rank): EventSeries => {
    const life = question.days * DAY;
    const months = question.title.includes('{quarter}') ? 3 : question.title.includes('{month}') ? 1 : 0;
    const varied = Object.keys(POOLS).some((name) => question.title.includes(`{${name}}`));
    const every = months === 0 || varied ? life / question.open : MEAN_MONTH * months;
    return {
      key: question.key,
      category,
      provider: cycle(PROVIDERS, rank),
      every,
      offset: hashText(question.key) % Math.floor(every),
      span: life + (months === 0 ? 1 : months * 18) * DAY,
      keep: KEEP,
      settle: [60, 600],
      weight: 1 + Math.log10(question.volume) / 3,
      build(slot) {
        const rough = slot.open + life;
        const close = months === 0 ? ceilDay(rough) : nearestMonth(rough, months);
        const fill = filler(question, slot, close);
        const title = fill(question.title);
        return {
          title,
          subtitle: fill(question.subtitle ?? 'Before {day}'),
          subcategory: question.sub,
          tags: [question.sub, ...(question.tags ?? [])],
          beginAt: null,
          close,
          closeCondition: `Closes when the outcome is known, at the latest on ${longDate(close)}.`,
          rulesSecondary: pick(slot.random, SMALL_PRINT[category]),
          ...outcome(question, slot, close, fill),
          volume: question.volume * Math.exp(between(slot.random, -1.1, 1.3)),
          game: null,
        };
      },
    };
  });
}
