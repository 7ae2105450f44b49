import { parseDecimal, parseUsd, toDecimalText } from '@contract/money.ts';
import { type PicoUsd, parsePicoUsd } from '@contract/triggers/price.ts';
import {
  changeBps,
  marketCapAt,
  priceAtChange,
  priceAtMarketCap,
  priceText,
  roundPrice,
} from '@/domain/trigger-price.ts';
import type { FormState, LevelId, Levels, LevelUnit } from './form-state.ts';

/** What a level is measured against. */
export interface MarketFacts {
  /** 10^-12 USD; null or undefined while unknown. */
  price: PicoUsd | null | undefined;
  /** Micro-USD; null where nobody says. */
  mcap: bigint | null;
}

export type Prices = Readonly<Record<LevelId, PicoUsd | undefined>>;

const PERCENT_DECIMALS = 2;
/** "12.5" percent as basis points; undefined for anything that is no percentage of two decimals. */
export const parsePercent = (text: string): bigint | undefined => parseDecimal(text, PERCENT_DECIMALS);
const percentText = (bps: bigint): string => toDecimalText(bps < 0n ? -bps : bps, PERCENT_DECIMALS);

const isEmpty = (text: string): boolean => /^[0.]*$/.test(text);

/** A distance knows its direction from what it is for, so that it cannot lie on the wrong side. */
const isUp = (id: LevelId, condition: FormState['condition']): boolean =>
  id === 'tp' || (id === 'trigger' && condition === 'above');

function readLevel(
  text: string,
  unit: LevelUnit,
  base: bigint | null | undefined,
  up: boolean,
  market: MarketFacts,
): PicoUsd | undefined {
  if (isEmpty(text)) return undefined;
  switch (unit) {
    case 'price': {
      const price = parsePicoUsd(text);
      return price !== undefined && price > 0n ? price : undefined;
    }
    case 'percent': {
      const bps = parsePercent(text);
      if (bps === undefined || base === null || base === undefined) return undefined;
      return priceAtChange(base, up ? bps : -bps);
    }
    case 'mcap': {
      const cap = parseUsd(text);
      if (cap === undefined || market.mcap === null || !market.price) return undefined;
      const price = priceAtMarketCap(cap, market.mcap, market.price);
      return price === undefined ? undefined : roundPrice(price);
    }
  }
}

/** The prices that were typed. Distances of the pair behind an entry are measured from the entry, others from now. */
export function readLevels(
  state: Pick<FormState, 'kind' | 'unit' | 'levels' | 'condition'>,
  market: MarketFacts,
): Prices {
  const { unit, levels, condition, kind } = state;
  const trigger = readLevel(levels.trigger, unit, market.price, isUp('trigger', condition), market);
  const base = kind === 'otoco' ? trigger : market.price;
  return {
    trigger,
    tp: readLevel(levels.tp, unit, base, true, market),
    sl: readLevel(levels.sl, unit, base, false, market),
  };
}

function levelText(
  price: PicoUsd | undefined,
  unit: LevelUnit,
  base: bigint | null | undefined,
  market: MarketFacts,
) {
  if (price === undefined) return '';
  switch (unit) {
    case 'price':
      return priceText(price);
    case 'percent': {
      const bps = base ? changeBps(base, price) : undefined;
      return bps === undefined ? '' : percentText(bps);
    }
    case 'mcap': {
      const cap =
        market.mcap !== null && market.price ? marketCapAt(price, market.mcap, market.price) : undefined;
      return cap === undefined ? '' : toDecimalText((cap / 10_000n) * 10_000n);
    }
  }
}

/** The same prices in another unit. */
export function levelsAs(
  unit: LevelUnit,
  kind: FormState['kind'],
  prices: Prices,
  market: MarketFacts,
): Levels {
  const base = kind === 'otoco' ? prices.trigger : market.price;
  return {
    trigger: levelText(prices.trigger, unit, market.price, market),
    tp: levelText(prices.tp, unit, base, market),
    sl: levelText(prices.sl, unit, base, market),
  };
}
