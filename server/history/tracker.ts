import type { Change, Named, Series } from './history-rows.ts';
import { LATE_MS } from './rollup.ts';
import type { About, Sighting } from './sightings.ts';
import type { Standing } from './snapshot.ts';

/** What is known of one series by now. */
interface Known {
  readonly kind: 'market' | 'asset';
  readonly key: string;
  /** Of the unit of its prices: the one that the database has for it, once that has told. */
  decimals: number;
  /** Unix seconds. */
  readonly since: number;
  about: About;
  /** Number in the database; undefined until it has one there. */
  id: number | undefined;
  /** What the database does not know yet, beside prices. */
  isNews: boolean;
  /** The prices written last, that of an asset as its bid, and when they were true; Unix milliseconds. */
  bid: number | null;
  ask: number | null;
  volume: number | null;
  writtenAt: number;
  /** When it was last looked at, and when its own quote was, other than its book. */
  seenAt: number;
  quotedAt: number;
  /** A trade that goes with the next quote. */
  trade: number | null;
  tradedAt: number;
}

interface Pending extends Omit<Change, 'series'> {
  readonly of: Known;
  /** Of the unit that the price of an asset was noted in. */
  readonly decimals: number;
}

/** What is to be written, in the order in which it was seen. */
export interface Batch {
  readonly rows: readonly Pending[];
  /** Series that the database has to be told of before. */
  readonly news: readonly Known[];
}

export interface TrackerLimits {
  /** Changes that wait to be written; what comes beyond them is dropped. */
  readonly maxPending?: number;
  /** Series that are kept in mind. */
  readonly maxSeries?: number;
}

const MAX_PENDING = 100_000;
const MAX_SERIES = 100_000;
const MINUTE_MS = 60_000;
/** A book says what a market stands at where nothing else has within this time, and then not more often than this. */
const BOOK_AFTER_MS = MINUTE_MS;
const BOOK_EVERY_MS = 10_000;
/** So far ahead of this clock a platform's may be. */
const AHEAD_MS = MINUTE_MS;
const NOTHING: About = { event: null, title: '', eventTitle: '', open: true };
/** From this price on, 10^-12 USD, an asset is kept in billionths: its millionths stay exact up to millions. */
const DEAR = 100_000_000_000_000n;
const MARKET_DECIMALS = 6;
const ASSET_DECIMALS = 12;
const DEAR_DECIMALS = 9;

const exact = (value: bigint | null): number | null => (value === null ? null : Number(value));
/** Whether a number can be kept: exact, and none below zero, which nothing costs and no snapshot can say. */
const isSafe = (value: number | null): boolean =>
  value === null || (Number.isSafeInteger(value) && value >= 0);
/** What is said of a market, and where something is left out what was said before. */
const completed = ({ event, title, eventTitle, open }: About, before: About): About => ({
  event: event ?? before.event,
  title: title || before.title,
  eventTitle: eventTitle || before.eventTitle,
  open,
});
const isSame = (a: About, b: About): boolean =>
  a.event === b.event && a.title === b.title && a.eventTitle === b.eventTitle && a.open === b.open;
/** The price of an asset in another unit; null where that cannot say it. */
function inUnit(price: number | null, from: number, to: number): number | null {
  if (price === null || from === to) return price;
  const scaled = from < to ? price * 10 ** (to - from) : Math.floor(price / 10 ** (from - to));
  return isSafe(scaled) ? scaled : null;
}
const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);

/**
 * Tells changes from what is seen again. A series is written when something about it has changed, and else once a minute
 * in which it was seen: a minute without a row is one in which nobody looked.
 */
export class Tracker {
  private readonly known = new Map<string, Known>();
  private pending: Pending[] = [];
  private readonly maxPending: number;
  private readonly maxSeries: number;
  /** Changes that found no room, and those that are written. */
  dropped = 0;
  written = 0;
  private firstDropAt: number | undefined;

  constructor({ maxPending = MAX_PENDING, maxSeries = MAX_SERIES }: TrackerLimits = {}) {
    this.maxPending = maxPending;
    this.maxSeries = maxSeries;
  }

  get waiting(): number {
    return this.pending.length;
  }
  get size(): number {
    return this.known.size;
  }

  /** Takes in what was true at an instant, in Unix milliseconds; the clock it was read from may be ahead of this one. */
  see(sighting: Sighting, instant: number, now: number): void {
    const at = Math.floor(Math.min(instant, now));
    if (at < now - LATE_MS) return;
    switch (sighting.kind) {
      case 'quote':
        this.quote(sighting, at);
        return;
      case 'book':
        this.book(sighting, at);
        return;
      case 'trade':
        this.trade(sighting, now);
        return;
      case 'price':
        this.price(sighting, at);
    }
  }

  private quote({ market, bid, ask, volume, about }: Sighting & { kind: 'quote' }, at: number): void {
    const of = this.of('market', market, MARKET_DECIMALS, at);
    this.learn(of, about);
    of.quotedAt = Math.max(of.quotedAt, at);
    this.note(of, at, exact(bid), exact(ask), exact(volume) ?? of.volume);
  }

  private book({ market, bid, ask }: Sighting & { kind: 'book' }, at: number): void {
    const of = this.of('market', market, MARKET_DECIMALS, at);
    if (at - of.quotedAt < BOOK_AFTER_MS || at - of.seenAt < BOOK_EVERY_MS) return;
    this.note(of, at, exact(bid), exact(ask), of.volume);
  }

  private trade({ market, price, at }: Sighting & { kind: 'trade' }, now: number): void {
    const of = this.known.get(`market ${market}`);
    const paid = exact(price);
    if (!of || !isSafe(paid) || at <= of.tradedAt || at * 1_000 < now - LATE_MS) return;
    // One dated ahead would keep out all that are traded until then.
    if (at * 1_000 > now + AHEAD_MS) return;
    of.tradedAt = at;
    of.trade = paid;
  }

