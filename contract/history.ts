import * as z from 'zod/mini';
import { eventId, eventIdInput, marketId, marketIdInput, pubkeyInput } from './ids.ts';
import type { MicroUsd } from './money.ts';
import { queryInstant, queryInteger, queryList } from './page.ts';
import { sends } from './sends.ts';
import { type PicoUsd, parsePicoUsd } from './triggers/price.ts';
import { instant, instantOrNull, orNull, textOrEmpty, usd, whole } from './wire.ts';

/*
 * What prices were: series over one axis of time. An axis is `count` steps of `step` seconds from `from` on, each
 * beginning at a multiple of its length: step `k` is [from + k × step, from + (k + 1) × step). The last one may not be
 * over. A column has one value a step, and null where nothing is known of that step: never the value before, never 0.
 */

/** Lengths of a step in seconds. A service that keeps nothing so fine answers with a longer one, and says so. */
export const STEPS = [
  1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400, 172_800,
  345_600, 604_800, 1_209_600, 2_419_200,
] as const;
export const DEFAULT_POINTS = 200;
/** Steps of one answer, and values in all: series × columns × steps. */
export const MAX_STEPS = 1_000;
export const MAX_CELLS = 100_000;
export const MAX_SERIES = 50;

/**
 * Columns of a market's series, all of Yes. `bid`, `ask`: best prices, the last ones of the step. `trade`: price of the
 * last trade within the step. `open`, `high`, `low`, `close`: of the middle of bid and ask. All in micro-USD. `volume`:
 * whole contracts traded within the step.
 */
export const MARKET_COLUMNS = ['bid', 'ask', 'trade', 'volume', 'open', 'high', 'low', 'close'] as const;
export type MarketColumn = (typeof MARKET_COLUMNS)[number];
/** Columns of a price: first, highest, lowest and last of the step. */
export const PRICE_COLUMNS = ['open', 'high', 'low', 'close'] as const;
export type PriceColumn = (typeof PRICE_COLUMNS)[number];

const queryStep = queryInteger.check(
  z.refine((step) => STEPS.some((one) => one === step), `must be one of ${STEPS.join(', ')}`),
);
const queryPoints = queryInteger.check(
  z.gte(2, 'must be 2 or more'),
  z.lte(MAX_STEPS, `must be at most ${MAX_STEPS}`),
);
const columnsOf = <const T extends string>(known: readonly T[]) =>
  z.optional(
    queryList(z.enum(known, `must be one of ${known.join(', ')}`), known.length, 'column').check(
      z.refine((names) => new Set(names).size === names.length, 'names a column twice'),
    ),
  );

/**
 * `from`, `to`: Unix seconds; unless given, since the history begins and until now. Either `step`, or `points`: the
 * shortest step with which there are at most so many, as far as any is long enough; DEFAULT_POINTS of them where
 * neither is given.
 */
const span = {
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  step: z.optional(queryStep),
  points: z.optional(queryPoints),
};
/** `marketIds`: up to 50, comma-separated. `columns`: those wanted, all unless given. */
export const marketSeriesQuery = z.strictObject({
  marketIds: queryList(marketIdInput, MAX_SERIES, 'market'),
  ...span,
  columns: columnsOf(MARKET_COLUMNS),
});
export const eventSeriesParams = z.strictObject({ eventId: eventIdInput });
export const eventSeriesQuery = z.strictObject({ ...span, columns: columnsOf(MARKET_COLUMNS) });
/** `symbols`: up to 50 such as BTC, comma-separated. */
export const assetSeriesQuery = z.strictObject({
  symbols: queryList(
    z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(20, 'is too long')),
    MAX_SERIES,
    'symbol',
  ),
  ...span,
  columns: columnsOf(PRICE_COLUMNS),
});
/** `mints`: up to 50 addresses, comma-separated. */
export const tokenSeriesQuery = z.strictObject({
  mints: queryList(pubkeyInput, MAX_SERIES, 'mint'),
  ...span,
  columns: columnsOf(PRICE_COLUMNS),
});

