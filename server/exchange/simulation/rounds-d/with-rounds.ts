import { type BookShape, makeBook } from '../book.ts';
import { DAY } from '../dates.ts';
import { createEaten } from '../eaten.ts';
import type { PriceFeed } from '../feeds/feed.ts';
import { hashText, mix, noise } from '../hash.ts';
import type { Book, EventModel, MarketModel, MarketState, Quote, Result, RoundPrices } from '../model.ts';
import { clampProbability, logit, normalCdf, shiftOdds } from '../odds.ts';
import { createOverrides } from '../overrides.ts';
import type { Universe } from '../universe.ts';
import { type OutcomeToken, RESOLVING_SECONDS, ROUND_VOLUME, roundEvent } from './round-event.ts';
import {
  AHEAD,
  beginOf,
  listedRounds,
  ROUND_SECONDS,
  ROUND_SIDES,
  roundEventId,
  roundOf,
} from './round-id.ts';

/** Nobody quotes a round that is about to end. */
const QUIET_SECONDS = 5;
/** Shortest horizon in seconds for which the price is still uncertain. */
const LAST_SECONDS = 4;
const CACHED = 400;
const EMPTY: Book = { yes: [], no: [] };

interface Options {
  feed: PriceFeed;
  seed: string;
  tokenOf: (marketId: string) => OutcomeToken;
}

interface Place {
  begin: number;
  close: number;
  /** 0: Up, 1: Down. */
  at: 0 | 1;
  eventId: string;
}

const opposite = (result: Result): Result => (result === 'yes' ? 'no' : result === 'no' ? 'yes' : result);

