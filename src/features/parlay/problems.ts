import { formatUsd, type TokenAmount } from '@contract/money.ts';
import { PARLAY_LEGS, PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import { FREE_ENTRY_LAMPORTS, type ParlayMode } from '@/domain/parlay.ts';
import { NEEDED_LAMPORTS } from '@/orders/lamports.ts';
import { preflight, type Standing, standingReasons } from '@/orders/preflight.ts';
import type { LiveLeg } from './live-legs.ts';
import { isDeadLeg } from './parlay-labels.ts';

export interface PlaceState extends Standing {
  /** Spellings of the providers that can be traded here. */
  providers: readonly string[];
  mode: ParlayMode;
  /** Somebody else pays the network for paid ones. */
  sponsored: boolean;
  /** Slips to place, each with its legs. */
  slips: readonly (readonly LiveLeg[])[];
  /** What the wallet holds of the mint to pay in; undefined while not known. */
  held: TokenAmount | undefined;
  mintName: string;
}

/** What stands between the reader and the order, the most important first. */
export type PlaceProblem = { kind: 'wallet' } | { kind: 'blocked'; text: string } | null;

const legProblem = (legs: readonly LiveLeg[]): string | false => {
  if (legs.length < PARLAY_LEGS) {
    const left = PARLAY_LEGS - legs.length;
    return `Pick ${left} more ${left === 1 ? 'leg' : 'legs'}`;
  }
  if (legs.some(isDeadLeg)) return 'Remove the leg that is no longer open';
  if (legs.some(({ state }) => state === 'loading')) return 'Loading the legs';
  if (legs.some(({ state }) => state === 'unknown')) return 'Couldn’t load a leg';
  if (legs.some(({ price }) => price === null)) return 'A leg has no price now';
  return false;
};

/** Why nothing can be placed now; null when it can. */
export function placeProblem(state: PlaceState): PlaceProblem {
  const { mode, held } = state;
  const count = BigInt(state.slips.length);
  const foreign = state.slips
    .flat()
    .some(({ market }) => market !== undefined && !state.providers.includes(market.provider));
  const free = mode === 'free';
  const needs = free ? FREE_ENTRY_LAMPORTS * count : 0n;
  const standing = standingReasons(state, {
    opens: true,
    needs: needs + (!free && state.sponsored ? 0n : NEEDED_LAMPORTS.fee),
  });
  const stake = PARLAY_STAKE * count;
  const [first] = preflight({
    ...standing,
    sol: standing.sol && (free ? 'Not enough SOL for the entry fee' : true),
    closed: [count === 0n && 'No parlay to place', ...state.slips.map(legProblem)],
    'read-only': foreign && 'A leg cannot be traded here',
    balance: !free && held !== undefined && held < stake && `Needs ${formatUsd(stake)} of ${state.mintName}`,
  });
  if (!first) return null;
  return first.reason === 'wallet' ? { kind: 'wallet' } : { kind: 'blocked', text: first.text };
}
