import {
  DEFAULT_MOVERS,
  MARKET_COLUMNS,
  MAX_MOVERS,
  type MarketColumn,
  type MarketSeriesWire,
  type MoverWire,
  PRICE_COLUMNS,
  type PriceColumn,
  type Span,
} from '@contract/history.ts';
import { notFound, ServiceError } from '../common/errors.ts';
import { Line } from '../common/line.ts';
import { oneByOne } from '../common/one-by-one.ts';
import type { Handlers, OperationInput } from '../common/operation.ts';
import { type Axis, type AxisQuery, axisOf } from '../common/series-axis.ts';
import type { Db } from '../db/client.ts';
import { FINE, FIVE_MINUTES, HOUR, MINUTE } from './candle.ts';
import type { Series } from './history-rows.ts';
import { type Move, readMoves } from './movers.ts';
import { readCandles, type Unit } from './read-candles.ts';
import { readBegins, readEvent, readRecordings, readSeries } from './read-history.store.ts';
import { leadOf, recordedIn, type Step, stepsOf } from './steps.ts';

export interface AnswersOptions {
  /** The database to read from; undefined while there is none. */
  readonly db: () => Db | undefined;
  /** The mint of an asset by its symbol; undefined for one that nobody knows. */
  readonly mintOf: (symbol: string) => string | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

type Begins = Awaited<ReturnType<typeof readBegins>>;
type Column = (number | null)[];
/** Who asks, where it is somebody in particular. */
type Asker = Partial<Pick<OperationInput, 'client' | 'left'>>;
/** A series as it travels: columns by their names. */
type Columns = { since: number | null } & { [Name in MarketColumn]?: Column };

/** What seconds and minutes begin with is asked anew after this time, in milliseconds; and what moved most. */
const BEGINS_MS = 60_000;
const MOVES_MS = 10_000;

/** Half of what is kept: the middle of a market, cut to whole micro-USD. */
const half = (doubled: number): number => Math.floor(doubled / 2);
/** The nearest number to a price in units of 10^-decimals USD. */
const usdOf = (price: number, decimals: number): number => Number(`${price}e-${decimals}`);

const numbersOf: Readonly<Record<MarketColumn, (step: Step) => number | null>> = {
  bid: ({ bid }) => bid,
  ask: ({ ask }) => ask,
  trade: ({ last }) => last,
  volume: ({ volume }) => volume,
  open: ({ course }) => course?.open ?? null,
  high: ({ course }) => course?.high ?? null,
  low: ({ course }) => course?.low ?? null,
  close: ({ course }) => course?.close ?? null,
};
const isCourse = (name: MarketColumn): boolean => PRICE_COLUMNS.some((one) => one === name);

/** A price of a series, as it is kept, as it travels. */
function travelling({ kind, decimals }: Series, name: MarketColumn): (value: number) => number {
  if (kind === 'asset') return (value) => usdOf(value, decimals);
  return isCourse(name) ? half : (value) => value;
}

function columnsOf(
  series: Series | undefined,
  steps: readonly Step[],
  wanted: readonly MarketColumn[],
): Columns {
  const columns: Columns = { since: series?.since ?? null };
  for (const name of wanted) {
    const made = series && travelling(series, name);
    columns[name] = steps.map((step) => {
      const value = numbersOf[name](step);
      return value === null || !made ? null : made(value);
    });
  }
  return columns;
}

/** The unit to make steps from. */
function unitOf(step: number): Unit {
  if (step >= HOUR) return HOUR;
  if (step >= HOUR / 2) return FIVE_MINUTES;
  return step >= MINUTE ? MINUTE : FINE;
}

/** The shortest span that is kept of a time that begins at an instant; where nothing is kept, there is nothing longer. */
function finestOf({ fine, minutes, hours }: Begins, start: number): Unit {
  if (start >= fine || !Number.isFinite(Math.min(fine, minutes, hours))) return FINE;
  return start >= minutes ? MINUTE : HOUR;
}

/** Answers from the history to `/desk/v1`. */
export function historyHandlers({ db: open, mintOf, now }: AnswersOptions): Handlers {
  let begins: { readonly at: number; readonly of: ReturnType<typeof readBegins> } | undefined;
  const moves = new Map<Span, { readonly at: number; readonly of: Promise<Move[]> }>();
  const line = new Line();

  /** Of a clock that was ahead and has been set right nothing is kept: it would stay until the clock is there again. */
  const isFresh = (at: number, mostMs: number): boolean => Math.abs(now() - at) < mostMs;

  function database(): Db {
    const db = open();
    if (db) return db;
    throw new ServiceError('unavailable', 'INTERNAL', 'the history cannot be read at the moment');
  }
  /** Reads in its turn. @throws ServiceError `unavailable` where the database fails: what it says is for the log. */
  async function reading<T>({ client, left }: Asker, read: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await line.run(async () => read(database()), client?.(), left?.());
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      const message = 'the history cannot be read at the moment';
      throw new ServiceError('unavailable', 'INTERNAL', message, { cause });
    }
  }

