import type { Side } from '@contract/ids.ts';
import {
  divCeil,
  divFloor,
  divHalfEven,
  formatCents,
  formatCompact,
  formatContracts,
  formatWholeContracts,
  MICRO,
  type MicroContracts,
  type MicroUsd,
  microContracts,
  microUsd,
  ONE_USD,
  ZERO_USD,
} from '@contract/money.ts';
import type { BookLevel, Orderbook } from '@contract/prediction/orderbook.ts';
import { averagePrice, bestFirst, costOf, proceedsOf } from '@contract/pricing.ts';

/** Width of a price step of the ladder, in micro-USD: 0.1, 0.5, 1 and 5 cents. */
export const GROUPINGS = [1_000n, 5_000n, 10_000n, 50_000n] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** One side of a market as an ordinary book, best price first on both sides. */
export interface SideBook {
  asks: readonly BookLevel[];
  bids: readonly BookLevel[];
}

/** `crossed`: somebody bids at or above the best ask, so the answer was caught halfway through a change. */
export type BookState = 'empty' | 'only-asks' | 'only-bids' | 'crossed' | 'two-sided';

const quoted = (level: BookLevel): boolean => level.size > 0n && level.price > 0n && level.price < ONE_USD;

/** Resting bids, ascending as promised; sorted again should the promise be broken. */
function ascending(levels: readonly BookLevel[]): BookLevel[] {
  const good = levels.filter(quoted);
  const sorted = good.every((level, i) => i === 0 || (good[i - 1]?.price ?? 0n) <= level.price);
  return sorted ? good : good.sort((a, b) => (a.price < b.price ? -1 : 1));
}

const complement = (levels: readonly BookLevel[]): BookLevel[] =>
  bestFirst(levels).map((level) => ({ price: microUsd(ONE_USD - level.price), size: level.size }));

/** The book of one side: its own bids, and the other side's bids seen as asks at 1 − p. */
export function sideBook(book: Orderbook | null, side: Side): SideBook {
  if (!book) return { asks: [], bids: [] };
  const own = ascending(side === 'yes' ? book.yes_dollars : book.no_dollars);
  const other = ascending(side === 'yes' ? book.no_dollars : book.yes_dollars);
  return { asks: complement(other), bids: bestFirst(own) };
}

export function bookState({ asks, bids }: SideBook): BookState {
  const [ask] = asks;
  const [bid] = bids;
  if (!ask && !bid) return 'empty';
  if (!bid) return 'only-asks';
  if (!ask) return 'only-bids';
  return bid.price >= ask.price ? 'crossed' : 'two-sided';
}

/** Half way between the best prices; null unless both are there and apart. */
export function midPrice(book: SideBook): MicroUsd | null {
  const [ask] = book.asks;
  const [bid] = book.bids;
  if (!ask || !bid || bid.price >= ask.price) return null;
  return microUsd(divHalfEven(ask.price + bid.price, 2n));
}

/** A price level as the ladder shows it; the text is made once and kept while the level stays the same. */
export interface LadderRow {
  /** "ask710000": one a price and side, the key of its row. */
  readonly id: string;
  readonly kind: 'ask' | 'bid';
  /** Grouped price: asks up, bids down. */
  readonly price: MicroUsd;
  readonly size: MicroContracts;
  /** Contracts from the best price to this one, and what they cost (or bring) before fees. */
  readonly total: MicroContracts;
  readonly cost: MicroUsd;
  readonly priceText: string;
  readonly sizeText: string;
  readonly totalText: string;
  /** Length of the depth bar, 0 to 1 in steps of 1/200. */
  readonly bar: number;
  /** The viewer has an open order here. */
  readonly mine: boolean;
}

export interface Ladder {
  readonly state: BookState;
  readonly side: Side;
  readonly grouping: Grouping;
  /** Best first. */
  readonly asks: readonly LadderRow[];
  readonly bids: readonly LadderRow[];
  /** Exact, before grouping. */
  readonly spread: MicroUsd | null;
  readonly mid: MicroUsd | null;
  /** Contracts a full bar stands for. */
  readonly scale: MicroContracts;
}

/** An open order of the viewer, as far as the ladder marks it. */
export interface OwnOrder {
  isYes: boolean;
  isBuy: boolean;
  /** The most a buy pays or the least a sale takes, per contract of its own side. */
  limit: MicroUsd;
}

interface Level {
  price: MicroUsd;
  size: bigint;
  cost: bigint;
}

/** Asks rounded up and bids down, so that the two sides of a grouped ladder never overlap. */
export function groupPrice(price: MicroUsd, kind: 'ask' | 'bid', step: bigint): MicroUsd {
  if (price % step === ZERO_USD) return price;
  return microUsd((kind === 'ask' ? divCeil(price, step) : divFloor(price, step)) * step);
}

function grouped(levels: readonly BookLevel[], kind: 'ask' | 'bid', step: bigint, most: number): Level[] {
  const out: Level[] = [];
  for (const level of levels) {
    const price = groupPrice(level.price, kind, step);
    const last = out[out.length - 1];
    const cost = (kind === 'ask' ? costOf : proceedsOf)(level.size, level.price);
    if (last?.price === price) {
      last.size += level.size;
      last.cost += cost;
    } else {
      if (out.length === most) break;
      out.push({ price, size: level.size, cost });
    }
  }
  return out;
}