  private price({ mint, price }: Sighting & { kind: 'price' }, at: number): void {
    const of = this.of('asset', mint, price >= DEAR ? DEAR_DECIMALS : ASSET_DECIMALS, at);
    const value = Number(price / 10n ** BigInt(ASSET_DECIMALS - of.decimals));
    // What has become dearer than its unit can say is unknown.
    if (!Number.isSafeInteger(value)) return;
    this.note(of, at, value, null, null);
  }

  private of(kind: Known['kind'], key: string, decimals: number, at: number): Known {
    const name = `${kind} ${key}`;
    const found = this.known.get(name);
    if (found) return found;
    const made: Known = {
      kind,
      key,
      decimals,
      since: Math.floor(at / 1_000),
      about: NOTHING,
      id: undefined,
      isNews: true,
      bid: null,
      ask: null,
      volume: null,
      writtenAt: Number.NEGATIVE_INFINITY,
      seenAt: Number.NEGATIVE_INFINITY,
      quotedAt: Number.NEGATIVE_INFINITY,
      trade: null,
      tradedAt: 0,
    };
    this.known.set(name, made);
    if (this.known.size > this.maxSeries) {
      const [oldest = name] = this.known.keys();
      this.known.delete(oldest);
    }
    return made;
  }

  /** What an answer leaves out, another has said. */
  private learn(of: Known, about: About): void {
    const now = completed(about, of.about);
    if (isSame(now, of.about)) return;
    of.about = now;
    of.isNews = true;
  }

  private note(of: Known, at: number, bid: number | null, ask: number | null, volume: number | null): void {
    if (at <= of.seenAt || !isSafe(bid) || !isSafe(ask) || !isSafe(volume)) return;
    const isSame = bid === of.bid && ask === of.ask && volume === of.volume && of.trade === null;
    const isWritten = isSame && minuteOf(at) === minuteOf(of.writtenAt);
    if (!isWritten && this.pending.length >= this.maxPending) {
      this.dropped += 1;
      this.firstDropAt ??= at;
      return;
    }
    of.seenAt = at;
    if (isWritten) return;
    const isAsset = of.kind === 'asset';
    this.pending.push({
      of,
      decimals: of.decimals,
      at,
      bid: isAsset ? null : bid,
      ask,
      last: isAsset ? bid : of.trade,
      volume,
    });
    Object.assign(of, { bid, ask, volume, writtenAt: at, trade: null });
  }

  /** What is to be written next, at most so much; it waits until `wrote` says that it is. */
  next(most: number): Batch {
    const rows = this.pending.slice(0, most);
    const news = new Set<Known>();
    for (const { of } of rows) if (of.id === undefined || of.isNews) news.add(of);
    return { rows, news: [...news] };
  }
  wrote({ rows }: Batch): void {
    this.pending = this.pending.slice(rows.length);
    this.written += rows.length;
  }
  /** Drops what waits: the database has no room for it. */
  dropWaiting(): void {
    this.dropped += this.pending.length;
    this.pending = [];
  }

  /** Since when, in Unix milliseconds, changes have been dropped; undefined: none since that was noted. */
  get gapAt(): number | undefined {
    return this.firstDropAt;
  }
  gapIsNoted(): void {
    this.firstDropAt = undefined;
  }

  /** The database has given numbers to these, and says in which unit it keeps those that it knew already. */
  named(news: readonly Known[], series: readonly Series[]): void {
    const byName = new Map(series.map((one) => [`${one.kind} ${one.key}`, one]));
    for (const of of news) {
      const found = byName.get(`${of.kind} ${of.key}`);
      of.id = found?.id;
      if (!found) continue;
      of.decimals = found.decimals;
      // What was learnt since is news still; what was known before is learnt from the database.
      of.about = completed(of.about, found);
      of.isNews = !isSame(of.about, found);
    }
  }

  /** Forgets the numbers of all, for a database that may have given others; or of those that it has forgotten. */
  forgetNumbers(ids?: ReadonlySet<number>): void {
    for (const of of this.known.values()) {
      if (ids === undefined || (of.id !== undefined && ids.has(of.id))) of.id = undefined;
    }
  }

  /** Forgets what waits to be written: somebody else records. */
  clear(): void {
    this.pending = [];
    this.known.clear();
    this.firstDropAt = undefined;
  }

  /**
   * Where every market stands whose price is known, and was seen within so many minutes; and the numbers of all that has
   * been seen, as far as the database has given any. In steps, of what was known when they began.
   */
  *standings(
    now: number,
    maxAge: number,
  ): Generator<void, { readonly standings: Standing[]; readonly seen: ReadonlySet<number> }> {
    const standings: Standing[] = [];
    const seen = new Set<number>();
    for (const { kind, id, bid, ask, seenAt } of [...this.known.values()]) {
      yield;
      if (id === undefined) continue;
      seen.add(id);
      if (kind !== 'market' || bid === null || ask === null) continue;
      const age = Math.max(0, Math.floor((now - seenAt) / MINUTE_MS));
      if (age <= maxAge) standings.push({ series: id, age, price: bid + ask });
    }
    return { standings, seen };
  }
}

/** A series as the database is told of it. */
export const namedOf = ({ kind, key, decimals, since, about }: Known): Named => ({
  kind,
  key,
  decimals,
  since,
  ...about,
});

/** Rows of a batch once all its series have numbers. */
export const changesOf = ({ rows }: Batch): Change[] =>
  rows.flatMap(({ of, decimals, last, ...row }) =>
    of.id === undefined ? [] : { series: of.id, ...row, last: inUnit(last, decimals, of.decimals) },
  );
