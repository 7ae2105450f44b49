import type { Pubkey } from '@contract/ids.ts';
import { parseDecimal, parseUsd, toDecimalText } from '@contract/money.ts';
import { AUTO_SLIPPAGE_BPS, URGENT_SLIPPAGE_BPS } from '@contract/triggers/order.ts';
import { type PicoUsd, parsePicoUsd } from '@contract/triggers/price.ts';
import {
  changeBps,
  marketCapAt,
  priceAtChange,
  priceAtMarketCap,
  priceText,
  roundPrice,
} from '@/domain/trigger-price.ts';
import { isEmptyAmount } from '@/lib/typed-amount.ts';
import type { TriggerOrderTerms as OrderTerms } from '@/orders/deposit-intent.ts';
import type { ChartLine } from './chart-handle.tsx';
import { type FormState, LEVELS_OF, type LevelId, type Levels, type LevelUnit } from './form-state.ts';

/**
 * What a token is worth in all (micro-USD), and the price of that moment, which makes the supply of it: the price now is
 * told by another answer, and may have gone on.
 */
export interface MarketCap {
  worth: bigint;
  at: PicoUsd;
}

/** What a level is measured against. */
export interface MarketFacts {
  /** 10^-12 USD; null or undefined while unknown. */
  price: PicoUsd | null | undefined;
  /** Null where nobody says. */
  mcap: MarketCap | null;
}

export type Prices = Readonly<Record<LevelId, PicoUsd | undefined>>;

const PERCENT_DECIMALS = 2;
/** "12.5" percent as basis points; undefined for anything that is no percentage of two decimals. */
export const parsePercent = (text: string): bigint | undefined => parseDecimal(text, PERCENT_DECIMALS);
const percentText = (bps: bigint): string => toDecimalText(bps < 0n ? -bps : bps, PERCENT_DECIMALS);

/** A distance knows its direction from what it is for, so that it cannot lie on the wrong side. */
export const isUp = (id: LevelId, condition: FormState['condition']): boolean =>
  id === 'tp' || (id === 'trigger' && condition === 'above');

function readLevel(
  text: string,
  unit: LevelUnit,
  base: bigint | null | undefined,
  up: boolean,
  market: MarketFacts,
): PicoUsd | undefined {
  if (isEmptyAmount(text)) return undefined;
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
      const price = priceAtMarketCap(cap, market.mcap.worth, market.mcap.at);
      return price === undefined ? undefined : roundPrice(price);
    }
  }
}

/** What a level is measured from: the pair behind an entry from the entry, others from the price now. */
const baseOf = (
  id: LevelId,
  kind: FormState['kind'],
  prices: Pick<Prices, 'trigger'>,
  market: MarketFacts,
) => (kind === 'otoco' && id !== 'trigger' ? prices.trigger : market.price);

function sideOf(id: LevelId, kind: FormState['kind'], prices: Prices, market: MarketFacts) {
  const [price, base] = [prices[id], baseOf(id, kind, prices, market)];
  if (price === undefined || !base || price === base) return 'none';
  return price > base ? 'above' : 'below';
}

/** The prices that were typed. */
export function readLevels(
  state: Pick<FormState, 'kind' | 'unit' | 'levels' | 'condition'>,
  market: MarketFacts,
): Prices {
  const { unit, levels, condition, kind } = state;
  const trigger = readLevel(levels.trigger, unit, market.price, isUp('trigger', condition), market);
  const base = baseOf('tp', kind, { trigger }, market);
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
      const { mcap } = market;
      const cap = mcap !== null && market.price ? marketCapAt(price, mcap.worth, mcap.at) : undefined;
      return cap === undefined ? '' : toDecimalText((cap / 10_000n) * 10_000n);
    }
  }
}

/**
 * The same prices in another unit; empty where it cannot say one: the percentage of a stop-loss above the price now
 * would be read as one below.
 */
export function levelsAs(
  unit: LevelUnit,
  { kind, condition }: Pick<FormState, 'kind' | 'condition'>,
  prices: Prices,
  market: MarketFacts,
): Levels {
  const textOf = (id: LevelId) => levelText(prices[id], unit, baseOf(id, kind, prices, market), market);
  const levels = { trigger: textOf('trigger'), tp: textOf('tp'), sl: textOf('sl') };
  const read = readLevels({ kind, condition, unit, levels }, market);
  const kept = (id: LevelId): string => {
    const same = sideOf(id, kind, prices, market) === sideOf(id, kind, read, market);
    return read[id] !== undefined && same ? levels[id] : '';
  };
  return { trigger: kept('trigger'), tp: kept('tp'), sl: kept('sl') };
}

