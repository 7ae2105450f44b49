import { makeBook, touch } from './book.ts';
import { createEaten } from './eaten.ts';
import type { Feeds } from './feeds/feeds.ts';
import { createGeneratedSource } from './generated.ts';
import type {
  Book,
  EventModel,
  Level,
  MarketModel,
  MarketState,
  Override,
  Quote,
  Result,
  SimScore,
  SimTrade,
} from './model.ts';
import { clampProbability, logit, shiftOdds } from './odds.ts';
import { createOverrides, settled } from './overrides.ts';
import { createRecordedSource } from './recorded.ts';
import { scoreOf } from './score.ts';
import { dayVolume, type SimEvent, type Source } from './source.ts';
import { createTrades } from './trades.ts';

/**
 * The simulated exchange floor. All times are simulated Unix seconds; unknown market ids throw RangeError. What is asked
 * for an instant of the past is what was answered then.
 */
export interface Universe {
  /** Before this there are no prices; absent: each market has them since it opened. */
  readonly knownSince?: number;
  /** Upcoming, live, open and recently resolved events. The same array while its members stay the same. */
  list(t: number): readonly EventModel[];
  event(eventId: string, t: number): EventModel | undefined;
  market(marketId: string, t: number): MarketModel | undefined;
  state(marketId: string, t: number): MarketState;
  /** Best prices: the tops of book(). Nothing is quoted unless the market is open. */
  quote(marketId: string, t: number): Quote;
  book(marketId: string, t: number): Book;
  /** Number of the requote the book belongs to: it is constant within one, but for what users take. */
  epoch(marketId: string, t: number): number;
  /**
   * A user's fills eat resting bids of one side, until the makers quote again.
   * @returns how to take that back, the last first.
   */
  consume(marketId: string, side: 'yes' | 'no', fills: readonly Level[], t: number): () => void;
  isLive(event: EventModel, t: number): boolean;
  score(eventId: string, t: number): SimScore | null;
  /** Takers' trades, newest first. */
  trades(t: number, limit: number): SimTrade[];
  /** Micro-USD. */
  eventVolume(eventId: string, t: number): { volumeUsd: bigint; volume24hr: bigint };
  /**
   * Moves the market's fair chance to `probability` at t; it drifts back over about an hour.
   * @returns how to take that back, the last first.
   */
  setPrice(marketId: string, probability: number, t: number): () => void;
  /** Ends a market now. @returns how to take that back, the last first; undefined when its result was already known. */
  resolve(marketId: string, result: Result, t: number): (() => void) | undefined;
  overrides(): Override[];
  /** Replays what overrides() returned. */
  loadOverrides(overrides: readonly Override[]): void;
}

/** Generated events. `anchor`: Unix seconds of the first start, kept by the caller; `feeds`: what prices things. */
export const createUniverse = (options: { seed: string; anchor: number; feeds: Feeds }): Universe =>
  assembleUniverse(createGeneratedSource(options), options.seed);

/**
 * Recorded events (`{snapshotAt, data: Event[]}`), their times shifted so that the snapshot was taken at the anchor.
 * Throws an Error with one clear line when the file has another shape.
 */
export const createRecordedUniverse = (options: { file: unknown; seed: string; anchor: number }): Universe =>
  assembleUniverse(createRecordedSource(options), options.seed);

