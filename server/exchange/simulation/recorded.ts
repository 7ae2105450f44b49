import { instantText } from '@contract/wire.ts';
import * as z from 'zod/mini';
import { type BookShape, bookShape } from './book.ts';
import { DAY } from './dates.ts';
import { exclusive, independent } from './dynamics.ts';
import { chance, hashText, mix } from './hash.ts';
import type { Category, Dynamics, EventModel, MarketModel, Result, SimProvider } from './model.ts';
import { clampProbability } from './odds.ts';
import type { SimEvent, Source } from './source.ts';
import { tradingTime } from './volume.ts';

const integerText = z.string().check(z.regex(/^\d{1,30}$/, 'must be digits'));
const price = z.nullable(z.optional(z.number()));
const marketFile = z.object({
  provider: z.string(),
  marketId: z.string().check(z.minLength(1)),
  status: z.string(),
  result: z.nullable(z.string()),
  title: z.string(),
  openTime: z.nullable(z.optional(z.number())),
  closeTime: z.nullable(z.optional(z.number())),
  isTeamMarket: z.optional(z.boolean()),
  rulesPrimary: z.optional(z.string()),
  rulesSecondary: z.optional(z.string()),
  pricing: z.nullable(
    z.optional(
      z.object({
        buyYesPriceUsd: price,
        sellYesPriceUsd: price,
        buyNoPriceUsd: price,
        sellNoPriceUsd: price,
        volume: z.optional(z.number()),
      }),
    ),
  ),
  outcomes: z.nullable(z.optional(z.array(z.string()))),
  clobTokenIds: z.nullable(z.optional(z.array(z.string()))),
  sportsMarketType: z.nullable(z.optional(z.string())),
  sportsLine: z.nullable(z.optional(z.string())),
});
const eventFile = z.object({
  eventId: z.string().check(z.minLength(1)),
  category: z.string(),
  subcategory: z.string(),
  tags: z.optional(z.array(z.string())),
  metadata: z.object({ title: z.string(), subtitle: z.optional(z.string()) }),
  markets: z.array(marketFile),
  volumeUsd: integerText,
  volume24hr: integerText,
  closeCondition: z.optional(z.string()),
  beginAt: instantText,
  rulesPdf: z.optional(z.string()),
});
const universeFile = z.object({ snapshotAt: z.string(), data: z.array(eventFile) });
type EventFile = z.output<typeof eventFile>;
type MarketFile = z.output<typeof marketFile>;

const CATEGORIES: readonly Category[] = [
  'crypto',
  'sports',
  'politics',
  'esports',
  'culture',
  'economics',
  'tech',
];
const PROVIDERS: readonly SimProvider[] = ['provider_a', 'provider_b', 'provider_c'];
/** Opinion on a recorded question moves as if it lived at least this long. */
const SLOWEST = 20 * DAY;

/** Fair chance in a recorded quote: the middle, half a tick inside a lone price, an even share when nothing is known. */
function chanceOf(market: MarketFile, count: number): number {
  if (market.result === 'yes' || market.result === 'no')
    return clampProbability(market.result === 'yes' ? 1 : 0);
  const { buyYesPriceUsd: ask, sellYesPriceUsd: bid } = market.pricing ?? {};
  const half = tickOf(market) / 2;
  if (ask && bid) return clampProbability((ask + bid) / 2_000_000);
  if (ask) return clampProbability((ask - half) / 1_000_000);
  return clampProbability(bid ? (bid + half) / 1_000_000 : Math.min(0.5, 1 / count));
}

/** Prices off the whole cent mean a finer tick. */
const tickOf = (market: MarketFile): number =>
  [market.pricing?.buyYesPriceUsd, market.pricing?.sellYesPriceUsd].some((p) => p && p % 10_000 !== 0)
    ? 1_000
    : 10_000;

