import type { MarketId } from '@contract/ids.ts';
import {
  divFloor,
  divHalfEven,
  MICRO,
  type MicroContracts,
  type MicroUsd,
  microUsd,
  ONE_USD,
} from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import {
  costOf,
  MAX_FREE_PARLAY_PAYOUT,
  MAX_PARLAY_PAYOUT,
  PARLAY_MARGIN_PERMILLE,
  parlayPayout,
  venueFee,
} from '@contract/pricing.ts';

export type ParlayMode = 'paid' | 'free';

/** Entry fee of one free parlay, in lamports. */
export const FREE_ENTRY_LAMPORTS = 1_000_000n;

/** What a parlay stakes, in micro-USD: a free one counts as one dollar. */
export const stakeOf = (mode: ParlayMode): MicroUsd => (mode === 'paid' ? microUsd(PARLAY_STAKE) : ONE_USD);
export const mostOf = (mode: ParlayMode): MicroUsd =>
  mode === 'paid' ? MAX_PARLAY_PAYOUT : MAX_FREE_PARLAY_PAYOUT;

/** Where a leg stands. A draw does not come true, so it loses; a cancelled leg counts as certain. */
export type LegState = 'open' | 'unquoted' | 'closed' | 'won' | 'lost' | 'cancelled';

export function legState(market: Market): LegState {
  if (market.status === 'cancelled') return 'cancelled';
  if (market.result === 'yes') return 'won';
  if (market.result === 'no' || market.result === 'draw') return 'lost';
  if (market.status !== 'open' || market.tradable === false) return 'closed';
  return market.pricing?.buyYesPriceUsd == null ? 'unquoted' : 'open';
}

/** The market of an event, when it has it. */
export const marketIn = (event: PredictionEvent, id: MarketId | string): Market | undefined =>
  event.markets.find(({ marketId }) => marketId === id);

/** Whether two parlays are on the same markets, in whatever order. */
export const sameLegs = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && [...a].sort().join('\n') === [...b].sort().join('\n');

export type LegTimes = Pick<Market, 'resolveAt' | 'closeTime'>;

/** When a leg is expected to be settled, Unix seconds; null when nobody says. */
export const settlesAt = (market: LegTimes): number | null => market.resolveAt ?? market.closeTime;

export interface ParlayFigures {
  /** Chance that every leg comes true when each is worth its price, in micro-USD of a dollar; rounded half even. */
  product: MicroUsd;
  /** Stake ÷ product: what a payout without a margin would be, rounded down. */
  fair: MicroUsd;
  offered: MicroUsd;
  /** The offered payout is the most that is paid, so more than the usual share is kept. */
  capped: boolean;
  /** What the house keeps of a fair payout, in tenths of a percent, before either is rounded to micro-dollars. */
  marginPermille: number;
  /** Cost of the offered payout by singles, each staking what the one before has paid, venue fees included. */
  asSingles: MicroUsd;
}

const multiplied = (prices: readonly MicroUsd[]): { above: bigint; below: bigint } => ({
  above: prices.reduce((product, price) => product * price, 1n),
  below: MICRO ** BigInt(prices.length),
});

/** Smallest stake that buys `payout` of contracts at `price`, its fee included. */
function singleCost(payout: MicroUsd, price: MicroUsd): MicroUsd {
  const contracts = payout as bigint as MicroContracts;
  return microUsd(costOf(contracts, price) + venueFee(contracts, price));
}

/** Payout breakdown of a parlay at YES buy prices (micro-USD, > 0); null while a price is missing. */
export function parlayFigures(prices: readonly (MicroUsd | null)[], mode: ParlayMode): ParlayFigures | null {
  const known = prices.filter((price): price is MicroUsd => price !== null && price > 0n);
  if (known.length === 0 || known.length !== prices.length) return null;
  const stake = stakeOf(mode);
  const { above, below } = multiplied(known);
  const fair = microUsd(divFloor(stake * below, above));
  const offered = parlayPayout(stake, known, mostOf(mode));
  const capped = offered === mostOf(mode);
  const margin = capped
    ? 1_000n - divHalfEven(offered * above * 1_000n, stake * below)
    : PARLAY_MARGIN_PERMILLE;
  return {
    product: microUsd(divHalfEven(above * ONE_USD, below)),
    fair,
    offered,
    capped,
    marginPermille: Number(margin),
    asSingles: known.toReversed().reduce(singleCost, offered),
  };
}

/** Latest of the moments at which legs are expected to settle; null when not one is known. */
export function latestSettlement(markets: readonly LegTimes[]): { at: number; complete: boolean } | null {
  const times = markets.map(settlesAt).filter((time): time is number => time !== null);
  return times.length === 0 ? null : { at: Math.max(...times), complete: times.length === markets.length };
}

/** Where a whole slip stands, by its flags first and its legs where the flags leave it open. */
export type SlipState =
  | 'confirming'
  | 'failed'
  | 'running'
  | 'unknown'
  | 'lost'
  | 'settling'
  | 'claimable'
  | 'paid';

/** `lost`: whether the records tell it lost; undefined where they do not reach so far, or there are none of it. */
export function slipState(
  slip: { claimable: boolean; isClaimed: boolean; executionStatus: string },
  legs: readonly (LegState | undefined)[],
  lost: boolean | undefined,
): SlipState {
  if (slip.isClaimed) return 'paid';
  if (slip.claimable) return 'claimable';
  if (slip.executionStatus === 'failed') return 'failed';
  if (lost || legs.includes('lost')) return 'lost';
  if (slip.executionStatus === 'pending') return 'confirming';
  const done = legs.length > 0 && legs.every((state) => state === 'won' || state === 'cancelled');
  if (done) return 'settling';
  return lost === undefined && legs.includes(undefined) ? 'unknown' : 'running';
}