/** The universe with a round of Bitcoin every quarter of an hour, each a pure function of the feed and the time. */
export function withRounds(inner: Universe, { feed, seed, tokenOf }: Options): Universe {
  const root = hashText('rounds', hashText(seed));
  const control = createOverrides();
  const eaten = createEaten();
  const events = new Map<string, EventModel>();
  let listing: { inner: readonly EventModel[]; rounds: readonly EventModel[]; all: readonly EventModel[] } = {
    inner: [],
    rounds: [],
    all: [],
  };

  function eventAt(begin: number, t: number): EventModel {
    const begun = t >= begin;
    const strike = begun ? feed.price(begin) : null;
    // The price of this very second may still be set.
    const key = `${begin}:${strike}`;
    const known = events.get(key);
    if (known !== undefined) return known;
    const event = roundEvent(begin, strike, tokenOf);
    events.set(key, event);
    if (events.size > CACHED) {
      const [oldest] = events.keys();
      if (oldest !== undefined) events.delete(oldest);
    }
    return event;
  }

  /** A round that has been announced by t. */
  function placeOf(marketId: string): Place | undefined {
    const found = roundOf(marketId);
    if (found === undefined) return undefined;
    const { begin, side } = found;
    return {
      begin,
      close: begin + ROUND_SECONDS,
      at: side === 'up' ? 0 : 1,
      eventId: roundEventId(begin),
    };
  }
  const isAnnounced = (begin: number, t: number): boolean => t >= begin - AHEAD * ROUND_SECONDS;

  function roundEventOf(eventId: string, t: number): EventModel | undefined {
    const begin = beginOf(eventId);
    return begin !== undefined && isAnnounced(begin, t) ? eventAt(begin, t) : undefined;
  }

  function pricesOf({ begin, close }: Place, t: number): RoundPrices {
    return {
      strike: t < begin ? null : feed.price(begin),
      current: t < close ? feed.price(t) : null,
      close: t < close ? null : feed.close(close),
    };
  }

  function stateOf(place: Place, t: number): MarketState {
    const { begin, close, at, eventId } = place;
    const round = pricesOf(place, t);
    const forced = control.state(eventId, at, t);
    if (forced !== undefined) return { ...forced, round };
    if (t < close) return { status: 'open', result: null, resolveAt: null, round };
    const resolveAt = close + RESOLVING_SECONDS;
    if (t < resolveAt) return { status: 'closed', result: null, resolveAt: null, round };
    const up = feed.close(close) >= feed.price(begin);
    return { status: 'closed', result: up === (at === 0) ? 'yes' : 'no', resolveAt, round };
  }

  /** Fair chances of Up and Down. */
  function fair({ begin, close, eventId }: Place, t: number): number[] {
    const start = Number(feed.price(begin));
    const sd = feed.sigma * Math.sqrt(Math.max(close - t, LAST_SECONDS));
    const up =
      t < begin
        ? 0.5 + 0.025 * noise(mix(root, begin), t / 90)
        : clampProbability(normalCdf(Math.log(Number(feed.price(t)) / start) / sd));
    const values = [up, 1 - up];
    for (const shift of control.shifts(eventId, t)) shiftOdds(values, [0, 0], shift.market, shift.delta);
    return values;
  }

  const epochOf = (eventId: string, t: number): number => Math.floor(t) + control.version(eventId, t).count;

  function bookOf(marketId: string, place: Place, t: number): Book {
    const { close, eventId, at } = place;
    if (stateOf(place, t).status !== 'open' || t >= close - QUIET_SECONDS) return EMPTY;
    const shape: BookShape = {
      seed: hashText(marketId, root),
      tick: 10_000,
      spread: 2,
      depth: 12,
      size: 900,
      sides: 'both',
    };
    const instant = Math.max(Math.floor(t), control.version(eventId, t).since);
    const epoch = epochOf(eventId, t);
    return eaten.apply(marketId, makeBook(shape, fair(place, instant)[at] ?? 0.5, epoch), epoch, t);
  }

  function traded(begin: number, t: number): number {
    const open = begin - AHEAD * ROUND_SECONDS;
    const part = Math.min(1, Math.max(0, (t - open) / (begin + ROUND_SECONDS - open)));
    return ROUND_VOLUME * part * part;
  }
  const usdTraded = (begin: number, t: number): bigint => BigInt(Math.floor(traded(begin, t))) * 1_000_000n;
  const usdOfDay = (begin: number, t: number): bigint => usdTraded(begin, t) - usdTraded(begin, t - DAY);

  function quoteOf(marketId: string, place: Place, t: number): Quote {
    const book = bookOf(marketId, place, t);
    const noBid = book.no.at(-1)?.price;
    return {
      sellYes: book.yes.at(-1)?.price ?? null,
      buyYes: noBid === undefined ? null : 1_000_000n - noBid,
      sellNo: null,
      buyNo: null,
      volumeContracts: BigInt(Math.floor(traded(place.begin, t))),
    };
  }

  const universe: Universe = {
    ...(inner.knownSince !== undefined && { knownSince: inner.knownSince }),
    list(t) {
      const own = inner.list(t);
      const rounds = listedRounds(t).map((begin) => eventAt(begin, t));
      const same =
        own === listing.inner &&
        rounds.length === listing.rounds.length &&
        rounds.every((event, i) => event === listing.rounds[i]);
      if (!same) listing = { inner: own, rounds, all: [...rounds, ...own] };
      return listing.all;
    },
    event: (eventId, t) => roundEventOf(eventId, t) ?? inner.event(eventId, t),
    market(marketId, t): MarketModel | undefined {
      const place = placeOf(marketId);
      if (place === undefined) return inner.market(marketId, t);
      return isAnnounced(place.begin, t) ? eventAt(place.begin, t).markets[place.at] : undefined;
    },
    state(marketId, t) {
      const place = placeOf(marketId);
      return place === undefined ? inner.state(marketId, t) : stateOf(place, t);
    },
    quote(marketId, t) {
      const place = placeOf(marketId);
      return place === undefined ? inner.quote(marketId, t) : quoteOf(marketId, place, t);
    },
    book(marketId, t) {
      const place = placeOf(marketId);
      return place === undefined ? inner.book(marketId, t) : bookOf(marketId, place, t);
    },
    epoch(marketId, t) {
      const place = placeOf(marketId);
      return place === undefined ? inner.epoch(marketId, t) : epochOf(place.eventId, t);
    },
    consume(marketId, side, fills, t) {
      const place = placeOf(marketId);
      if (place === undefined) return inner.consume(marketId, side, fills, t);
      return eaten.take(marketId, side, fills, epochOf(place.eventId, t), t);
    },
    isLive(event, t) {
      const begin = beginOf(event.eventId);
      return begin === undefined ? inner.isLive(event, t) : t >= begin && t < begin + ROUND_SECONDS;
    },
    score: (eventId, t) => (beginOf(eventId) === undefined ? inner.score(eventId, t) : null),
    trades: (t, limit) => inner.trades(t, limit),
    eventVolume(eventId, t) {
      const begin = beginOf(eventId);
      if (begin === undefined) return inner.eventVolume(eventId, t);
      return { volumeUsd: usdTraded(begin, t), volume24hr: usdOfDay(begin, t) };
    },
    setPrice(marketId, probability, t) {
      const place = placeOf(marketId);
      if (place === undefined) return inner.setPrice(marketId, probability, t);
      const delta = logit(clampProbability(probability)) - logit(fair(place, t)[place.at] ?? 0.5);
      return control.pin(place.eventId, place.at, delta, { kind: 'price', marketId, at: t, probability });
    },
    resolve(marketId, result, t) {
      const place = placeOf(marketId);
      if (place === undefined) return inner.resolve(marketId, result, t);
      if (stateOf(place, t).resolveAt !== null) return undefined;
      // A round has one result: what one side is, the other is not.
      const undos = ROUND_SIDES.map((side) => {
        const at = side === 'up' ? 0 : 1;
        const own = at === place.at ? result : opposite(result);
        const id = eventAt(place.begin, t).markets[at]?.marketId ?? marketId;
        return control.resolve(place.eventId, at, { kind: 'resolve', marketId: id, at: t, result: own });
      });
      return () => {
        for (const undo of undos.reverse()) undo();
      };
    },
    overrides: () => [...inner.overrides(), ...control.all()],
    loadOverrides(overrides) {
      inner.loadOverrides(overrides.filter(({ marketId }) => roundOf(marketId) === undefined));
      for (const override of overrides) {
        const { marketId, at } = override;
        if (roundOf(marketId) === undefined) continue;
        if (override.kind === 'price') universe.setPrice(marketId, override.probability, at);
        else universe.resolve(marketId, override.result, at);
      }
    },
  };
  return universe;
}