  function beginsOf(db: Db): ReturnType<typeof readBegins> {
    if (begins && isFresh(begins.at, BEGINS_MS)) return begins.of;
    const of = readBegins(db);
    begins = { at: now(), of };
    of.then(
      ({ fine }) => Number.isFinite(fine),
      () => false,
    ).then((isLasting) => {
      // What has only just begun is asked again.
      if (!isLasting) begins = undefined;
    });
    return of;
  }

  /** The axis that was asked for, and for each of `all` its columns. */
  async function axisAndColumns(
    db: Db,
    query: AxisQuery,
    all: readonly (Series | undefined)[],
    columns: readonly MarketColumn[],
  ): Promise<{ axis: Omit<Axis, 'to'> & { now: number }; of: Columns[] }> {
    const known = [...new Map(all.flatMap((one) => (one ? [[one.id, one] as const] : []))).values()];
    const since = known.length === 0 ? null : Math.min(...known.map((one) => one.since));
    const kept = await beginsOf(db);
    const seconds = Math.floor(now() / 1_000);
    const axis = axisOf(query, {
      now: seconds,
      since,
      series: all.length,
      columns: columns.length,
      finest: (from) => {
        const start = Math.max(from, since ?? from);
        return finestOf(kept, start);
      },
    });
    const unit = unitOf(axis.step);
    const from = axis.from - leadOf(unit);
    const candles = await readCandles(db, known, unit, { from, to: axis.to });
    const isRecorded = recordedIn(
      unit === HOUR ? [] : await readRecordings(db, from * 1_000, axis.to * 1_000),
    );
    const steps = new Map(
      await oneByOne(known, ({ id }): [number, Step[]] => [
        id,
        stepsOf(candles.get(id) ?? [], unit, axis, isRecorded),
      ]),
    );
    const nothing = stepsOf([], unit, axis, isRecorded);
    const { to: _, ...rest } = axis;
    return {
      axis: { now: seconds, ...rest },
      of: await oneByOne(all, (one) => columnsOf(one, (one && steps.get(one.id)) ?? nothing, columns)),
    };
  }

  const byKey = async (db: Db, kind: Series['kind'], keys: readonly (string | undefined)[]) => {
    const wanted = [...new Set(keys.filter((key) => key !== undefined))];
    const found = new Map((await readSeries(db, kind, wanted)).map((one) => [one.key, one]));
    return keys.map((key) => (key === undefined ? undefined : found.get(key)));
  };
  const priceColumns = (names: readonly PriceColumn[] = PRICE_COLUMNS): readonly MarketColumn[] => names;

  /** What moved most, of which whoever asks is given as much as they want: it is read once for all. */
  function movesOf(span: Span): Promise<Move[]> {
    const known = moves.get(span);
    if (known && isFresh(known.at, MOVES_MS)) return known.of;
    const of = reading({}, (db) => readMoves(db, span, MAX_MOVERS, Math.floor(now() / 1_000)));
    moves.set(span, { at: now(), of });
    of.catch(() => moves.delete(span));
    return of;
  }

  return {
    seriesOfMarkets: ({ query: { marketIds, columns = MARKET_COLUMNS, ...query }, ...asker }) =>
      reading(asker, async (db) => {
        const all = await byKey(db, 'market', marketIds);
        const { axis, of } = await axisAndColumns(db, query, all, columns);
        const markets = of.map((one, nth): MarketSeriesWire => ({ marketId: marketIds[nth] ?? '', ...one }));
        return { ...axis, markets };
      }),
    seriesOfEvent: ({ params: { eventId }, query: { columns = MARKET_COLUMNS, ...query }, ...asker }) =>
      reading(asker, async (db) => {
        const all = await readEvent(db, eventId);
        if (all.length === 0) throw notFound('nothing is known of this event', 'eventId');
        const { axis, of } = await axisAndColumns(db, query, all, columns);
        const markets = of.map((one, nth): MarketSeriesWire => ({ marketId: all[nth]?.key ?? '', ...one }));
        return { ...axis, eventId, markets };
      }),
    seriesOfAssets: ({ query: { symbols, columns, ...query }, ...asker }) =>
      reading(asker, async (db) => {
        const all = await byKey(db, 'asset', symbols.map(mintOf));
        const { axis, of } = await axisAndColumns(db, query, all, priceColumns(columns));
        return { ...axis, assets: of.map((one, nth) => ({ symbol: symbols[nth] ?? '', ...one })) };
      }),
    seriesOfTokens: ({ query: { mints, columns, ...query }, ...asker }) =>
      reading(asker, async (db) => {
        const all = await byKey(db, 'asset', mints);
        const { axis, of } = await axisAndColumns(db, query, all, priceColumns(columns));
        return { ...axis, tokens: of.map((one, nth) => ({ mint: mints[nth] ?? '', ...one })) };
      }),
    listMovers: async ({ query: { span, limit = DEFAULT_MOVERS } }) => {
      const moved = (await movesOf(span)).slice(0, limit);
      const movers = moved.map(({ series, from, to, since }): MoverWire => {
        const [fromPrice, toPrice] = [half(from), half(to)];
        return {
          marketId: series.key,
          eventId: series.event,
          title: series.title,
          eventTitle: series.eventTitle,
          fromPrice: String(fromPrice),
          toPrice: String(toPrice),
          change: String(toPrice - fromPrice),
          since,
        };
      });
      return { now: Math.floor(now() / 1_000), span, movers };
    },
  };
}
