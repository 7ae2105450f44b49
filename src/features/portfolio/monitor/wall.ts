import { sideOf } from '@contract/ids.ts';
import { absBig, MICRO, type MicroUsd, microUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { isHeld, type StatedPosition, worthOf } from '@/domain/portfolio.ts';
import { breakEvenBid } from '@/domain/position-line.ts';
import { knownWithin, type PriceSteps, stepsOnSide } from '@/domain/price-steps.ts';
import { type SortValue, sortRows } from '@/domain/sort-rows.ts';
import type { WallSort } from './wall-sorts.ts';

/** A position on the wall. */
export interface Tile extends StatedPosition {
  /** Prices of its own side within the last day; undefined until they have come. */
  steps: PriceSteps | undefined;
  /** How far its price went within that day, and with it the position; null where that is not known. */
  change: MicroUsd | null;
  moved: MicroUsd | null;
  /** Since when, Unix seconds; null where that is the whole day. */
  changeSince: number | null;
  /** Bid at which nothing is won or lost, and how far above it the bid of now is. */
  breakEven: MicroUsd | null;
  distance: MicroUsd | null;
  /** When its market closes, Unix seconds. */
  closesAt: number | null;
}

function tileOf({ position, state }: StatedPosition, day: PriceSteps | undefined): Tile {
  const { contractsMicro, totalCostUsd, markPriceUsd, sellPriceUsd } = position;
  const open = state.phase === 'open';
  const steps = day && stepsOnSide(day, sideOf(position.isYes));
  const first = steps?.steps.find((one) => one !== null)?.open;
  const change =
    !open || first === undefined || markPriceUsd === null ? null : microUsd(markPriceUsd - first);
  const breakEven = open ? breakEvenBid(contractsMicro, totalCostUsd) : null;
  return {
    position,
    state,
    steps,
    change,
    changeSince: (day && knownWithin(day)?.since) ?? null,
    moved: change === null ? null : microUsd((contractsMicro * change) / MICRO),
    breakEven,
    distance: breakEven === null || sellPriceUsd === null ? null : microUsd(sellPriceUsd - breakEven),
    closesAt: position.settlementDate ?? position.marketMetadata.closeTime,
  };
}

function valueBy({ position, state, moved, closesAt }: Tile, sort: WallSort): SortValue {
  switch (sort) {
    case 'move':
      return moved === null ? null : absBig(moved);
    case 'value':
      return worthOf(position, state);
    case 'time':
      return closesAt;
  }
}

/** Tiles of what is held: what has moved its position furthest first, or the largest, or what closes first. */
export function wallOf(
  positions: readonly StatedPosition[],
  dayOf: (position: Position) => PriceSteps | undefined,
  sort: WallSort,
): readonly Tile[] {
  const tiles = positions
    .filter(({ state }) => isHeld(state.phase))
    .map((one) => tileOf(one, dayOf(one.position)));
  return sortRows(tiles, sort === 'time' ? sort : `-${sort}`, valueBy);
}

/** Least width and height of a tile in pixels, in which none of its figures is cut, and the shape that reads best. */
const LEAST = { width: 320, height: 208 };
const SHAPE = 1.55;

/** In how many columns so many tiles fill a room of this size best, in pixels. */
export function columnsFor(tiles: number, { width, height }: { width: number; height: number }): number {
  const most = Math.max(1, Math.min(tiles, Math.floor(width / LEAST.width)));
  let best = { columns: 1, cost: Number.POSITIVE_INFINITY };
  for (let columns = 1; columns <= most; columns += 1) {
    const rows = Math.ceil(tiles / columns);
    const shape = width / columns / Math.max(LEAST.height, height / rows);
    const empty = (rows * columns - tiles) / (rows * columns);
    const scrolls = rows * LEAST.height > height ? rows / Math.ceil(tiles / most) - 1 : 0;
    const cost = Math.abs(Math.log(shape / SHAPE)) + empty + 2 * scrolls;
    if (cost < best.cost) best = { columns, cost };
  }
  return best.columns;
}

/** A drawn line in a box of 100 by 100, y from the top: paths of what is known, points between gaps, a level. */
export interface TileLine {
  path: string;
  dots: readonly { x: number; y: number }[];
  /** Where the break-even lies; undefined where it is too far from the prices to be on their scale. */
  level: number | undefined;
}

const BOX = 100;
/** A quiet price stays a quiet line: the height stands for so many micro-dollars at least. */
const LEAST_SPAN = 40_000;
/** The level is on the scale as long as that leaves the line so much of its height. */
const LINE_SHARE = 0.3;

/** The prices of a tile and its price of now as a line of steps; undefined where none is known. */
export function tileLine({ steps, breakEven, position, state }: Tile): TileLine | undefined {
  const present = state.phase === 'open' ? position.markPriceUsd : null;
  const closes = (steps?.steps ?? []).map((one) => one?.close ?? null);
  const levels = [...closes, present].map((price) => (price === null ? null : Number(price)));
  const known = levels.flatMap((level) => level ?? []);
  if (known.length === 0) return undefined;
  let [low, high] = [Math.min(...known), Math.max(...known)];
  const own = Math.max(LEAST_SPAN, high - low);
  const even = breakEven === null ? undefined : Number(breakEven);
  const reach = even === undefined ? 0 : Math.max(high, even) - Math.min(low, even);
  const shown = even !== undefined && own >= reach * LINE_SHARE;
  if (shown) [low, high] = [Math.min(low, even), Math.max(high, even)];
  const span = Math.max(LEAST_SPAN, high - low);
  const top = (low + high + span) / 2;
  const yOf = (level: number): number => Math.round(((top - level) / span) * BOX * 10) / 10;
  const xOf = (index: number): number => Math.round((index / Math.max(1, levels.length - 1)) * BOX * 10) / 10;
  const parts: string[] = [];
  const dots: { x: number; y: number }[] = [];
  for (const [index, level] of levels.entries()) {
    if (level === null) continue;
    const before = levels[index - 1] ?? null;
    const [x, y] = [xOf(index), yOf(level)];
    if (before !== null) parts.push(`H${x}V${y}`);
    else if ((levels[index + 1] ?? null) === null) dots.push({ x, y });
    else parts.push(`M${x} ${y}`);
  }
  return { path: parts.join(''), dots, level: shown ? yOf(even) : undefined };
}