export const SPANS = ['1h', '24h', '7d'] as const;
export type Span = (typeof SPANS)[number];
export const SPAN_SECONDS: Readonly<Record<Span, number>> = { '1h': 3_600, '24h': 86_400, '7d': 604_800 };
export const DEFAULT_MOVERS = 50;
export const MAX_MOVERS = 200;
export const moversQuery = z.strictObject({
  span: z.enum(SPANS, `must be one of ${SPANS.join(', ')}`),
  limit: z.optional(
    queryInteger.check(z.gte(1, 'must be 1 or more'), z.lte(MAX_MOVERS, `must be at most ${MAX_MOVERS}`)),
  ),
});

/** A column as one value: there are thousands of numbers in an answer. */
const column = <T>(number: z.ZodMiniType<number, number>, made: (value: number) => T | null) =>
  z.optional(
    sends(
      z.pipe(
        z.array(z.nullable(number)),
        z.transform((values) => values.map((value) => (value === null ? null : made(value)))),
      ),
      () => z.array(z.nullable(number)),
    ),
  );
const usdColumn = column(z.int(), (value) => BigInt(value) as MicroUsd);
const countColumn = column(z.int(), (value) => value);
const picoColumn = column(z.number(), (value): PicoUsd | null => parsePicoUsd(value) ?? null);

/** `now`: Unix seconds by the service's clock. */
const axis = { now: instant, from: instant, step: whole, count: whole };
/** `since`: when the history of it begins, in Unix seconds; null while there is none. Columns not asked for are left out. */
const marketColumns = {
  since: instantOrNull,
  bid: usdColumn,
  ask: usdColumn,
  trade: usdColumn,
  volume: countColumn,
  open: usdColumn,
  high: usdColumn,
  low: usdColumn,
  close: usdColumn,
};
const priceColumns = {
  since: instantOrNull,
  open: picoColumn,
  high: picoColumn,
  low: picoColumn,
  close: picoColumn,
};

const marketSeries = z.object({ marketId, ...marketColumns });
export type MarketSeries = z.output<typeof marketSeries>;
export type MarketSeriesWire = z.input<typeof marketSeries>;
/** Every market that was asked for, in that order: of one nobody knows nothing is known. */
export const marketSeriesAnswer = z.object({ ...axis, markets: z.array(marketSeries) });
export type MarketSeriesAnswer = z.output<typeof marketSeriesAnswer>;
/** All markets of one event, in its own order. */
export const eventSeriesAnswer = z.object({ ...axis, eventId, markets: z.array(marketSeries) });
export type EventSeriesAnswer = z.output<typeof eventSeriesAnswer>;
/** `symbol`, `mint`: as asked for. Prices travel as decimal USD, or in the asset's own unit. */
const assetSeries = z.object({ symbol: z.string(), ...priceColumns });
export const assetSeriesAnswer = z.object({ ...axis, assets: z.array(assetSeries) });
const tokenSeries = z.object({ mint: z.string(), ...priceColumns });
export const tokenSeriesAnswer = z.object({ ...axis, tokens: z.array(tokenSeries) });

/**
 * How far the middle of a market went, of which it is known then and now: `change` is `toPrice` − `fromPrice`, 10,000
 * micro-USD a point. `since`: Unix seconds of `fromPrice`, not long after the span began.
 */
const mover = z.object({
  marketId,
  eventId: orNull(eventId),
  title: textOrEmpty,
  eventTitle: textOrEmpty,
  fromPrice: usd,
  toPrice: usd,
  change: usd,
  since: instant,
});
export type MoverWire = z.input<typeof mover>;
/** Markets that are open, by the size of the change, largest first. */
export const moversAnswer = z.object({ now: instant, span: z.enum(SPANS), movers: z.array(mover) });
