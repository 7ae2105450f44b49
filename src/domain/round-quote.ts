import {
  divHalfEven,
  type MicroContracts,
  type MicroUsd,
  maxBig,
  microContracts,
  microUsd,
  minBig,
} from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import type { AssetHistory } from './asset-history.ts';
import type { SideBook } from './book.ts';
import { type SideQuote, sideQuote } from './events.ts';
import {
  type BuyQuote,
  clampPrice,
  type NoQuote,
  quoteBuy,
  quoteSell,
  type SellQuote,
  snapDown,
  snapUp,
} from './quote.ts';
import type { Round } from './rounds.ts';

/** Side of an up/down round; each is a market of its own, of which one holds YES. */
export type RoundSide = 'up' | 'down';

export type RoundPhase = 'upcoming' | 'running' | 'settling' | 'settled';

/** Where a round stands. `now` is the service's clock in Unix seconds; a result counts whatever the clock says. */
export function roundPhase(round: Round, now: number): RoundPhase {
  if (round.result !== 'pending') return 'settled';
  if (now >= round.closeAt || round.up.status !== 'open') return 'settling';
  return now < round.beginAt ? 'upcoming' : 'running';
}

export const marketOf = (round: Round, side: RoundSide): Market | undefined =>
  side === 'up' ? round.up : round.down;

/** What a contract of a side costs and brings; null where nobody quotes it. */
export function sideQuoteOf(round: Round, side: RoundSide): Pick<SideQuote, 'buy' | 'sell'> {
  const market = marketOf(round, side);
  return market ? sideQuote(market, 'yes') : { buy: null, sell: null };
}

/** The middle of what a side costs and brings; null unless both are quoted. */
export function quotedMid(market: Market): MicroUsd | null {
  const { buy, sell } = sideQuote(market, 'yes');
  return buy === null || sell === null ? null : microUsd((buy + sell) / 2n);
}

/** Whether a side takes orders: the round is not over and the service does not say otherwise. */
export const isTradable = (round: Round, side: RoundSide, now: number): boolean => {
  const market = marketOf(round, side);
  return market !== undefined && market.status === 'open' && market.tradable !== false && now < round.closeAt;
};

/** Prices of the asset a round is decided by, micro-USD; null where the service does not say them. */
export interface RoundPrices {
  /** At the round's start: what has to be held or beaten. */
  strike: MicroUsd | null;
  /** At the close once that is told, else the last one. */
  last: MicroUsd | null;
}

export const roundPrices = ({ up }: Round): RoundPrices => ({
  strike: up.strikePriceUsd ?? null,
  last: up.closePriceUsd ?? up.currentPriceUsd ?? null,
});

export interface Distance<Price extends bigint = MicroUsd> {
  /** Last price less the strike, signed. */
  difference: Price;
  /** Share of the strike in millionths, signed, half-even. */
  ppm: bigint;
  /** The side that would win at this price: a price that stands on the strike is Up's. */
  leading: RoundSide;
}

/** How far the price is from the strike, both in the same unit; null until both are known. */
export function distanceOf<Price extends bigint>({
  strike,
  last,
}: Record<'strike' | 'last', Price | null>): Distance<Price> | null {
  if (strike === null || last === null || strike <= 0n) return null;
  const difference = ((last as bigint) - strike) as Price;
  return {
    difference,
    ppm: divHalfEven(difference * 1_000_000n, strike),
    leading: difference >= 0n ? 'up' : 'down',
  };
}

/** A provider of rounds shows no book: its quote is one price a side, taken to hold for any size allowed. */
const ANY_SIZE = microContracts(1_000_000_000_000n);
/** A round moves by whole cents from second to second: a limit leaves room for two of them at least. */
const LEAST_ROOM = 20_000n;
const BPS = 10_000n;

function quotedBook(market: Market): SideBook {
  const { buy, sell } = sideQuote(market, 'yes');
  const level = (price: MicroUsd | null) => (price === null ? [] : [{ price, size: ANY_SIZE }]);
  return { asks: level(buy), bids: level(sell) };
}

const room = (price: MicroUsd, slippageBps: bigint): bigint =>
  maxBig(LEAST_ROOM, (price * slippageBps) / BPS);

