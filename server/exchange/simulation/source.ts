import { type BookShape, bookShape } from './book.ts';
import { DAY } from './dates.ts';
import type { EventSeries, MarketPlan, Plan } from './event-series.ts';
import { chance, createRandom, hashText, mix } from './hash.ts';
import type { Dynamics, EventModel, MarketModel, ProviderBFields, Track } from './model.ts';
import { progress, tradingTime } from './volume.ts';

/** An event with everything needed to price it. */
export interface SimEvent {
  model: EventModel;
  dynamics: Dynamics;
  /** Score feed, for games. */
  track: Track | null;
  shapes: readonly BookShape[];
  /** Part of the event's volume each market has; sums to one. */
  shares: readonly number[];
  /** Micro-USD an average contract of the event costs. */
  averagePrice: number;
  /** Whole contracts traded by t; never falls. */
  traded(t: number): number;
  seed: number;
  /** Seconds between two quotes of its makers, and where in time they fall. */
  epochSeconds: number;
  phase: number;
  /** When its last market is resolved. */
  resolvedAt: number;
  /** Until when it is listed. */
  listedUntil: number;
}

/** Where events come from: generated series, or a recorded file. */
export interface Source {
  /** Grows whenever something changes that chances are computed from; they stay as they are without it. */
  version?(): number;
  /** Before this it has no prices; absent: since each event opened. */
  readonly knownSince?: number;
  /** Listed events: opened, and not gone for good. */
  listed(t: number): readonly SimEvent[];
  /** Any event that has opened by t, also long gone ones. */
  byEvent(eventId: string, t: number): SimEvent | undefined;
  byMarket(marketId: string, t: number): { event: SimEvent; at: number } | undefined;
  /** One open event at t, chosen by a number in [0, 1) in proportion to how much it trades. */
  busy(t: number, roll: number, roll2: number): SimEvent | undefined;
}

/** USD traded during the day before t. */
export const dayVolume = (event: SimEvent, t: number): number =>
  ((event.traded(t) - event.traded(t - DAY)) * event.averagePrice) / 1_000_000;

function tokenId(seed: number): string {
  const random = createRandom(seed);
  let digits = String(1 + Math.floor(random() * 9));
  while (digits.length < 77) digits += String(Math.floor(random() * 1e7)).padStart(7, '0');
  return digits.slice(0, 77);
}

const BET_TYPES: Readonly<Record<string, number>> = { moneyline: 1, spreads: 2, totals: 3 };

function providerB(seed: number, plan: MarketPlan, rank: number, event: Plan): ProviderBFields {
  const number = 100_000 + (seed % 900_000);
  const betType = BET_TYPES[plan.type ?? ''] ?? 9;
  return {
    extMarketId: `${number}-${betType}-${rank}`,
    extEventId: String(number),
    betType,
    marketCode: `M${String(betType).padStart(2, '0')}${String(rank).padStart(2, '0')}`,
    category: event.game === null ? 0 : 1,
    showCategory: betType === 1 ? 'main' : 'more',
    sort: rank + 1,
    combo: betType === 9 ? 0 : 1,
  };
}

const COARSE = 10_000;
const FINE = 1_000;

/** Long shots and very busy markets are quoted in tenths of a cent. */
const tickOf = (seed: number, p: number, volume: number): number =>
  p < 0.035 || p > 0.965 || (volume > 2_500_000 && chance(seed, 11) < 0.5) ? FINE : COARSE;

const epochOf = (volume: number, fast: boolean): number =>
  fast ? 1 + (volume < 60_000 ? 1 : 0) : volume > 3e6 ? 2 : volume > 600_000 ? 3 : volume > 120_000 ? 5 : 8;

