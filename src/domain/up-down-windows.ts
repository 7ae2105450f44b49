import type { MarketId } from '@contract/ids.ts';
import { type MicroUsd, microUsd } from '@contract/money.ts';
import { type PicoUsd, picoUsd } from '@contract/triggers/price.ts';
import type { AssetHistory } from './asset-history.ts';
import { probabilityOf } from './events.ts';
import type { PriceSteps } from './price-steps.ts';
import { type Distance, distanceOf, type RoundPhase, roundPhase } from './round-quote.ts';
import { assetOfRound, type Round, roundLengthOf, roundNameOf } from './rounds.ts';
import { asPrice, chanceAbove, priceAt, type Scored, volatilityAt } from './up-down-model.ts';
import type { WindowColumn } from './window-columns.ts';

const PICO_PER_MICRO = 1_000_000n;

/** What is known of an asset when its windows are looked at. */
export interface AssetNow {
  /** The present price; null where nobody tells it. */
  price: PicoUsd | null;
  /** Local Unix ms at which that was so. */
  at: number;
  /** Whether that price is younger than it has to be. */
  isFresh: boolean;
  history: AssetHistory | undefined;
}

/** An up-or-down window as a line of the board. Prices of the asset in 10^-12 USD, chances of Up in micro-USD. */
export interface WindowRow {
  round: Round;
  name: string;
  length: string;
  phase: RoundPhase;
  /** What the price has to hold or beat; null until it is known. */
  strike: PicoUsd | null;
  price: PicoUsd | null;
  /** Local Unix ms at which a price was told that is too old by now; null while it is young enough. */
  oldFrom: number | null;
  distance: Pick<Distance<PicoUsd>, 'difference' | 'ppm'> | null;
  odds: MicroUsd | null;
  model: MicroUsd | null;
  /** Why there is no model; undefined where there is one. */
  why: string | undefined;
  /** Model less odds. */
  difference: MicroUsd | null;
}

/** What the service says of the strike, else the price that the history has of the opening. */
function strikeOf({ up, beginAt }: Round, history: AssetHistory | undefined): PicoUsd | null {
  if (up.strikePriceUsd !== null && up.strikePriceUsd !== undefined)
    return picoUsd(up.strikePriceUsd * PICO_PER_MICRO);
  return history ? priceAt(history, beginAt) : null;
}

/** A window at `now`, Unix seconds by the service's clock. `isFresh`: whether its odds are young enough. */
export function windowRow(round: Round, asset: AssetNow, isFresh: boolean, now: number): WindowRow {
  const { event, up, beginAt, closeAt } = round;
  const phase = roundPhase(round, now);
  const running = phase === 'running';
  const strike = running ? strikeOf(round, asset.history) : null;
  const odds = probabilityOf(up);
  const volatility = asset.history && volatilityAt(asset.history, Math.min(now, asset.history.toldAt));
  const { price } = asset;
  const chance =
    strike !== null && price !== null && volatility !== undefined
      ? chanceAbove(price, strike, volatility, closeAt - now)
      : undefined;
  const why = !running
    ? now < beginAt
      ? 'Known when the window begins'
      : 'The window is over'
    : strike === null
      ? 'The price to beat is not known'
      : price === null
        ? 'The price now is not known'
        : !asset.isFresh
          ? 'The price is too old'
          : odds !== null && !isFresh
            ? 'The odds are too old'
            : chance === undefined
              ? 'Too little is known of the last half hour'
              : undefined;
  const model = why === undefined && chance !== undefined ? asPrice(chance) : null;
  return {
    round,
    name: roundNameOf(event),
    length: roundLengthOf(event) ?? '',
    phase,
    strike,
    price,
    oldFrom: price === null || asset.isFresh ? null : asset.at,
    distance: distanceOf({ strike, last: price }),
    odds,
    model,
    why,
    difference: model === null || odds === null ? null : microUsd(model - odds),
  };
}

/**
 * When windows of a length are scored: with so many seconds left, a third where steps of a history allow, and the step
 * that falls on that instant and on openings.
 */
export const SCORING: Readonly<Record<string, { left: number; step: number } | undefined>> = {
  '5m': { left: 120, step: 60 },
  '15m': { left: 300, step: 300 },
  '1h': { left: 1_200, step: 600 },
};

/** The price of YES that held at an instant on a step's beginning: the last one of the step before it. */
function heldAt({ from, step, steps }: PriceSteps, instant: number): MicroUsd | null {
  return steps[(instant - from) / step - 1]?.close ?? null;
}

/**
 * What model and market said of windows that are over, from the histories; left out is what was no decision, and
 * where either of them is not known. In the order given.
 */
export function scoreWindows(
  rounds: readonly Round[],
  assets: ReadonlyMap<string, AssetHistory>,
  markets: ReadonlyMap<MarketId, PriceSteps>,
): Scored[] {
  return rounds.flatMap((round): Scored[] => {
    const { event, up, closeAt, result } = round;
    const scoring = SCORING[roundLengthOf(event) ?? ''];
    const symbol = assetOfRound(event);
    const history = symbol === undefined ? undefined : assets.get(symbol);
    const steps = markets.get(up.marketId);
    if (!scoring || !history || !steps || (result !== 'up' && result !== 'down')) return [];
    const instant = closeAt - scoring.left;
    const [strike, price] = [strikeOf(round, history), priceAt(history, instant)];
    const [volatility, market] = [volatilityAt(history, instant), heldAt(steps, instant)];
    if (strike === null || price === null || volatility === undefined || market === null) return [];
    const model = chanceAbove(price, strike, volatility, scoring.left);
    return model === undefined ? [] : [{ model, market: Number(market) / 1_000_000, up: result === 'up' }];
  });
}

/** What a row is sorted by. */
export const windowValue = (row: WindowRow, column: WindowColumn): bigint | number | string | null => {
  switch (column) {
    case 'asset':
      return row.name;
    case 'distance':
      return row.distance?.ppm ?? null;
    case 'left':
      return row.round.closeAt;
    default:
      return row[column];
  }
};