/** What `deposit` buys at the price quoted, fees included, and the highest price the order may pay. */
export function quoteRoundBuy(market: Market, deposit: MicroUsd, slippageBps: bigint): BuyQuote | NoQuote {
  const quote = quoteBuy(quotedBook(market), { by: 'money', deposit });
  if (quote.action === 'none') return quote;
  const { worst } = quote;
  return { ...quote, cap: clampPrice(snapDown(worst + room(worst, slippageBps), worst)) };
}

/** What a sale of `contracts` brings at the price quoted, and the lowest price it may take. */
export function quoteRoundSell(
  market: Market,
  contracts: MicroContracts,
  slippageBps: bigint,
): SellQuote | NoQuote {
  const quote = quoteSell(quotedBook(market), contracts);
  if (quote.action === 'none') return quote;
  const { worst } = quote;
  return { ...quote, cap: clampPrice(snapUp(worst - room(worst, slippageBps), worst)) };
}

/** Most that can be spent on one order: what the wallet holds, within the provider's limit. */
export const mostToSpend = (held: bigint, limit: MicroUsd | null): bigint =>
  limit === null ? held : minBig<bigint>(held, limit);

/** A point of the price line against the strike: Unix seconds, and dollars as pixels need them. */
export interface LinePoint {
  time: number;
  /** Absent where nothing is known: before the first observation, and in what is still to come. */
  value?: number;
  /** The next price is so much later that nothing is known of what lies between. */
  gapAfter?: true;
}

export interface SeenPrice {
  time: number;
  price: MicroUsd;
}

/** Seconds of a step of the line. */
export const LINE_STEP = 5;
/** Seconds without a price that are still one line, where it is asked for every few. */
const UNSEEN = 30;
const MICRO = 1_000_000;
const PICO = 1e12;

/**
 * A round's price line at even steps over its whole length, so that time runs straight and what is to come stays
 * open: the strike at its start, each step the last price known of it, the closing price at its end. `history` is
 * what the service tells, `seen` what was seen since, oldest first. Nothing leads over a time of which nothing is known:
 * there is a gap.
 */
export function roundLine(
  { beginAt, closeAt, up }: Round,
  history: AssetHistory | undefined,
  seen: readonly SeenPrice[],
): LinePoint[] {
  const steps = Math.max(1, Math.floor((closeAt - beginAt) / LINE_STEP));
  const values: (number | undefined)[] = Array.from({ length: steps + 1 });
  const silent = new Set<number>();
  const placeOf = (time: number): number => Math.floor((time - beginAt) / LINE_STEP);
  const put = (time: number, price: MicroUsd | null | undefined) => {
    const at = placeOf(time);
    if (price !== null && price !== undefined && at >= 0 && at <= steps) values[at] = Number(price) / MICRO;
  };
  for (const [k, price] of history?.close.entries() ?? []) {
    const { from, step, toldAt } = history as AssetHistory;
    const at = placeOf(Math.min(from + (k + 1) * step - 1, toldAt));
    if (at < 0 || at > steps) continue;
    if (price === null) silent.add(at);
    else values[at] = Number(price) / PICO;
  }
  const told = history?.toldAt ?? Number.NEGATIVE_INFINITY;
  // Of a time of which the history knows nothing that is known which was seen.
  for (const { time, price } of seen)
    if (time > told || values[placeOf(time)] === undefined) put(time, price);
  put(beginAt, up.strikePriceUsd);
  put(closeAt, up.closePriceUsd);
  const bridged = Math.max(UNSEEN, history?.step ?? 0);
  let later: number | undefined;
  let isBroken = false;
  return values
    .map((value, at) => ({ value, at }))
    .reverse()
    .map(({ value, at }): LinePoint => {
      const time = beginAt + at * LINE_STEP;
      if (value === undefined) {
        isBroken ||= silent.has(at);
        return { time };
      }
      const gap = later !== undefined && (isBroken || (later - at) * LINE_STEP > bridged);
      later = at;
      isBroken = false;
      return { time, value, ...(gap && { gapAfter: true }) };
    })
    .reverse();
}

/** Points that no line leads to or from: each is seen only where it is marked by itself. */
export function loneOnes(line: readonly LinePoint[]): (LinePoint & { value: number })[] {
  const known = line.flatMap(({ value, ...rest }) => (value === undefined ? [] : [{ ...rest, value }]));
  return known.filter(({ gapAfter }, at) => {
    const isLedTo = at > 0 && known[at - 1]?.gapAfter !== true;
    const leads = at < known.length - 1 && gapAfter !== true;
    return !isLedTo && !leads;
  });
}
