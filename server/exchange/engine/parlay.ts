import { MICRO, type MicroUsd, microUsd } from '@contract/money.ts';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import { MAX_FREE_PARLAY_PAYOUT, MAX_PARLAY_PAYOUT, parlayPayout } from '@contract/pricing.ts';
import type { Outcome } from './position.ts';

export type ParlayMode = 'paid' | 'free';
export type LegState = 'open' | 'won' | 'lost' | 'cancelled';
/** One YES leg; `price` is what YES cost when the parlay was built, micro-USD as digits. */
export interface Leg {
  marketId: string;
  eventId: string;
  price: string;
  state: LegState;
}

const FREE_STAKE = microUsd(MICRO);

/** How a leg ends: only YES wins. A draw pays YES half at most, so a leg that ends in one is lost. */
export function legAfter(outcome: Outcome): Exclude<LegState, 'open'> {
  if (outcome === 'cancelled') return 'cancelled';
  return outcome === 'yes' ? 'won' : 'lost';
}

/** What the parlay pays when no leg is lost: a cancelled leg counts as price 1; free ones pay as if 1 USD was staked. */
export function payoutOfLegs(mode: ParlayMode, legs: readonly Leg[]): MicroUsd {
  const prices = legs.map(({ state, price }) => microUsd(state === 'cancelled' ? MICRO : BigInt(price)));
  return mode === 'paid'
    ? parlayPayout(microUsd(PARLAY_STAKE), prices, MAX_PARLAY_PAYOUT)
    : parlayPayout(FREE_STAKE, prices, MAX_FREE_PARLAY_PAYOUT);
}

/** One lost leg loses the parlay at once; it is won when no leg is open any more. */
export function statusOfLegs(legs: readonly Leg[]): 'open' | 'won' | 'lost' {
  if (legs.some(({ state }) => state === 'lost')) return 'lost';
  return legs.some(({ state }) => state === 'open') ? 'open' : 'won';
}
