import type { EventSeriesAnswer } from '@contract/history.ts';
import type { MarketId } from '@contract/ids.ts';
import { compareBig, type MicroUsd, microUsd } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { DrawnPoint } from '@/domain/drawn-line.ts';
import { probabilityOf } from '@/domain/events.ts';
import { stepsOf, summariseSteps } from '@/domain/price-steps.ts';
import { sampled } from '@/lib/sampled.ts';
import { drawSteps } from './chart-data.ts';

/** One outcome of an event over time: chances of YES in percent, on an axis of 0 to 100. */
export interface OutcomeLine {
  marketId: MarketId;
  name: string;
  /** Token of the theme; lines beyond the colours are dashed. */
  color: string;
  dashed: boolean;
  points: readonly DrawnPoint[];
  /** Among the likeliest, which are drawn unless others are chosen. */
  first: boolean;
  /** Chance now, and how far it went within the range; null where it is not known. */
  now: MicroUsd | null;
  change: MicroUsd | null;
}

const COLORS = ['--green', '--blue', '--orange', '--violet', '--red', '--warn'] as const;
/** Lines that are drawn unless more are chosen, and that can be. */
const FIRST_LINES = COLORS.length;
const MOST_LINES = 2 * COLORS.length;

const chanceNow = (market: Market): MicroUsd | null =>
  market.status === 'open' ? probabilityOf(market) : null;

/** The likeliest outcomes by their place. It is taken once: what is read, and its colour, hold still while prices move. */
export const likeliestOf = (outcomes: readonly Market[]): ReadonlyMap<MarketId, number> =>
  new Map(
    outcomes
      .toSorted((a, b) => compareBig(chanceNow(b) ?? -1n, chanceNow(a) ?? -1n))
      .slice(0, MOST_LINES)
      .map(({ marketId }, place) => [marketId, place]),
  );

/** Lines of the outcomes that have a place, in the order of the page; they end with what is read of them now. */
export function outcomeLines(
  answer: EventSeriesAnswer,
  outcomes: readonly Market[],
  places: ReadonlyMap<MarketId, number>,
  labels: ReadonlyMap<MarketId, string>,
): OutcomeLine[] {
  const { from, step, count } = answer;
  const series = new Map(answer.markets.map((one) => [one.marketId, one]));
  return outcomes.flatMap((market) => {
    const place = places.get(market.marketId);
    const one = series.get(market.marketId);
    if (place === undefined || !one || from === null) return [];
    const now = chanceNow(market);
    const steps = stepsOf({ from, step, count }, one);
    const last = steps.steps.length - 1;
    const present = now === null ? null : { open: now, high: now, low: now, close: now, volume: null };
    const live = present
      ? { ...steps, steps: steps.steps.map((known, k) => (k === last ? present : known)) }
      : steps;
    const summary = summariseSteps(live);
    return {
      marketId: market.marketId,
      name: labels.get(market.marketId) || market.title || market.marketId,
      color: COLORS[place % COLORS.length] ?? '--muted',
      dashed: place >= COLORS.length,
      points: drawSteps(live).line,
      first: place < FIRST_LINES,
      now,
      change: summary?.change ?? null,
    };
  });
}

/** What the chances were at a time, the likeliest first: what stands beside the pointer. */
export function chancesAt(
  lines: readonly OutcomeLine[],
  time: number,
): { name: string; color: string; value: number }[] {
  return lines
    .flatMap(({ name, color, points }) => {
      const point = points.find((one) => one.time === time);
      return point?.value === undefined || point.gap ? [] : [{ name, color, value: point.value }];
    })
    .sort((a, b) => b.value - a.value);
}

/** Lines on top of each other, from the first at the bottom; nothing where one of them is not known. */
export function bandsOf(lines: readonly OutcomeLine[]): OutcomeLine[] {
  const known = lines.map(
    ({ points }) =>
      new Map(points.flatMap(({ time, value, gap }) => (value === undefined || gap ? [] : [[time, value]]))),
  );
  return lines.map((line, rank) => {
    let after: number | undefined;
    const points = line.points
      .toReversed()
      .map(({ time }): DrawnPoint => {
        const isKnown = known.every((values) => values.has(time));
        if (isKnown) {
          after = known.slice(0, rank + 1).reduce((sum, values) => sum + (values.get(time) ?? 0), 0);
          return { time, value: after };
        }
        return after === undefined ? { time } : { time, value: after, gap: true };
      })
      .toReversed();
    return { ...line, points };
  });
}

/**
 * Where the axis of chances ends, in percent: for bands at 100 or what they come to, for lines at the ten above the
 * highest, so that outcomes of a wide field are not all at the bottom. It begins at zero.
 */
export function axisTop(lines: readonly OutcomeLine[], isStacked: boolean): number {
  const highest = Math.max(0, ...lines.flatMap(({ points }) => points.map(({ value = 0 }) => value)));
  return isStacked ? Math.max(100, highest) : Math.min(100, Math.floor(highest / 10) * 10 + 10);
}

/** All chances together as they are quoted, micro-USD; null where one is not known. */
export const sumOf = (lines: readonly OutcomeLine[]): MicroUsd | null =>
  lines.reduce<MicroUsd | null>(
    (sum, { now }) => (sum === null || now === null ? null : microUsd(sum + now)),
    microUsd(0n),
  );

const TABLE_ROWS = 12;

/** Chances at a few times, for whoever cannot see the lines. */
export function tableOf(
  lines: readonly OutcomeLine[],
): { time: number; chances: ReturnType<typeof chancesAt> }[] {
  const times = lines[0]?.points.map(({ time }) => time) ?? [];
  return sampled(times, TABLE_ROWS).map((time) => ({ time, chances: chancesAt(lines, time) }));
}