const TEN = 10n * MICRO;
const BILLION = 1_000_000_000n * MICRO;
/** As long as the columns of the ladder are wide: a longer figure would lose its end there, and read as a smaller one. */
function ladderQuantity(value: bigint): string {
  if (value >= BILLION) return formatCompact(value / MICRO);
  return value < TEN ? formatContracts(value) : formatWholeContracts(value);
}

const BAR_STEPS = 200;

function rowsOf(
  levels: readonly Level[],
  kind: 'ask' | 'bid',
  step: bigint,
  scale: bigint,
  marked: ReadonlySet<string>,
  before: readonly LadderRow[] | undefined,
): LadderRow[] {
  const fine = step < 10_000n;
  // Most books keep their prices, so that rows are seldom looked for.
  let known: Map<bigint, LadderRow> | undefined;
  const rowAt = (price: bigint, index: number): LadderRow | undefined => {
    const row = before?.[index];
    if (row?.price === price) return row;
    known ??= new Map(before?.map((one) => [one.price, one]));
    return known.get(price);
  };
  const full = Number(scale);
  let total = 0n;
  let cost = 0n;
  return levels.map((level, index) => {
    total += level.size;
    cost += level.cost;
    const old = rowAt(level.price, index);
    const id = old?.id ?? `${kind}${level.price}`;
    // A length on the screen, not an amount.
    const bar = Math.floor((Number(total) / full) * BAR_STEPS) / BAR_STEPS;
    const mine = marked.has(id);
    if (
      old &&
      old.size === level.size &&
      old.total === total &&
      old.cost === cost &&
      old.bar === bar &&
      old.mine === mine
    ) {
      return old;
    }
    return {
      id,
      kind,
      price: level.price,
      size: microContracts(level.size),
      total: microContracts(total),
      cost: microUsd(cost),
      priceText: old?.priceText ?? formatCents(level.price, fine),
      sizeText: old?.size === level.size ? old.sizeText : ladderQuantity(level.size),
      totalText: old?.total === total ? old.totalText : ladderQuantity(total),
      bar,
      mine,
    };
  });
}

/** Row of the ladder where an order rests, seen from `side`: buying NO at p is selling YES at 1 − p. */
export function ownRowId({ isYes, isBuy, limit }: OwnOrder, side: Side, step: bigint): string {
  const sameSide = isYes === (side === 'yes');
  const kind = isBuy === sameSide ? 'bid' : 'ask';
  const price = sameSide ? limit : microUsd(ONE_USD - limit);
  return `${kind}${groupPrice(price, kind, step)}`;
}

const totalOf = (levels: readonly Level[]): bigint => levels.reduce((sum, level) => sum + level.size, 0n);

/** Keeps the last scale while it still fits, so that one level's change does not redraw every bar. */
function steadyScale(needed: bigint, last: bigint | undefined): bigint {
  if (last !== undefined && needed <= last && needed * 5n >= last * 3n) return last;
  return needed > 0n ? divCeil(needed * 11n, 10n) : 1n;
}

const NOBODY: readonly OwnOrder[] = [];
const LADDER_DEPTH = 20;

/**
 * The ladder of one side of a market. Give the last ladder as `previous`: rows that did not change come back as
 * the very same objects, so that a list of memoised rows draws only what moved.
 */
export function buildLadder(
  book: Orderbook | null,
  side: Side,
  grouping: Grouping,
  previous?: Ladder,
  own: readonly OwnOrder[] = NOBODY,
  depth = LADDER_DEPTH,
): Ladder {
  const levels = sideBook(book, side);
  const asks = grouped(levels.asks, 'ask', grouping, depth);
  const bids = grouped(levels.bids, 'bid', grouping, depth);
  const comparable = previous?.side === side && previous.grouping === grouping ? previous : undefined;
  const depthOfBoth = [totalOf(asks), totalOf(bids)];
  const needed = depthOfBoth.reduce((a, b) => (a > b ? a : b));
  const scale = steadyScale(needed, comparable?.scale);
  const marked = new Set(own.map((order) => ownRowId(order, side, grouping)));
  const [ask] = levels.asks;
  const [bid] = levels.bids;
  return {
    state: bookState(levels),
    side,
    grouping,
    asks: rowsOf(asks, 'ask', grouping, scale, marked, comparable?.asks),
    bids: rowsOf(bids, 'bid', grouping, scale, marked, comparable?.bids),
    spread: ask && bid && ask.price > bid.price ? microUsd(ask.price - bid.price) : null,
    mid: midPrice(levels),
    scale: microContracts(scale),
  };
}

/** Average price of everything from the best level to this row, before fees. */
export const averageTo = (row: LadderRow): MicroUsd => averagePrice(row.cost, row.total);

/** The finest grouping that tells the levels of this book apart: 0.1¢ when any price has a tenth, else 1¢. */
export function naturalGrouping(book: Orderbook | null): Grouping {
  const levels = [...(book?.yes_dollars ?? []), ...(book?.no_dollars ?? [])];
  if (levels.some(({ price }) => price % 5_000n !== ZERO_USD)) return 1_000n;
  return levels.some(({ price }) => price % 10_000n !== ZERO_USD) ? 5_000n : 10_000n;
}
