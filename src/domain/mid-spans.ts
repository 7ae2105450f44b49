import type { MarketId, Side } from '@contract/ids.ts';
import { divHalfEven, type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';

/** A span of time in which the mids of a market are wanted; Unix seconds. */
export interface MidSpan {
  marketId: MarketId;
  from: number;
  to: number;
}

/** Spans of several markets that one answer tells. */
export interface MidGroup {
  marketIds: readonly MarketId[];
  from: number;
  to: number;
}

export const MID_STEP = 15;
/** Longest time of a group, and most markets in it: in all some 20,000 prices. */
const MOST_SECONDS = 5_400;
const MOST_MARKETS = 25;

/** As few groups as come of taking the spans in the order of time; each begins on a whole step. The latest come last. */
export function groupSpans(spans: readonly MidSpan[]): MidGroup[] {
  const groups: { marketIds: Set<MarketId>; from: number; to: number }[] = [];
  for (const { marketId, from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const group = groups.at(-1);
    const fits =
      group &&
      Math.max(group.to, to) - group.from <= MOST_SECONDS &&
      (group.marketIds.has(marketId) || group.marketIds.size < MOST_MARKETS);
    if (fits) {
      group.marketIds.add(marketId);
      group.to = Math.max(group.to, to);
    } else groups.push({ marketIds: new Set([marketId]), from: Math.floor(from / MID_STEP) * MID_STEP, to });
  }
  return groups.map(({ marketIds, ...span }) => ({ ...span, marketIds: [...marketIds].sort() }));
}

/** What was bid and asked for YES of a market, the last of each step; steps begin at multiples of their length. */
export interface QuoteSteps {
  from: number;
  step: number;
  bid: readonly (MicroUsd | null)[];
  ask: readonly (MicroUsd | null)[];
}

export interface KnownMid {
  price: MicroUsd;
  /** Unix seconds at which it held. */
  at: number;
}

/** The middle, where both sides are quoted, at the end of a step. */
function midOf({ from, step, bid, ask }: QuoteSteps, k: number): KnownMid | null {
  const [bought, asked] = [bid[k] ?? null, ask[k] ?? null];
  if (bought === null || asked === null) return null;
  return { price: microUsd(divHalfEven(bought + asked, 2n)), at: from + (k + 1) * step };
}

/** The mid of YES as it was at an instant, never a later one; null where none was known within `oldest` seconds. */
export function midAt(all: readonly QuoteSteps[], instant: number, oldest: number): KnownMid | null {
  let best: KnownMid | null = null;
  for (const steps of all) {
    const last = Math.floor((instant - steps.from) / steps.step) - 1;
    for (let k = Math.min(last, steps.bid.length - 1); k >= 0; k -= 1) {
      const mid = midOf(steps, k);
      if (!mid) continue;
      if (instant - mid.at <= oldest && (best === null || mid.at > best.at)) best = mid;
      break;
    }
  }
  return best;
}

/** A price of YES as one side has it. */
export const priceOn = (side: Side, yes: MicroUsd): MicroUsd =>
  side === 'yes' ? yes : microUsd(ONE_USD - yes);