/** Makers that quote as wide as the recorded ones, and only on the sides they did. */
function recordedShape(market: MarketFile, seed: number, volume: number): BookShape {
  const { buyYesPriceUsd: ask, sellYesPriceUsd: bid } = market.pricing ?? {};
  const tick = tickOf(market);
  const shape = bookShape(seed, tick, volume);
  if (ask && bid) return { ...shape, sides: 'both', spread: Math.max(1, Math.round((ask - bid) / tick)) };
  return ask || bid ? { ...shape, sides: ask ? 'asks' : 'bids', spread: 1 } : { ...shape, sides: 'both' };
}

/** Events of a file, from the instant of its snapshot on. */
export function createRecordedSource(options: { file: unknown; seed: string; anchor: number }): Source {
  // Times are told in whole seconds.
  const anchor = Math.floor(options.anchor);
  const parsed = universeFile.safeParse(options.file);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'not a universe'}`);
  }
  const { snapshotAt, data } = parsed.data;
  const taken = Date.parse(snapshotAt) / 1000;
  if (Number.isNaN(taken)) throw new Error(`snapshotAt: "${snapshotAt}" is not a time`);
  const shift = Math.round(anchor - taken);
  const seed = hashText(options.seed);
  const events = data
    .filter((event) => event.markets.length > 0)
    .map((event) => recordedEvent(event, shift, anchor, hashText(event.eventId, seed)));
  const byId = new Map(events.map((event) => [event.model.eventId, event]));
  const byMarket = new Map(
    events.flatMap((event) => event.model.markets.map((m, at) => [m.marketId, { event, at }] as const)),
  );
  if (byId.size < events.length) throw new Error('data: an eventId occurs twice');
  if (byMarket.size === 0) throw new Error('data: no event with a market');
  if (byMarket.size < events.reduce((n, event) => n + event.model.markets.length, 0)) {
    throw new Error('data: a marketId occurs twice');
  }
  const ranked = [...events].sort((a, b) => b.traded(anchor) - a.traded(anchor));
  return {
    knownSince: anchor,
    listed: (t) => events.filter((event) => event.listedUntil > t),
    byEvent: (eventId) => byId.get(eventId),
    byMarket: (marketId) => byMarket.get(marketId),
    busy: (_, roll) => ranked[Math.floor(roll ** 2.5 * ranked.length)],
  };
}

function recordedEvent(event: EventFile, shift: number, anchor: number, seed: number): SimEvent {
  const provider = PROVIDERS.find((p) => event.markets[0]?.provider === p) ?? 'provider_a';
  const over = event.markets.map((m) => m.status !== 'open');
  const closes = event.markets.map((m, k) => {
    const stated = m.closeTime == null ? undefined : m.closeTime + shift;
    if (over[k]) return Math.min(stated ?? anchor, anchor) - 1;
    // An open market whose date is missing or past has been prolonged by its venue.
    return stated !== undefined && stated > anchor + 120 ? stated : anchor + (30 + (seed % 60)) * DAY;
  });
  const opens = event.markets.map((m, k) =>
    Math.min((m.openTime ?? 0) + shift, anchor - DAY, (closes[k] ?? anchor) - DAY),
  );
  const bases = event.markets.map((m) => chanceOf(m, event.markets.length));
  const dynamics = recordedDynamics(event, bases, closes, anchor, seed);
  const totals = event.markets.map((m) => (m.pricing?.volume ?? 0) + 1);
  const totalSum = totals.reduce((a, b) => a + b, 0);
  const delay = 60 + Math.round(540 * chance(seed, 21));
  const markets = event.markets.map((m, k): MarketModel => {
    const outcomes = m.outcomes ?? ['Yes', 'No'];
    const close = closes[k] ?? anchor;
    return {
      marketId: m.marketId,
      eventId: event.eventId,
      provider: PROVIDERS.find((p) => m.provider === p) ?? provider,
      title: m.title,
      openTime: opens[k] ?? anchor,
      closeTime: close,
      endTime: close,
      resolveTime: over[k] ? close : close + delay,
      isTeamMarket: m.isTeamMarket ?? false,
      rulesPrimary: m.rulesPrimary ?? '',
      rulesSecondary: m.rulesSecondary ?? '',
      team: null,
      outcomes,
      clobTokenIds: m.clobTokenIds ?? null,
      marketOptions: outcomes.slice(0, 2).map((label, i) => ({ label, buyYes: i === 0 })),
      sportsMarketType: m.sportsMarketType ?? null,
      sportsLine: m.sportsLine ?? null,
      imageUrl: null,
      tick: BigInt(tickOf(m)),
      oneSided: false,
      baseVolume: totals[k] ?? 1,
      providerB: null,
    };
  });
  const openTime = Math.min(...opens);
  const closeTime = Math.max(...closes);
  const dollars = Number(BigInt(event.volumeUsd) / 1_000_000n);
  const daily = Number(BigInt(event.volume24hr) / 1_000_000n);
  const averagePrice = Math.min(1, Math.max(0.02, dollars / totalSum)) * 1_000_000;
  // The snapshot's own day of trading goes on at the same pace.
  const pace = (daily / averagePrice) * (1_000_000 / DAY);
  const busy = tradingTime(seed);
  const model: EventModel = {
    eventId: event.eventId,
    provider,
    category: CATEGORIES.find((c) => c === event.category) ?? 'culture',
    subcategory: event.subcategory,
    tags: event.tags ?? [event.category],
    title: event.metadata.title,
    subtitle: event.metadata.subtitle ?? '',
    imageUrl: '',
    openTime,
    beginAt: event.beginAt === null ? null : event.beginAt + shift,
    closeTime,
    closeCondition: event.closeCondition ?? '',
    rulesPdf: '',
    markets,
    primaryMarketIds: markets.map((m) => m.marketId),
    game: null,
  };
  const resolvedAt = Math.max(...markets.map((m) => m.resolveTime));
  return {
    model,
    dynamics,
    track: null,
    seed,
    shapes: event.markets.map((m, k) => recordedShape(m, mix(seed, 500 + k), totals[k] ?? 1)),
    shares: totals.map((n) => n / totalSum),
    averagePrice,
    traded: (t) => Math.max(0, totalSum + (busy(Math.min(t, closeTime)) - busy(anchor)) * pace),
    epochSeconds: totalSum > 3e6 ? 2 : totalSum > 300_000 ? 4 : 8,
    phase: (seed % 8192) / 1024,
    resolvedAt,
    listedUntil: resolvedAt + DAY,
  };
}

/** How a market ended before the snapshot; undefined where it had no result yet. */
function resultIn({ status, result }: MarketFile): Result | undefined {
  if (status === 'cancelled') return 'cancelled';
  return result === 'yes' || result === 'no' || result === 'draw' ? result : undefined;
}

/** Events whose chances add up to about one are contests; the others are questions on their own. */
function recordedDynamics(
  event: EventFile,
  bases: readonly number[],
  closes: readonly number[],
  anchor: number,
  seed: number,
): Dynamics {
  const sum = bases.reduce((a, b) => a + b, 0);
  const oneClose = closes.every((close) => close === closes[0]);
  const specOf = (end: number, part: number) => {
    const close = Math.max(end, anchor + 60);
    return {
      seed: part,
      open: anchor,
      close,
      swing: 0.8,
      pinned: anchor,
      pace: Math.max(close - anchor, SLOWEST),
    };
  };
  /** What the file says of a market that was over, else what is made up. */
  const resultsOf = (made: readonly (Result | undefined)[]): Result[] =>
    event.markets.map((m, k) => resultIn(m) ?? made[k] ?? 'no');
  if (bases.length > 1 && oneClose && sum > 0.93 && sum < 1.08) {
    const contest = exclusive(specOf(closes[0] ?? anchor, seed), bases);
    return { ...contest, ends: closes, results: resultsOf(contest.results) };
  }
  const parts = bases.map((base, k) => independent(specOf(closes[k] ?? anchor, mix(seed, k)), [base]));
  return {
    groups: bases.map(() => -1),
    ends: closes,
    results: resultsOf(parts.map(({ results: [only] }) => only)),
    probabilities: (t) => parts.map((part) => part.probabilities(t)[0] ?? 0.5),
  };
}