/** Gives a plan its ids, times, books and volumes. `code` names it for ever. */
export function assemble(
  code: string,
  series: EventSeries,
  plan: Plan,
  open: number,
  seed: number,
): SimEvent {
  const eventId = `EV-${code}`;
  const { dynamics } = plan;
  const weights = plan.markets.map(
    (m, k) => (0.03 + m.chance * (1 - m.chance)) * (0.5 + chance(seed, 300 + k)),
  );
  const weightSum = weights.reduce((a, b) => a + b, 0);
  const shares = weights.map((weight) => weight / weightSum);
  const [soon, late] = series.settle;
  const delay = Math.round(soon + (late - soon) * chance(seed, 21));
  const markets = plan.markets.map((market, k): MarketModel => {
    const marketSeed = mix(seed, 400 + k);
    const closeTime = market.close ?? plan.close;
    const endTime = Math.min(dynamics.ends[k] ?? closeTime, closeTime);
    const outcomes = market.outcomes ?? ['Yes', 'No'];
    const volume = plan.volume * (shares[k] ?? 0);
    const isB = series.provider === 'provider_b';
    return {
      marketId: `MK-${code}-${k}`,
      eventId,
      provider: series.provider,
      title: market.title,
      openTime: open,
      closeTime,
      endTime,
      resolveTime: endTime + delay,
      isTeamMarket: market.team !== undefined || market.oneSided === true,
      rulesPrimary: market.rules,
      rulesSecondary: plan.rulesSecondary,
      team: market.team ?? null,
      outcomes: isB ? null : outcomes,
      clobTokenIds: series.provider === 'provider_a' ? [tokenId(marketSeed), tokenId(marketSeed ^ 1)] : null,
      marketOptions: market.oneSided
        ? [{ label: market.title, buyYes: true }]
        : [
            { label: outcomes[0], buyYes: true },
            { label: outcomes[1], buyYes: false },
          ],
      sportsMarketType: market.type ?? null,
      sportsLine: market.line ?? null,
      imageUrl: null,
      tick: BigInt(tickOf(marketSeed, market.chance, volume)),
      oneSided: market.oneSided ?? false,
      baseVolume: volume,
      providerB: isB ? providerB(seed, market, k, plan) : null,
    };
  });
  const moneyline = markets.filter((m) => m.sportsMarketType === 'moneyline');
  const resolvedAt = Math.max(...markets.map((m) => m.resolveTime));
  const fast = plan.beginAt !== null;
  const busy = tradingTime(seed);
  return {
    seed,
    dynamics,
    track: plan.track ?? null,
    shapes: markets.map((m, k) => {
      const shape = bookShape(mix(seed, 500 + k), Number(m.tick), m.baseVolume);
      // Games and rounds are always quoted on both sides.
      return fast ? { ...shape, sides: 'both' } : shape;
    }),
    shares,
    averagePrice: 1_000_000 * plan.markets.reduce((sum, m, k) => sum + m.chance * (shares[k] ?? 0), 0),
    traded: (t) => plan.volume * progress(plan, open, busy(t)),
    epochSeconds: epochOf(plan.volume, fast),
    phase: (seed % 8192) / 1024,
    resolvedAt,
    listedUntil: resolvedAt + series.keep,
    model: {
      eventId,
      provider: series.provider,
      category: series.category,
      subcategory: plan.subcategory,
      tags: [series.category, ...plan.tags.filter((tag) => tag !== series.category)],
      title: plan.title,
      subtitle: plan.subtitle,
      ...(plan.subtitleAt && { subtitleAt: plan.subtitleAt }),
      imageUrl: '',
      openTime: open,
      beginAt: plan.beginAt,
      closeTime: Math.max(...markets.map((m) => m.closeTime)),
      closeCondition: plan.closeCondition,
      rulesPdf: '',
      markets,
      primaryMarketIds: (plan.game === null || moneyline.length === 0 ? markets : moneyline).map(
        (m) => m.marketId,
      ),
      game:
        plan.game === null
          ? null
          : { ...plan.game, gameId: String(10_000_000 + (hashText(code) % 80_000_000)) },
    },
  };
}
