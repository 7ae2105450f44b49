import { type MicroUsd, microUsd } from '@contract/money.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import type { AssetHistory } from './asset-history.ts';

/*
 * The chance that an asset finishes above a price: a random walk of its logarithm without drift, at the volatility of
 * the last half hour. Probabilities are numbers from 0 to 1, no money.
 */

/** Seconds of the past that volatility is taken from, in steps of a minute; and how many of its 29 moves must be known. */
export const VOLATILITY_SECONDS = 1_800;
const LEAST_MOVES = 20;
/** Beyond this many standard deviations nothing is left that a number could tell. */
const FAR = 8;

/** The standard normal distribution function; exactly one half at 0 (Marsaglia, 2004, by its Taylor series). */
export function normalCdf(x: number): number {
  if (x <= -FAR) return 0;
  if (x >= FAR) return 1;
  let term = x;
  let sum = x;
  for (let odd = 3, before = Number.NaN; sum !== before; odd += 2) {
    before = sum;
    term *= (x * x) / odd;
    sum += term;
  }
  const chance = 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, chance));
}

const moveOf = (from: PicoUsd, to: PicoUsd): number => Math.log(Number(to) / Number(from));

/**
 * Standard deviation of the price's logarithm a square root of a second, from prices `step` seconds apart; undefined
 * where too few of them are known beside each other.
 */
export function volatilityOf(prices: readonly (PicoUsd | null)[], step: number): number | undefined {
  let moves = 0;
  let squares = 0;
  for (const [k, price] of prices.entries()) {
    const before = prices[k - 1] ?? null;
    if (price === null || before === null || price <= 0n || before <= 0n) continue;
    moves += 1;
    squares += moveOf(before, price) ** 2;
  }
  return moves < LEAST_MOVES ? undefined : Math.sqrt(squares / (moves * step));
}

/** Chance of finishing above the strike. `volatility` as above; undefined where a price is none. */
export function chanceAbove(
  price: PicoUsd,
  strike: PicoUsd,
  volatility: number,
  secondsLeft: number,
): number | undefined {
  if (price <= 0n || strike <= 0n) return undefined;
  const move = moveOf(strike, price);
  const deviation = volatility * Math.sqrt(Math.max(0, secondsLeft));
  if (deviation > 0) return normalCdf(move / deviation);
  return move === 0 ? 0.5 : move > 0 ? 1 : 0;
}

/** A chance as the price of a contract that pays a dollar, to compare it with one; none is nothing, none is certain. */
export const asPrice = (chance: number): MicroUsd =>
  microUsd(BigInt(Math.min(999_999, Math.max(1, Math.round(chance * 1_000_000)))));

/** The price at an instant (Unix seconds) as its history tells it: the first of the step, else the last before it. */
export function priceAt({ from, step, open, close }: AssetHistory, instant: number): PicoUsd | null {
  const k = (instant - from) / step;
  if (!Number.isInteger(k)) return close[Math.floor(k)] ?? null;
  return open[k] ?? close[k - 1] ?? null;
}

/** Volatility as it was known at an instant: of the time before it alone. */
export function volatilityAt({ from, step, close }: AssetHistory, instant: number): number | undefined {
  const end = Math.floor((instant - from) / step);
  const begin = end - Math.floor(VOLATILITY_SECONDS / step);
  return begin < 0 ? undefined : volatilityOf(close.slice(begin, end), step);
}

/** What was said of a window while it ran, and how it ended. Chances of Up. */
export interface Scored {
  model: number;
  market: number;
  up: boolean;
}

/** Mean squared distance of chances from what came (Brier, 1950): 0 knew it all, 0.25 said one half of everything. */
export interface ModelRecord {
  windows: number;
  model: number;
  market: number;
}

/** Most windows of a record, and fewest that tell anything. */
export const MOST_WINDOWS = 200;
export const LEAST_WINDOWS = 30;

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** The record over the first MOST_WINDOWS of them; undefined where they are too few. */
export function recordOf(all: readonly Scored[]): ModelRecord | undefined {
  const scored = all.slice(0, MOST_WINDOWS);
  if (scored.length < LEAST_WINDOWS) return undefined;
  const missed = (of: 'model' | 'market') => scored.map((one) => (one[of] - Number(one.up)) ** 2);
  return { windows: scored.length, model: meanOf(missed('model')), market: meanOf(missed('market')) };
}
