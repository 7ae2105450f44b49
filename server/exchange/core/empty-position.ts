import { EMPTY_MONEY } from '../engine/position.ts';
import type { PositionRow } from '../writer/commit.store.ts';

type Names = Pick<PositionRow, 'pubkey' | 'owner' | 'marketId' | 'eventId' | 'isYes' | 'mint'>;

/** A position that holds nothing yet. */
export const emptyPosition = (names: Names, now: number): PositionRow => ({
  ...EMPTY_MONEY,
  ...names,
  openedAt: now,
  updatedAt: now,
  settledAt: null,
  closedAt: null,
});