function assembleUniverse(source: Source, seed: string): Universe {
  const control = createOverrides();
  const eaten = createEaten();
  let listing: { second: number; events: readonly EventModel[] } = { second: Number.NaN, events: [] };
  const fairMemo = new WeakMap<SimEvent, { at: number; count: number; values: number[] }>();

  function find(marketId: string, t: number): { event: SimEvent; at: number; market: MarketModel } {
    const found = source.byMarket(marketId, t);
    const market = found?.event.model.markets[found.at];
    if (found === undefined || market === undefined) throw new RangeError(`unknown market ${marketId}`);
    return { ...found, market };
  }

  function stateOf(event: SimEvent, at: number, t: number): MarketState {
    const forced = control.state(event.model.eventId, at, t);
    if (forced !== undefined) return forced;
    const market = event.model.markets[at];
    if (market === undefined || t < market.endTime) return { status: 'open', result: null, resolveAt: null };
    if (t < market.resolveTime) return { status: 'closed', result: null, resolveAt: null };
    return settled(event.dynamics.results[at] ?? 'cancelled', market.resolveTime);
  }

  /** Fair chances with the control's shifts, computed once an instant. */
  function fair(event: SimEvent, t: number): readonly number[] {
    const count = control.version(event.model.eventId, t).count + (source.version?.() ?? 0);
    const known = fairMemo.get(event);
    if (known !== undefined && known.at === t && known.count === count) return known.values;
    const values = event.dynamics.probabilities(t);
    for (const shift of control.shifts(event.model.eventId, t)) {
      shiftOdds(values, event.dynamics.groups, shift.market, shift.delta);
    }
    fairMemo.set(event, { at: t, count, values });
    return values;
  }

  /** The requote in force at t: its number, and the instant whose fair chances it shows. */
  function requote(event: SimEvent, t: number): { number: number; instant: number } {
    const number = Math.floor((t + event.phase) / event.epochSeconds);
    const { count, since } = control.version(event.model.eventId, t);
    const start = number * event.epochSeconds - event.phase;
    return { number: number + count, instant: Math.max(start, since) };
  }

  function bookOf(event: SimEvent, at: number, t: number): Book {
    const shape = event.shapes[at];
    if (shape === undefined || stateOf(event, at, t).status !== 'open') return { yes: [], no: [] };
    const { number, instant } = requote(event, t);
    const book = makeBook(shape, fair(event, instant)[at] ?? 0.5, number);
    return eaten.apply(event.model.markets[at]?.marketId ?? '', book, number, t);
  }

  function quoteOf(event: SimEvent, at: number, t: number): Quote {
    const market = event.model.markets[at];
    const share = event.shares[at] ?? 0;
    // Worked out for who asks: a history wants the prices of thousands of instants.
    const volume = {
      get volumeContracts() {
        return BigInt(Math.floor(event.traded(t) * share));
      },
    };
    const shape = event.shapes[at];
    if (market === undefined || shape === undefined || stateOf(event, at, t).status !== 'open') {
      return Object.assign(volume, { buyYes: null, sellYes: null, buyNo: null, sellNo: null });
    }
    const { number, instant } = requote(event, t);
    let yesBid: bigint | null;
    let noBid: bigint | null;
    if (eaten.has(market.marketId, number, t)) {
      const book = bookOf(event, at, t);
      yesBid = book.yes.at(-1)?.price ?? null;
      noBid = book.no.at(-1)?.price ?? null;
    } else {
      const { bid, ask } = touch(shape, fair(event, instant)[at] ?? 0.5, number);
      yesBid = bid === null ? null : BigInt(bid);
      noBid = ask === null ? null : 1_000_000n - BigInt(ask);
    }
    return Object.assign(volume, {
      sellYes: yesBid,
      buyYes: noBid === null ? null : 1_000_000n - noBid,
      sellNo: market.oneSided ? null : noBid,
      buyNo: market.oneSided || yesBid === null ? null : 1_000_000n - yesBid,
    });
  }

  function isLive(event: EventModel, t: number): boolean {
    if (event.beginAt === null || t < event.beginAt) return false;
    return t < (event.game?.endAt ?? event.closeTime);
  }

  const trades = createTrades({ source, quote: quoteOf, seed });

  const universe: Universe = {
    ...(source.knownSince !== undefined && { knownSince: source.knownSince }),
    list(t) {
      const second = Math.floor(t);
      if (listing.second === second) return listing.events;
      const events = source.listed(second).map((event) => event.model);
      const same = events.length === listing.events.length && events.every((e, i) => e === listing.events[i]);
      listing = { second, events: same ? listing.events : events };
      return listing.events;
    },
    event: (eventId, t) => source.byEvent(eventId, t)?.model,
    market(marketId, t) {
      const found = source.byMarket(marketId, t);
      return found?.event.model.markets[found.at];
    },
    state(marketId, t) {
      const { event, at } = find(marketId, t);
      return stateOf(event, at, t);
    },
    quote(marketId, t) {
      const { event, at } = find(marketId, t);
      return quoteOf(event, at, t);
    },
    book(marketId, t) {
      const { event, at } = find(marketId, t);
      return bookOf(event, at, t);
    },
    epoch: (marketId, t) => requote(find(marketId, t).event, t).number,
    consume(marketId, side, fills, t) {
      const { event } = find(marketId, t);
      return eaten.take(marketId, side, fills, requote(event, t).number, t);
    },
    isLive,
    score(eventId, t) {
      const event = source.byEvent(eventId, t);
      return event === undefined ? null : scoreOf(event, t);
    },
    trades,
    eventVolume(eventId, t) {
      const event = source.byEvent(eventId, t);
      if (event === undefined) throw new RangeError(`unknown event ${eventId}`);
      const price = event.averagePrice / 1_000_000;
      return {
        volumeUsd: BigInt(Math.floor(event.traded(t) * price)) * 1_000_000n,
        volume24hr: BigInt(Math.floor(dayVolume(event, t))) * 1_000_000n,
      };
    },
    setPrice(marketId, probability, t) {
      const { event, at } = find(marketId, t);
      const now = fair(event, t)[at] ?? 0.5;
      const delta = logit(clampProbability(probability)) - logit(now);
      return control.pin(event.model.eventId, at, delta, { kind: 'price', marketId, at: t, probability });
    },
    resolve(marketId, result, t) {
      const { event, at } = find(marketId, t);
      const { resolveAt } = stateOf(event, at, t);
      if (resolveAt !== null) return undefined;
      return control.resolve(event.model.eventId, at, { kind: 'resolve', marketId, at: t, result });
    },
    overrides: control.all,
    loadOverrides(overrides) {
      for (const override of overrides) {
        if (source.byMarket(override.marketId, override.at) === undefined) continue;
        if (override.kind === 'price')
          universe.setPrice(override.marketId, override.probability, override.at);
        else universe.resolve(override.marketId, override.result, override.at);
      }
    },
  };
  return universe;
}
