import type { MicroUsd } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { isHeld, type PositionState, positionState, unrealisedOf, worthOf } from './portfolio.ts';

/** What came of a position, or would now; null where nobody can say. */
export interface PositionResult {
  state: PositionState;
  /** Worth now, or what it has been paid. */
  value: MicroUsd | null;
  gain: MicroUsd | null;
}

export function resultOf(position: Position): PositionResult {
  const state = positionState(position);
  if (isHeld(state.phase))
    return { state, value: worthOf(position, state), gain: unrealisedOf(position, state) };
  const value = state.phase === 'claimed' ? position.claimedUsd : worthOf(position, state);
  return { state, value, gain: position.realizedPnlUsd };
}
