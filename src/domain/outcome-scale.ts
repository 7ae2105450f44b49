import type { Market } from '@contract/prediction/market.ts';

/*
 * What the outcomes of an event are to each other, read from their names: services send them in no order that means
 * anything, and say nowhere whether they are strikes, dates, or candidates.
 */

/** Sides of a game, strikes or buckets, dates, or a field of alternatives. */
export type Scale = 'game' | 'value' | 'date' | 'field';

/** A number of a name with what it is counted in: "$1.2 trillion", "10%", "6.0". */
const NUMBER =
  /((?<=^|[\s$])-?\d[\d,]*(?:\.\d+)?|\d[\d,]*(?:\.\d+)?)\s*(k|m|b|t|thousand|million|billion|trillion)?(?![a-z])/gi;
const TIMES: Readonly<Record<string, number>> = { k: 1e3, t: 1e12, m: 1e6, b: 1e9 };
const COMPARED =
  /\b(above|below|over|under|exactly|at least|at most|less than|more than|fewer than|greater than|between|up to|or|and|to|more|less|fewer|higher|lower|than)\b|[<>≤≥+–-]/gi;
const DOWNWARDS = /\b(below|under|less|fewer|at most|up to|lower)\b|[<≤]/i;

const scaled = (digits: string, unit: string): number => {
  const initial = unit.toLowerCase() === 'thousand' ? 'k' : unit.charAt(0).toLowerCase();
  return Number(digits.replaceAll(',', '')) * (TIMES[initial] ?? 1);
};

/** What a name compares with, for sorting, and what is counted; null of a name without a number. */
function strikeOf(name: string): { at: number; counted: string } | null {
  const [first] = name.matchAll(NUMBER);
  if (!first) return null;
  const counted = name
    .replace(NUMBER, '')
    .replace(COMPARED, '')
    .toLowerCase()
    .replace(/s\b/g, '')
    .replace(/\s+/g, '')
    // "$1 billion to $9 billion" is of one kind with "$10 billion or more".
    .replace(/([$%])\1+/g, '$1');
  const at = scaled(first[1] ?? '', first[2] ?? '');
  // "Below 10" comes before "10 to 20".
  return { at: DOWNWARDS.test(name) ? at - 1e-9 * Math.max(1, Math.abs(at)) : at, counted };
}

const IS_MONTH = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const QUARTER = /^\s*q([1-4])\s+(20\d\d)\s*$/i;
const DATE =
  /(?:\b(before|by|in|on|until|during)\s+)?(?:\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?\b)?,?\s*)?(\b20\d\d\b)?\s*[?.…]*\s*$/i;

/** The day that a name ends with, and what stands before it; null of a name that ends otherwise. */
function dateOf({ title, closeTime }: Market): { at: number; asked: string } | null {
  const quarter = QUARTER.exec(title);
  if (quarter) return { at: Date.UTC(Number(quarter[2]), 3 * (Number(quarter[1]) - 1)), asked: 'quarter' };
  const found = DATE.exec(title);
  const [, preposition = '', month, day, year] = found ?? [];
  if (!found || (month === undefined && year === undefined)) return null;
  const closes = closeTime === null ? 0 : new Date(closeTime * 1_000).getUTCFullYear();
  const ends = month === undefined && /^(in|during)$/i.test(preposition) ? 12 : 0;
  const index = month === undefined ? ends : MONTHS.indexOf(month.toLowerCase());
  const at = Date.UTC(year === undefined ? closes : Number(year), index, Number(day ?? 1));
  return { at, asked: title.slice(0, found.index).trim().toLowerCase() };
}

/** So many of one kind make up for one that is of none: "Nobody", "No deal". */
const MOST_FOR_ONE = 4;

/** The values of all that are of one kind, when they are all, or all but one, which comes last; else null. */
function alike<Value extends { at: number }>(
  values: readonly (Value | null)[],
  kind: (value: Value) => string,
): number[] | null {
  const first = values.find((value) => value !== null);
  if (!first) return null;
  const places = values.map((value) =>
    value && kind(value) === kind(first) ? value.at : Number.POSITIVE_INFINITY,
  );
  const others = places.filter((place) => !Number.isFinite(place)).length;
  return others === 0 || (others === 1 && places.length > MOST_FOR_ONE) ? places : null;
}

