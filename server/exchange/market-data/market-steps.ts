import type { MarketColumn, MarketSeriesWire } from '@contract/history.ts';
import type { Axis } from '../../common/series-axis.ts';
import type { Steps } from '../../common/turns.ts';
import type { Quote } from '../simulation/model.ts';
import { instantsOf } from './instants.ts';
import type { MarketSource } from './source.ts';
import { StepCache } from './step-cache.ts';

/** Simulated seconds after which nothing changes a step any more. */
const SETTLED = 120;

/** A step as it was computed: micro-USD, and whole contracts traded by its end. */
interface Row {
  readonly bid: number | null;
  readonly ask: number | null;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly traded: number;
}

const numberOf = (price: bigint | null): number | null => (price === null ? null : Number(price));

/** The middle of what is bid and asked, micro-USD rounded down; null unless both are. */
export const midOf = ({ sellYes, buyYes }: Pick<Quote, 'sellYes' | 'buyYes'>): number | null =>
  sellYes === null || buyYes === null ? null : Number((sellYes + buyYes) / 2n);

/** From when prices of a market are known, whole Unix seconds; null for a market that nobody knows by `t`. */
export function knownSince(universe: MarketSource, marketId: string, t: number): number | null {
  const market = universe.market(marketId, t);
  return market === undefined
    ? null
    : Math.ceil(Math.max(market.openTime, universe.knownSince ?? Number.NEGATIVE_INFINITY));
}

const OF_MANY: ReadonlySet<MarketColumn> = new Set(['open', 'high', 'low']);

/** Prices of markets by steps of time, each value as the reads answered it at that instant. */
export function createMarketSteps(universe: MarketSource) {
  const cache = new StepCache<Row>();

  function rowOf(marketId: string, instants: readonly number[]): Row {
    let last: Quote | undefined;
    const mids: number[] = [];
    for (const instant of instants) {
      last = universe.quote(marketId, instant);
      const mid = midOf(last);
      if (mid !== null) mids.push(mid);
    }
    return {
      bid: numberOf(last?.sellYes ?? null),
      ask: numberOf(last?.buyYes ?? null),
      open: mids[0] ?? null,
      high: mids.length === 0 ? null : Math.max(...mids),
      low: mids.length === 0 ? null : Math.min(...mids),
      close: last === undefined ? null : midOf(last),
      traded: Number(last?.volumeContracts ?? 0n),
    };
  }

  /** Series of the markets, side by side: those of one event are computed together. `now`: Unix seconds. */
  return function* seriesOf(
    marketIds: readonly string[],
    axis: Axis,
    columns: readonly MarketColumn[],
    now: number,
  ): Steps<MarketSeriesWire[]> {
    const { from, step, count, to } = axis;
    const whole = columns.some((name) => OF_MANY.has(name));
    const series = marketIds.map((marketId) => {
      const since = knownSince(universe, marketId, now);
      const key = `${marketId}|${step}|${whole}`;
      cache.touch(key);
      // What was traded before the first step is not part of it.
      const before = since === null ? 0 : Math.max(from - 1, since);
      const traded =
        since === null || before > now ? 0 : Number(universe.quote(marketId, before).volumeContracts);
      const values = Object.fromEntries(
        columns.map((name) => [name, new Array<number | null>(count).fill(null)]),
      );
      return { marketId, since, key, traded, values };
    });
    yield;
    for (let at = 0; at < count; at += 1) {
      const start = from + at * step;
      const end = Math.min(start + step, to);
      // Of a step that this axis cuts off nothing is kept, and none that was kept whole is told.
      const isWhole = end === start + step;
      for (const one of series) {
        if (one.since === null || one.since >= end) continue;
        let row = isWhole ? cache.get(one.key, start) : undefined;
        if (row === undefined) {
          const first = Math.max(start, one.since);
          row = rowOf(one.marketId, whole ? instantsOf(first, end) : instantsOf(first, end).slice(-1));
          if (isWhole && end <= now - SETTLED) cache.set(one.key, start, row);
          yield;
        }
        const { traded, ...prices } = row;
        const all = { ...prices, volume: traded - one.traded, trade: null };
        one.traded = traded;
        for (const name of columns) {
          const column = one.values[name];
          if (column) column[at] = all[name];
        }
      }
    }
    return series.map(({ marketId, since, values }) => ({ marketId, since, ...values }));
  };
}