/** A line on the chart; those with `movable` can be dragged. */
export type TriggerLine = ChartLine<LevelId>;

/** Where the levels of the form lie. `trail`: basis points behind the best price, `now` the price it starts from. */
export function linesOf(
  state: FormState,
  prices: Prices,
  trail: bigint | undefined,
  now: PicoUsd | null | undefined,
) {
  const lines: TriggerLine[] = [];
  const add = (id: LevelId, label: string, tone: TriggerLine['tone']) => {
    const price = prices[id];
    if (price !== undefined) lines.push({ id, price, label, tone, movable: true });
  };
  if (state.kind === 'trailing' && trail !== undefined && now) {
    const away = (now * trail) / 10_000n;
    const price = (state.side === 'sell' ? now - away : now + away) as PicoUsd;
    lines.push({ id: 'trigger', price, label: 'Trailing, if set now', tone: 'neutral', movable: false });
  }
  if (state.kind === 'single' || state.kind === 'otoco') {
    add('trigger', state.side === 'sell' ? 'Sell' : 'Buy', 'neutral');
  }
  if (state.kind === 'oco' || state.kind === 'otoco') {
    add('tp', 'Take profit', 'up');
    add('sl', 'Stop loss', 'down');
  }
  return lines;
}

export interface TokenFacts {
  mint: Pubkey;
  symbol: string;
  name: string;
  decimals: number;
}

/** What is asked of the service, once nothing is missing. */
export interface OrderDraft {
  input: TokenFacts;
  amount: bigint;
  terms: OrderTerms;
}

/** Whose slippage can be set. */
export const SLIPPAGE_OF: Record<FormState['kind'], readonly LevelId[]> = {
  ...LEVELS_OF,
  trailing: ['trigger'],
};

/** Leaving a loss or chasing a breakout cannot wait for its price; taking a gain or buying a dip can. */
export function defaultSlippage(id: LevelId, { kind, side, condition }: FormState): bigint {
  const fires = kind === 'trailing' ? (side === 'sell' ? 'below' : 'above') : condition;
  const patient = id === 'tp' || (id === 'trigger' && (side === 'sell') === (fires === 'above'));
  return BigInt(patient ? AUTO_SLIPPAGE_BPS : URGENT_SLIPPAGE_BPS);
}

const MAX_SLIPPAGE_BPS = 10_000n;

/** The slippage that will hold at each level, default or typed, in basis points. */
export function slippageOf(state: FormState): { bps: Partial<Record<LevelId, bigint>>; invalid: boolean } {
  const bps: Partial<Record<LevelId, bigint>> = {};
  let invalid = false;
  for (const id of SLIPPAGE_OF[state.kind]) {
    const text = state.slippage[id];
    const typed = text === '' ? defaultSlippage(id, state) : text === null ? undefined : parsePercent(text);
    if (typed === undefined || typed > MAX_SLIPPAGE_BPS) invalid = true;
    else bps[id] = typed;
  }
  return { bps, invalid };
}

/** The order in the words of the service. */
export function termsOf(
  state: FormState,
  prices: Prices,
  trail: bigint | undefined,
  mints: Pick<OrderTerms, 'inputMint' | 'outputMint' | 'triggerMint' | 'inputAmount' | 'expiresAt'>,
): OrderTerms {
  const typed = (id: LevelId): number | undefined => {
    const text = state.slippage[id];
    const bps = text === '' || text === null ? undefined : parsePercent(text);
    return bps === undefined ? undefined : Number(bps);
  };
  const slippage = (name: 'slippageBps' | 'tpSlippageBps' | 'slSlippageBps', id: LevelId) => {
    const bps = typed(id);
    return bps === undefined ? {} : { [name]: bps };
  };
  const text = (id: LevelId): string => priceText(prices[id] ?? 0n);
  const entry = {
    triggerCondition: state.condition,
    triggerPriceUsd: text('trigger'),
    ...slippage('slippageBps', 'trigger'),
  };
  const pair = {
    tpPriceUsd: text('tp'),
    slPriceUsd: text('sl'),
    ...slippage('tpSlippageBps', 'tp'),
    ...slippage('slSlippageBps', 'sl'),
  };
  switch (state.kind) {
    case 'single':
      return { orderType: 'single', ...mints, ...entry };
    case 'trailing':
      return {
        orderType: 'single',
        ...mints,
        triggerCondition: state.side === 'sell' ? 'below' : 'above',
        trailingBps: Number(trail ?? 0n),
        ...slippage('slippageBps', 'trigger'),
      };
    case 'oco':
      return { orderType: 'oco', ...mints, ...pair };
    case 'otoco':
      return { orderType: 'otoco', ...mints, ...entry, ...pair };
  }
}