const IS_DRAW = /^(draw|tie)$/i;
const VERSUS = /\s(vs?\.?|at|@)\s/i;
const nameOf = (market: Market): string => market.team?.name || market.title;

/** Places of the sides of a game: as its title names them, else as they come, a draw between them; null of no game. */
function sidesOf(title: string, markets: readonly Market[]): number[] | null {
  const names = markets.map((market) => nameOf(market).toLowerCase());
  const draw = names.findIndex((name) => IS_DRAW.test(name));
  const teams = names.filter((_, index) => index !== draw);
  if (teams.length !== 2) return null;
  const named = teams.map((name) => title.toLowerCase().indexOf(name));
  const isTitled = VERSUS.test(title) && named.every((place) => place >= 0);
  if (!isTitled && draw < 0) return null;
  const places = isTitled ? named : [0, 1];
  const middle = places.reduce((sum, place) => sum + place, 0) / 2;
  return names.map((name, index) => (index === draw ? middle : (places[teams.indexOf(name)] ?? middle)));
}

/**
 * How the outcomes of an event are related, and a number for each by which they are sorted: the strike, the date, the
 * side's place in the title. A field has none: what it is sorted by are its prices.
 */
export function scaleOf(
  title: string,
  markets: readonly Market[],
): { scale: Scale; places: readonly number[] | null } {
  const sides = sidesOf(title, markets);
  if (sides) return { scale: 'game', places: sides };
  if (markets.length > 1) {
    const dates = alike(markets.map(dateOf), ({ asked }) => asked);
    if (dates) return { scale: 'date', places: dates };
    const strikes = alike(
      markets.map((market) => strikeOf(market.title)),
      ({ counted }) => counted,
    );
    if (strikes) return { scale: 'value', places: strikes };
  }
  return { scale: 'field', places: null };
}

/** Less than this is not worth cutting off, characters. */
const LEAST_CUT = 10;
/** A rest with one of these inside would be half of a sentence. */
const HALF = /\s(win|wins|be|is|the|of)(\s|$)/i;

/** How many words all lists share from the end that `at` counts from; never the whole of one. */
function shared(lists: readonly (readonly string[])[], at: (list: readonly string[], k: number) => unknown) {
  const [first = []] = lists;
  const most = Math.min(...lists.map((list) => list.length)) - 1;
  let count = 0;
  while (count < most && lists.every((list) => at(list, count) === at(first, count))) count++;
  return count;
}

/**
 * Names of outcomes without what all of them share at their beginning or end, which their event's title says already:
 * "Will Trump meet with Putin by August 31?" → "August 31". As they are where little would be gained, or half a
 * sentence left.
 */
export function withoutShared(names: readonly string[]): string[] {
  const lists = names.map((name) =>
    name
      .trim()
      .replace(/\s*\?$/, '')
      .split(/\s+/),
  );
  const [first = []] = lists;
  if (names.length < 2) return [...names];
  let head = shared(lists, (list, k) => list[k]);
  // The month belongs to its day.
  if (IS_MONTH.test(first[head - 1] ?? '')) head -= 1;
  const rests = lists.map((list) => list.slice(head));
  const tail = shared(rests, (list, k) => list[list.length - 1 - k]);
  const cut = (from: number, end: number): string[] =>
    lists.map((list) => list.slice(from, list.length - end).join(' '));
  // What stands behind a dot names the kind, which heads the list.
  const isLong = (part: readonly string[]): boolean => part[0] === '·' || part.join(' ').length >= LEAST_CUT;
  const after =
    isLong(first.slice(first.length - tail)) && !cut(head, tail).some((name) => HALF.test(name)) ? tail : 0;
  const before = after > 0 || isLong(first.slice(0, head)) ? head : 0;
  const shorter = cut(before, after);
  return before + after === 0 || new Set(shorter).size < names.length ? [...names] : shorter;
}
