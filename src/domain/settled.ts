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
  /** What it cost; null where the record of one that has ended does not keep it. */
  cost: MicroUsd | null;
}

export function resultOf(position: Position): PositionResult {
  const state = positionState(position);
  if (isHeld(state.phase)) {
    const [value, gain] = [worthOf(position, state), unrealisedOf(position, state)];
    return { state, value, gain, cost: position.totalCostUsd };
  }
  const value = state.phase === 'claimed' ? position.claimedUsd : worthOf(position, state);
  const cost = position.totalCostUsd === 0n ? null : position.totalCostUsd;
  return {
    state,
    value,
    gain: value === null || cost === null ? position.realizedPnlUsd : microUsd(value - cost),
    cost,
  };
}
