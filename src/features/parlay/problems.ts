import { formatUsd, type TokenAmount } from '@contract/money.ts';
import { PARLAY_LEGS, PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import { FREE_ENTRY_LAMPORTS, type ParlayMode } from '@/domain/parlay.ts';
import type { LiveLeg } from './live-legs.ts';
import { isDeadLeg } from './words.ts';

/** Fee of the network that a wallet must be able to pay, in lamports. */
const NETWORK_FEE = 10_000n;

export interface PlaceState {
  connected: boolean;
  canSign: boolean;
  halted: boolean;
  /** Whether the service refuses to open anything from where the reader is. */
  regionRefused: boolean;
  /** Spellings of the providers that can be traded here. */
  providers: readonly string[];
  mode: ParlayMode;
  /** Slips to place, each with its legs. */
  slips: readonly (readonly LiveLeg[])[];
  /** What the wallet holds of the mint to pay in; undefined while not known. */
  held: TokenAmount | undefined;
  lamports: bigint | undefined;
  mintName: string;
}

/** What stands between the reader and the order, the most important first. */
export type PlaceProblem = { kind: 'wallet' } | { kind: 'blocked'; text: string } | null;

const legProblem = (legs: readonly LiveLeg[]): string | null => {
  if (legs.length < PARLAY_LEGS) {
    const left = PARLAY_LEGS - legs.length;
    return `Pick ${left} more ${left === 1 ? 'leg' : 'legs'}`;
  }
  if (legs.some(isDeadLeg)) return 'Take off the leg that is no longer open';
  if (legs.some(({ state }) => state === 'loading')) return 'Reading the legs';
  if (legs.some(({ state }) => state === 'unknown')) return 'A leg could not be read';
  if (legs.some(({ price }) => price === null)) return 'A leg has no price now';
  return null;
};

/** Why nothing can be placed now; null when it can. */
export function placeProblem(state: PlaceState): PlaceProblem {
  const blocked = (text: string): PlaceProblem => ({ kind: 'blocked', text });
  const count = BigInt(state.slips.length);
  const legs = state.slips.map(legProblem).find((problem) => problem !== null);
  if (state.connected && !state.canSign) return blocked('This wallet cannot sign');
  if (state.regionRefused) return blocked('Not available in your region');
  if (state.halted) return blocked('Trading is halted');
  if (count === 0n) return blocked('No parlay to place');
  if (legs) return blocked(legs);
  const foreign = state.slips
    .flat()
    .some(({ market }) => market !== undefined && !state.providers.includes(market.provider));
  if (foreign) return blocked('A leg cannot be traded here');
  if (!state.connected) return { kind: 'wallet' };
  if (state.mode === 'paid' && state.held !== undefined && state.held < PARLAY_STAKE * count) {
    return blocked(`Needs ${formatUsd(PARLAY_STAKE * count)} of ${state.mintName}`);
  }
  if (
    state.mode === 'free' &&
    state.lamports !== undefined &&
    state.lamports < FREE_ENTRY_LAMPORTS * count + NETWORK_FEE
  ) {
    return blocked('Not enough SOL for the entry fee');
  }
  return null;
}
