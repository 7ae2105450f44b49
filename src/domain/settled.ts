import { type MicroUsd, microUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { isHeld, type PositionState, positionState, unrealisedOf, worthOf } from './portfolio.ts';

/** What came of a position, or would now; null where nobody can say. */
export interface PositionResult {
  state: PositionState;
  /** Worth now, or what it has been paid. */
  value: MicroUsd | null;
  /** Value less cost, as far as the record keeps its cost: what was sold before its end is no part of either. */
  gain: MicroUsd | null;
}

export function resultOf(position: Position): PositionResult {
  const state = positionState(position);
  if (isHeld(state.phase))
    return { state, value: worthOf(position, state), gain: unrealisedOf(position, state) };
  const value = state.phase === 'claimed' ? position.claimedUsd : worthOf(position, state);
  const cost = position.totalCostUsd;
  return {
    state,
    value,
    gain: value === null || cost === 0n ? position.realizedPnlUsd : microUsd(value - cost),
  };
}
