import { type MarketSeries, STEPS } from '@contract/history.ts';
import type { Side } from '@contract/ids.ts';
import { type MicroUsd, maxBig, microUsd, minBig, ONE_USD } from '@contract/money.ts';
import type { ChartRange, PriceSeries } from './price-series.ts';

/** What the price of a market did within a step of time: the middle of bid and ask, and whole contracts traded. */
export interface PriceStep {
  open: MicroUsd;
  high: MicroUsd;
  low: MicroUsd;
  close: MicroUsd;
  volume: number | null;
}

/** A history: step `k` begins at `from + k × step` (Unix seconds). Null where no price is known. */
export interface PriceSteps {
  from: number;
  step: number;
  steps: readonly (PriceStep | null)[];
}

/** How finely a range is told, in seconds; `null`: as the length of the history allows. Candles need some width. */
export const RANGE_STEPS: Record<'line' | 'candles', Record<ChartRange, number | null>> = {
  line: { '1H': 15, '6H': 60, '1D': 300, '1W': 1_800, '1M': 7_200, All: null },
  candles: { '1H': 60, '6H': 300, '1D': 900, '1W': 7_200, '1M': 21_600, All: null },
};
export const ALL_POINTS = { line: 300, candles: 120 } as const;

/** The shortest step of which at most so many cover the last `seconds`; the longest where none does. */
export function stepFor(seconds: number, most: number): number {
  const last = STEPS.at(-1) ?? 1;
  // The first and the last of them are not whole.
  return STEPS.find((step) => step * (most - 2) >= seconds) ?? last;
}

/** The columns of an answer as steps. */
export function stepsOf(
  axis: { from: number; step: number; count: number },
  series: Pick<MarketSeries, 'bid' | 'ask' | 'open' | 'high' | 'low' | 'close' | 'volume'>,
): PriceSteps {
  const { bid, ask, open, high, low, close, volume } = series;
  const steps = Array.from({ length: axis.count }, (_, k): PriceStep | null => {
    const [bought, asked] = [bid?.[k] ?? null, ask?.[k] ?? null];
    const middle = bought === null || asked === null ? null : microUsd((bought + asked) / 2n);
    // Where only one side is quoted its price stands for both, as it does everywhere else.
    const last = close?.[k] ?? middle ?? asked ?? bought;
    if (last === null) return null;
    return {
      open: open?.[k] ?? last,
      high: high?.[k] ?? last,
      low: low?.[k] ?? last,
      close: last,
      volume: volume?.[k] ?? null,
    };
  });
  return { from: axis.from, step: axis.step, steps };
}

const other = (price: MicroUsd): MicroUsd => microUsd(ONE_USD - price);

/** Steps of YES as one side sees them. */
export const stepsOnSide = (all: PriceSteps, side: Side): PriceSteps =>
  side === 'yes'
    ? all
    : {
        ...all,
        steps: all.steps.map(
          (one) =>
            one && {
              open: other(one.open),
              high: other(one.low),
              low: other(one.high),
              close: other(one.close),
              volume: one.volume,
            },
        ),
      };

/**
 * The history with what has been seen since it was told: prices of `seen` after `toldAt` go on its end, up to `until`
 * with the price that held (all Unix seconds). What came before `toldAt` is the history's to tell. `present`: the price
 * at `until`, which stands there whatever is known of the time before: the line ends with the price beside it.
 */
export function withLive(
  all: PriceSteps,
  seen: PriceSeries,
  toldAt: number,
  until: number,
  present: MicroUsd | null = null,
): PriceSteps {
  const { from, step } = all;
  const points = seen.filter(({ source, time }) => source === 'observed' && time <= until);
  const end = Math.floor((until - from) / step);
  if (end < 0) return all;
  const steps = all.steps.slice(0, end + 1);
  let held = steps.at(-1)?.close;
  const told = Math.floor((toldAt - from) / step);
  const flat = (price: MicroUsd): PriceStep => ({
    open: price,
    high: price,
    low: price,
    close: price,
    volume: null,
  });
  const fresh = points.filter(({ time }) => time > toldAt);
  let at = 0;
  for (let k = Math.max(0, told); k <= end; k += 1) {
    let one = steps[k] ?? (held === undefined ? null : flat(held));
    for (; at < fresh.length; at += 1) {
      const point = fresh[at];
      if (point === undefined || point.time >= from + (k + 1) * step) break;
      held = point.price;
      one = one
        ? { ...one, high: maxBig(one.high, held), low: minBig(one.low, held), close: held }
        : flat(held);
    }
    steps[k] = one;
  }
  if (present !== null) {
    const last = steps[end];
    steps[end] = last
      ? { ...last, high: maxBig(last.high, present), low: minBig(last.low, present), close: present }
      : flat(present);
  }
  return { from, step, steps: Array.from(steps, (one) => one ?? null) };
}

export interface StepsSummary {
  /** Unix seconds of the first and the last step of which a price is known. */
  begin: number;
  end: number;
  first: MicroUsd;
  last: MicroUsd;
  low: MicroUsd;
  high: MicroUsd;
  /** Last minus first, micro-USD; null where one price alone is known: it may have moved or not. */
  change: MicroUsd | null;
}

/** First, last, lowest and highest price; undefined where none is known. */
export function summariseSteps({ from, step, steps }: PriceSteps): StepsSummary | undefined {
  const begin = steps.findIndex((one) => one !== null);
  const end = steps.findLastIndex((one) => one !== null);
  const [first, last] = [steps[begin], steps[end]];
  if (!first || !last) return undefined;
  let { low, high } = first;
  for (const one of steps) {
    if (!one) continue;
    low = minBig(low, one.low);
    high = maxBig(high, one.high);
  }
  return {
    begin: from + begin * step,
    end: from + end * step,
    first: first.open,
    last: last.close,
    low,
    high,
    change: begin === end && low === high ? null : microUsd(last.close - first.open),
  };
}

/** Steps at either end of a time that may be unknown: the first is half over, the last has hardly begun. */
const LOOSE_STEPS = 1;

/**
 * From when and until when a price is known of a time that begins with the first step and ends with the last (Unix
 * seconds); null where that is all of it. Undefined where none is known.
 */
export function knownWithin({
  from,
  step,
  steps,
}: PriceSteps): { since: number | null; until: number | null } | undefined {
  const begin = steps.findIndex((one) => one !== null);
  const end = steps.findLastIndex((one) => one !== null);
  if (begin < 0) return undefined;
  return {
    since: begin <= LOOSE_STEPS ? null : from + begin * step,
    until: end >= steps.length - 1 - LOOSE_STEPS ? null : from + (end + 1) * step,
  };
}

/**
 * When a price first rose or fell to a level in a step that began after `after`: the beginning of that step (all Unix
 * seconds); undefined where it never did.
 */
export function reachedAt(
  { from, step, steps }: PriceSteps,
  to: 'rise' | 'fall',
  level: bigint,
  after: number,
): number | undefined {
  const k = steps.findIndex(
    (one, nth) =>
      one !== null && from + nth * step >= after && (to === 'rise' ? one.high >= level : one.low <= level),
  );
  return k === -1 ? undefined : from + k * step;
}
