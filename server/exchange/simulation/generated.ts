import { createLruCache } from '../../common/lru-cache.ts';
import { createAssets } from './assets.ts';
import { decodePlace, encodePlace, hasCode, type Place } from './code.ts';
import { DAY, floorDay } from './dates.ts';
import type { EventSeries } from './event-series.ts';
import type { Feeds } from './feeds/feeds.ts';
import { createRandom, hashText, mix } from './hash.ts';
import { ALL_SERIES } from './series/all.ts';
import { assemble, type SimEvent, type Source } from './source.ts';

const EVENT_ID = /^EV-([0-9A-Z]{8})$/;
const MARKET_ID = /^MK-([0-9A-Z]{8})-(\d{1,2})$/;
const CACHED = 3_000;

/** Where an event is, and which of its markets is meant. */
interface MarketPlace extends Place {
  at: number;
}
/** What is listed and held, several times over. */
const places = createLruCache<string, MarketPlace>(4_000);

/** What a market's id says; undefined for what is none. Remembered: an answer asks three times for each position in it. */
function marketPlaceOf(marketId: string): MarketPlace | undefined {
  const known = places.get(marketId);
  if (known !== undefined) return known;
  const [, code, number] = MARKET_ID.exec(marketId) ?? [];
  if (code === undefined || number === undefined || String(Number(number)) !== number) return undefined;
  const place = decodePlace(code);
  if (place === undefined) return undefined;
  const read = { ...place, at: Number(number) };
  places.set(marketId, read);
  return read;
}

interface ListedEvents {
  from: number;
  until: number;
  events: readonly SimEvent[];
}

/** Endless events out of a seed. `anchor`: Unix seconds of the first start; nothing resolved before it exists. */
export function createGeneratedSource(options: { seed: string; anchor: number; feeds: Feeds }): Source {
  const seed = hashText(options.seed);
  const origin = floorDay(options.anchor);
  const assets = createAssets(options.feeds);
  const seriesSeeds = ALL_SERIES.map((series) => hashText(series.key, seed));
  const weights = ALL_SERIES.map((series) => series.weight);
  const weightSum = weights.reduce((a, b) => a + b, 0);
  /** By series and index, oldest first; whatever falls out is built again when asked for. */
  const cache = new Map<number, SimEvent | null>();
  const lists = new Map<number, ListedEvents>();

  const openOf = (series: EventSeries, index: number): number =>
    Math.round(origin + series.offset + index * series.every);
  const indexAt = (series: EventSeries, t: number): number => {
    const guess = Math.floor((t - origin - series.offset) / series.every) + 1;
    return openOf(series, guess) <= t ? guess : guess - 1;
  };
  const longest = (series: EventSeries): number => series.span + series.settle[1] + series.keep;

  function build(seriesNumber: number, index: number): SimEvent | null {
    const series = ALL_SERIES[seriesNumber];
    // An index without a code would have the key of an event of another series.
    if (series === undefined || !hasCode(index)) return null;
    const key = seriesNumber * 2 ** 26 + index;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const open = openOf(series, index);
    let event: SimEvent | null = null;
    if (open + longest(series) >= options.anchor) {
      const code = encodePlace({ series: seriesNumber, index });
      const eventSeed = mix(seriesSeeds[seriesNumber] ?? seed, index);
      const plan = series.build({ index, open, seed: eventSeed, random: createRandom(eventSeed), assets });
      const made = assemble(code, series, plan, open, eventSeed);
      if (made.listedUntil >= options.anchor) event = made;
    }
    cache.set(key, event);
    if (cache.size > CACHED) {
      const [oldest] = cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    }
    return event;
  }

  function eventAt(place: Place | undefined, t: number): SimEvent | undefined {
    const series = place === undefined ? undefined : ALL_SERIES[place.series];
    if (place === undefined || series === undefined || openOf(series, place.index) > t) return undefined;
    return build(place.series, place.index) ?? undefined;
  }

  /** Listed events of a series, newest first, remembered until the next one opens or one leaves. */
  function listOf(series: EventSeries, seriesNumber: number, t: number): readonly SimEvent[] {
    const known = lists.get(seriesNumber);
    if (known !== undefined && t >= known.from && t < known.until) return known.events;
    const newest = indexAt(series, t);
    const oldest = indexAt(series, t - longest(series));
    const events: SimEvent[] = [];
    let until = openOf(series, newest + 1);
    for (let index = newest; index >= oldest; index -= 1) {
      const event = build(seriesNumber, index);
      if (event === null || event.listedUntil <= t) continue;
      events.push(event);
      until = Math.min(until, event.listedUntil);
    }
    lists.set(seriesNumber, { from: t, until, events });
    return events;
  }

  return {
    version: options.feeds.version,
    listed: (t) => ALL_SERIES.flatMap((series, seriesNumber) => listOf(series, seriesNumber, t)),
    byEvent(eventId, t) {
      const code = EVENT_ID.exec(eventId)?.[1];
      return code === undefined ? undefined : eventAt(decodePlace(code), t);
    },
    byMarket(marketId, t) {
      const place = marketPlaceOf(marketId);
      const event = eventAt(place, t);
      if (place === undefined || event === undefined || place.at >= event.model.markets.length)
        return undefined;
      return { event, at: place.at };
    },
    busy(t, roll, roll2) {
      let rest = roll * weightSum;
      const seriesNumber = weights.findIndex((weight) => {
        rest -= weight;
        return rest < 0;
      });
      const series = ALL_SERIES[seriesNumber];
      if (series === undefined) return undefined;
      const newest = indexAt(series, t);
      const oldest = Math.max(
        indexAt(series, t - series.span),
        newest - Math.ceil((30 * DAY) / series.every),
      );
      const event = build(seriesNumber, newest - Math.floor(roll2 * (newest - oldest + 1)));
      return event !== null && event.resolvedAt > t ? event : undefined;
    },
  };
}
