/**
 * What is known of a series at one instant. All are safe integers: prices of a market in micro-USD, those of an asset in
 * the unit of its series (`decimals` of `Series`), volumes in whole contracts since the market opened. Null: not known.
 * Numbers and not bigints, for a page of sparklines reads seventy thousand of them; an answer has bigints again.
 */
export interface Quote {
  readonly bid: number | null;
  readonly ask: number | null;
  /** Price of the last trade since the quote before; of an asset its price. */
  readonly last: number | null;
  readonly volume: number | null;
}

/** A quote and when it was true, in Unix milliseconds. */
export interface Seen extends Quote {
  readonly at: number;
}

/** What a market or an asset is drawn by: twice the middle of a market, which is whole; the price of an asset. */
export type Kind = 'market' | 'asset';

/** The course of the price within a span of time. */
export interface Course {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * What was seen within one span: the course of its price, the quote at its end, and in `last` the last trade within it.
 * Without one nobody looked.
 */
export interface Candle extends Quote {
  /** Number of the span: Unix time by its length. */
  readonly at: number;
  /** Null where no price was known within the span. */
  readonly course: Course | null;
}

/** Seconds of the spans that are kept. */
export const FINE = 1;
export const MINUTE = 60;
/** Of minutes, so many together. */
export const FIVE_MINUTES = 300;
export const HOUR = 3_600;
export const DAY = 86_400;

/** The price that a quote is drawn by; null where a side is missing. */
export function priceOf(kind: Kind, { bid, ask, last }: Quote): number | null {
  if (kind === 'asset') return last;
  return bid === null || ask === null ? null : bid + ask;
}

/** The course of two spans, one after the other. */
export const joined = (a: Course | null, b: Course | null): Course | null => {
  if (!a || !b) return a ?? b;
  return { open: a.open, high: Math.max(a.high, b.high), low: Math.min(a.low, b.low), close: b.close };
};

/** What was seen in a span, and then once more within it. */
export const after = (span: Candle, candle: Candle): Candle => ({
  at: span.at,
  bid: candle.bid,
  ask: candle.ask,
  last: candle.last ?? span.last,
  volume: candle.volume,
  course: joined(span.course, candle.course),
});

/** Spans of `from` seconds as those of `to` seconds, a multiple of it; both in the order of time. */
export function coarser(candles: readonly Candle[], from: number, to: number): Candle[] {
  const times = to / from;
  const all: Candle[] = [];
  for (const candle of candles) {
    const at = Math.floor(candle.at / times);
    const before = all.at(-1);
    if (before?.at === at) all[all.length - 1] = after(before, candle);
    else all.push({ ...candle, at });
  }
  return all;
}

/** What was seen, in the order of time, as spans of one second. */
export function finest(kind: Kind, seen: readonly Seen[]): Candle[] {
  const candles = seen.map(({ at, bid, ask, last, volume }): Candle => {
    const price = priceOf(kind, { bid, ask, last, volume });
    const course = price === null ? null : { open: price, high: price, low: price, close: price };
    return { at: Math.floor(at / 1_000), bid, ask, last, volume, course };
  });
  return coarser(candles, FINE, FINE);
}
