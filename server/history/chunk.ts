import { BytesReader, BytesWriter } from './bytes.ts';
import { after, type Candle, type Course } from './candle.ts';

/*
 * A chunk is the candles of one series over an hour or a day, as bytes of one row. A row of the database has some sixty
 * bytes of its own, so that one for each minute would take ten times the room of what it says.
 *
 *   chunk  = form candle*
 *   candle = step [flags] [values]: step counts from the candle before, twice; odd: a run, as many candles as a number
 *            says, one after another, that all say what the one before says at its end
 */
const FORM = 1;

const HAS_BID = 1;
const HAS_ASK = 2;
const HAS_LAST = 4;
const HAS_VOLUME = 8;
const HAS_COURSE = 16;
/** Open, high, low and close are one. */
const IS_FLAT = 32;
/** Volume is that of the candle before. */
const SAME_VOLUME = 64;
/** The course closes at the quote's own price: bid and ask together. */
const CLOSES_AT_QUOTE = 128;

/** What differences are counted from. */
interface Before {
  bid: number;
  ask: number;
  last: number;
  volume: number;
  close: number;
}
const START: Readonly<Before> = { bid: 0, ask: 0, last: 0, volume: 0, close: 0 };

/** Whether a candle says nothing but that all was as the one before said at its end. */
function isRepeat(candle: Candle, before: Candle | undefined): boolean {
  if (!before || candle.at !== before.at + 1) return false;
  if (candle.bid !== before.bid || candle.ask !== before.ask) return false;
  if (candle.last !== before.last || candle.volume !== before.volume) return false;
  const { course } = candle;
  if (!course || !before.course) return course === before.course;
  return isFlat(course) && course.close === before.course.close;
}
const isFlat = ({ open, high, low, close }: Course): boolean =>
  open === high && high === low && low === close;

function flagsOf({ bid, ask, last, volume, course }: Candle, before: Before): number {
  let flags = 0;
  if (bid !== null) flags += HAS_BID;
  if (ask !== null) flags += HAS_ASK;
  if (last !== null) flags += HAS_LAST;
  if (volume !== null) flags += HAS_VOLUME;
  if (volume !== null && volume === before.volume) flags += SAME_VOLUME;
  if (!course) return flags;
  flags += HAS_COURSE;
  if (isFlat(course)) flags += IS_FLAT;
  if (bid !== null && ask !== null && course.close === bid + ask) flags += CLOSES_AT_QUOTE;
  return flags;
}

function writeCandle(out: BytesWriter, candle: Candle, before: Before): void {
  const { bid, ask, last, volume, course } = candle;
  const flags = flagsOf(candle, before);
  out.byte(flags);
  // What lies between bid and ask changes less than either.
  const spread = before.ask - before.bid;
  if (bid !== null) {
    out.difference(bid - before.bid);
    before.bid = bid;
  }
  if (ask !== null) {
    out.difference(ask - before.bid - spread);
    before.ask = ask;
  }
  if (last !== null) {
    out.difference(last - before.last);
    before.last = last;
  }
  if (volume !== null) {
    if (volume !== before.volume) out.difference(volume - before.volume);
    before.volume = volume;
  }
  if (!course) return;
  const { open, high, low, close } = course;
  if ((flags & CLOSES_AT_QUOTE) === 0) out.difference(close - before.close);
  if ((flags & IS_FLAT) === 0) {
    out.difference(open - before.close);
    out.count(high - Math.max(open, close));
    out.count(Math.min(open, close) - low);
  }
  before.close = close;
}

/** Candles in the order of time, no two of the same span, as bytes. `start`: number of the first span of the chunk. */
export function encodeChunk(candles: readonly Candle[], start: number): Uint8Array {
  const out = new BytesWriter();
  out.byte(FORM);
  const before = { ...START };
  let at = start;
  for (let index = 0; index < candles.length; ) {
    const candle = candles[index] as Candle;
    let run = 0;
    while (index + run < candles.length && isRepeat(candles[index + run] as Candle, candles[index + run - 1]))
      run += 1;
    if (run > 0) {
      out.count(1);
      out.count(run);
      index += run;
      at += run;
      continue;
    }
    out.count(2 * (candle.at - at));
    writeCandle(out, candle, before);
    at = candle.at;
    index += 1;
  }
  return out.done();
}

function readCandle(from: BytesReader, at: number, before: Before): Candle {
  const flags = from.byte();
  const spread = before.ask - before.bid;
  if (flags & HAS_BID) before.bid += from.difference();
  if (flags & HAS_ASK) before.ask = before.bid + spread + from.difference();
  if (flags & HAS_LAST) before.last += from.difference();
  if (flags & HAS_VOLUME && !(flags & SAME_VOLUME)) before.volume += from.difference();
  const bid = flags & HAS_BID ? before.bid : null;
  const ask = flags & HAS_ASK ? before.ask : null;
  const last = flags & HAS_LAST ? before.last : null;
  const volume = flags & HAS_VOLUME ? before.volume : null;
  if (!(flags & HAS_COURSE)) return { at, bid, ask, last, volume, course: null };
  const close = flags & CLOSES_AT_QUOTE ? before.bid + before.ask : before.close + from.difference();
  let course: Course = { open: close, high: close, low: close, close };
  if (!(flags & IS_FLAT)) {
    const open = before.close + from.difference();
    const high = Math.max(open, close) + from.count();
    course = { open, high, low: Math.min(open, close) - from.count(), close };
  }
  before.close = close;
  return { at, bid, ask, last, volume, course };
}

/**
 * The candles of a chunk, or those of spans that are so many times as long: a day of minutes is read in half an hour's
 * steps without making each of its minutes. `start`: number of the first span of the chunk, in its own length.
 * @throws RangeError when these bytes are none
 */
export function decodeChunk(bytes: Uint8Array, start: number, times = 1): Candle[] {
  const from = new BytesReader(bytes);
  if (from.byte() !== FORM) throw new RangeError('A chunk of the history is of an unknown form.');
  const before = { ...START };
  const candles: Candle[] = [];
  let at = start;
  let latest: Candle | undefined;
  while (!from.isAtEnd) {
    const step = from.count();
    if (step % 2 === 0) {
      at += step / 2;
      latest = readCandle(from, at, before);
      addTo(candles, latest, times);
      continue;
    }
    if (!latest) throw new RangeError('A chunk of the history starts with a repetition.');
    latest = flatAfter(latest);
    for (let rest = from.count(); rest > 0; rest--) {
      at += 1;
      const span = Math.floor(at / times);
      // Within a span that is there already it changes nothing.
      if (span !== candles.at(-1)?.at) candles.push({ ...latest, at: span });
    }
  }
  return candles;
}

/** A candle that all of a span stayed as one was at its end. */
function flatAfter(candle: Candle): Candle {
  if (!candle.course || isFlat(candle.course)) return candle;
  const { close } = candle.course;
  return { ...candle, course: { open: close, high: close, low: close, close } };
}

function addTo(candles: Candle[], candle: Candle, times: number): void {
  const at = Math.floor(candle.at / times);
  const before = candles.at(-1);
  if (before?.at === at) candles[candles.length - 1] = after(before, candle);
  else candles.push(times === 1 ? candle : { ...candle, at });
}
