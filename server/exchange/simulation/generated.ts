import { createAssets } from './assets.ts';
import { decodePlace, encodePlace } from './code.ts';
import { DAY, floorDay } from './dates.ts';
import type { Feeds } from './feeds/feeds.ts';
import { createRandom, hashText, mix } from './hash.ts';
import type { Lane } from './lane.ts';
import { LANES } from './lanes/all.ts';
import { assemble, type SimEvent, type Source } from './source.ts';

const EVENT_ID = /^EV-([0-9A-Z]{8})$/;
const MARKET_ID = /^MK-([0-9A-Z]{8})-(\d{1,2})$/;
const CACHED = 6000;

interface LaneList {
  from: number;
  until: number;
  events: readonly SimEvent[];
}

/** Endless events out of a seed. `anchor`: Unix seconds of the first start; nothing resolved before it exists. */
export function createGeneratedSource(options: { seed: string; anchor: number; feeds: Feeds }): Source {
  const seed = hashText(options.seed);
  const origin = floorDay(options.anchor);
  const assets = createAssets(options.feeds);
  const laneSeeds = LANES.map((lane) => hashText(lane.key, seed));
  const weights = LANES.map((lane) => lane.weight);
  const weightSum = weights.reduce((a, b) => a + b, 0);
  /** By lane and index, oldest first; whatever falls out is built again when asked for. */
  const cache = new Map<number, SimEvent | null>();
  const laneLists = new Map<number, LaneList>();

  const openOf = (lane: Lane, index: number): number => Math.round(origin + lane.offset + index * lane.every);
  const indexAt = (lane: Lane, t: number): number => {
    const guess = Math.floor((t - origin - lane.offset) / lane.every) + 1;
    return openOf(lane, guess) <= t ? guess : guess - 1;
  };
  const longest = (lane: Lane): number => lane.span + lane.settle[1] + lane.keep;

  function build(laneNumber: number, index: number): SimEvent | null {
    const lane = LANES[laneNumber];
    if (lane === undefined) return null;
    const key = laneNumber * 2 ** 26 + index;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const code = encodePlace({ lane: laneNumber, index });
    const open = openOf(lane, index);
    let event: SimEvent | null = null;
    if (open + longest(lane) >= options.anchor) {
      const eventSeed = mix(laneSeeds[laneNumber] ?? seed, index);
      const plan = lane.build({ index, open, seed: eventSeed, random: createRandom(eventSeed), assets });
      const made = assemble(code, lane, plan, plan.track ?? null, open, eventSeed);
      if (made.listedUntil >= options.anchor) event = made;
    }
    cache.set(key, event);
    if (cache.size > CACHED) {
      const [oldest] = cache.keys();
      if (oldest !== undefined) cache.delete(oldest);
    }
    return event;
  }

  function byCode(code: string, t: number): SimEvent | undefined {
    const place = decodePlace(code);
    const lane = place === undefined ? undefined : LANES[place.lane];
    if (place === undefined || lane === undefined || openOf(lane, place.index) > t) return undefined;
    return build(place.lane, place.index) ?? undefined;
  }

  /** Listed events of a lane, newest first, remembered until the next one opens or one leaves. */
  function laneList(lane: Lane, laneNumber: number, t: number): readonly SimEvent[] {
    const known = laneLists.get(laneNumber);
    if (known !== undefined && t >= known.from && t < known.until) return known.events;
    const newest = indexAt(lane, t);
    const oldest = indexAt(lane, t - longest(lane));
    const events: SimEvent[] = [];
    let until = openOf(lane, newest + 1);
    for (let index = newest; index >= oldest; index -= 1) {
      const event = build(laneNumber, index);
      if (event === null || event.listedUntil <= t) continue;
      events.push(event);
      until = Math.min(until, event.listedUntil);
    }
    laneLists.set(laneNumber, { from: t, until, events });
    return events;
  }

  return {
    version: options.feeds.version,
    listed: (t) => LANES.flatMap((lane, laneNumber) => laneList(lane, laneNumber, t)),
    byEvent(eventId, t) {
      const code = EVENT_ID.exec(eventId)?.[1];
      return code === undefined ? undefined : byCode(code, t);
    },
    byMarket(marketId, t) {
      const [, code, number] = MARKET_ID.exec(marketId) ?? [];
      if (code === undefined || number === undefined || String(Number(number)) !== number) return undefined;
      const event = byCode(code, t);
      const at = Number(number);
      return event === undefined || at >= event.model.markets.length ? undefined : { event, at };
    },
    busy(t, roll, roll2) {
      let rest = roll * weightSum;
      const laneNumber = weights.findIndex((weight) => {
        rest -= weight;
        return rest < 0;
      });
      const lane = LANES[laneNumber];
      if (lane === undefined) return undefined;
      const newest = indexAt(lane, t);
      const oldest = Math.max(indexAt(lane, t - lane.span), newest - Math.ceil((30 * DAY) / lane.every));
      const event = build(laneNumber, newest - Math.floor(roll2 * (newest - oldest + 1)));
      return event !== null && event.resolvedAt > t ? event : undefined;
    },
  };
}
