import { type MicroUsd, microUsd } from '@contract/money.ts';
import type { PositionHistory } from '@contract/prediction/history.ts';
import type { Position } from '@contract/prediction/position.ts';
import { isHeld, type PositionState, positionState, type Total, totalOf, worthOf } from './portfolio.ts';
import type { Settles } from './settles.ts';

export interface WinRate {
  won: number;
  /** Positions held to a result. Draws and cancelled markets have no winner and do not count. */
  of: number;
}

type Names = Pick<PositionHistory, 'marketMetadata'>;
const hasNoWinner = ({ marketMetadata }: Names): boolean => {
  const status = marketMetadata?.status.toLowerCase();
  return (
    marketMetadata?.result === 'draw' || status === 'draw' || status === 'cancelled' || status === 'canceled'
  );
};

const rateOf = (results: Iterable<boolean>): WinRate => {
  let won = 0;
  let of = 0;
  for (const result of results) {
    of += 1;
    if (result) won += 1;
  }
  return { won, of };
};

/** Of the positions that were held to a result, those that won. */
export const winRateOfPositions = (
  rows: readonly Pick<PositionHistory, 'status' | 'marketMetadata'>[],
): WinRate =>
  rateOf(
    rows
      .filter(
        (row) =>
          (row.status === 'won' || row.status === 'claimed' || row.status === 'lost') && !hasNoWinner(row),
      )
      .map(({ status }) => status !== 'lost'),
  );

/** What a sale now would bring after fees: cost basis and the gain the service states; null where it states none. */
export const exitValueOf = (
  position: Pick<Position, 'totalCostUsd' | 'pnlUsdAfterFees'>,
  { phase }: PositionState,
): MicroUsd | null =>
  phase === 'open' && position.pnlUsdAfterFees !== null
    ? microUsd(position.totalCostUsd + position.pnlUsdAfterFees)
    : null;

const DAY = 86_400;
/** By its settlement date, else by the moment its market closes. `now` in Unix seconds. */
export function settlesWithin(position: Position, state: PositionState, now: number): Settles {
  if (state.phase === 'claimable' || state.phase === 'settled') return 'settled';
  const at = position.settlementDate ?? position.marketMetadata.closeTime;
  if (at === null) return 'unknown';
  const left = at - now;
  if (left <= 0) return 'overdue';
  return left <= DAY ? 'day' : left <= 7 * DAY ? 'week' : left <= 30 * DAY ? 'month' : 'later';
}

/** Category of a position's event; "other" when the service does not name it. */
export const categoryOf = ({ eventMetadata }: Pick<Position, 'eventMetadata'>): string =>
  eventMetadata.category.toLowerCase() || 'other';

export interface Exposure<Key extends string> {
  key: Key;
  /** Worth of its positions, as far as they are priced. */
  worth: Total;
  /** What they have cost. */
  cost: MicroUsd;
  positions: number;
}

/** Held positions by a key, the most cost first: cost is known of every position, worth is not. */
export function exposureBy<Key extends string>(
  positions: readonly Position[],
  keyOf: (position: Position, state: PositionState) => Key,
): Exposure<Key>[] {
  const groups = new Map<Key, { position: Position; state: PositionState }[]>();
  for (const position of positions) {
    const state = positionState(position);
    if (!isHeld(state.phase)) continue;
    const key = keyOf(position, state);
    groups.set(key, [...(groups.get(key) ?? []), { position, state }]);
  }
  return [...groups]
    .map(([key, group]) => ({
      key,
      worth: totalOf(group.map(({ position, state }) => worthOf(position, state))),
      cost: microUsd(group.reduce((sum, { position }) => sum + position.totalCostUsd, 0n)),
      positions: group.length,
    }))
    .sort((a, b) => (a.cost === b.cost ? (a.key < b.key ? -1 : 1) : a.cost < b.cost ? 1 : -1));
}
