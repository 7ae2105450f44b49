import { compareBig, type MicroUsd, microUsd } from '@contract/money.ts';
import type { PositionHistory } from '@contract/prediction/history.ts';
import type { Position } from '@contract/prediction/position.ts';
import type { AccountRow } from './account.ts';
import { type LegTimes, latestSettlement } from './parlay.ts';
import { type PositionState, positionState, type Total, totalOf, worthOf } from './portfolio.ts';
import { SETTLES, type Settles } from './settles.ts';
import { categoryOf as categoryOfEvent } from './topics.ts';

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

const DAY = 86_400;
/** By its settlement date, else by the moment its market closes. `now` in Unix seconds. */
export function settlesWithin(position: Position, state: PositionState, now: number): Settles {
  if (state.phase === 'claimable' || state.phase === 'settled') return 'settled';
  return settlesAtTime(position.settlementDate ?? position.marketMetadata.closeTime, now);
}

function settlesAtTime(at: number | null, now: number): Settles {
  if (at === null) return 'unknown';
  const left = at - now;
  if (left <= 0) return 'overdue';
  return left <= DAY ? 'day' : left <= 7 * DAY ? 'week' : left <= 30 * DAY ? 'month' : 'later';
}

/** Category of a position's event, as its card names it; "other" when the service does not name it. */
export const categoryOf = ({
  eventMetadata: { category, subcategory, tags },
}: Pick<Position, 'eventMetadata'>): string =>
  categoryOfEvent({ category: category.toLowerCase(), subcategory, tags: tags ?? [] }) || 'other';

export interface Exposure<Key extends string> {
  key: Key;
  /** What selling its positions now would bring, as far as they are priced. */
  worth: Total;
  /** What they have cost; null where a stake among them is not known. */
  cost: MicroUsd | null;
  positions: number;
}

/** Whether a result is still to come: what is settled is money to be collected, no exposure. */
const isExposed = ({ phase }: PositionState): boolean => phase === 'open' || phase === 'awaiting';

/** The most cost first, as cost is known of every position and worth is not; what is not known last. */
export function byCost(a: Exposure<string>, b: Exposure<string>): number {
  if (a.cost === null || b.cost === null) return Number(a.cost === null) - Number(b.cost === null);
  return compareBig(b.cost, a.cost) || (a.key < b.key ? -1 : 1);
}

/** Positions that still wait for their result, by a key: in the order of `keys` where that is given, else by cost. */
export function exposureBy<Key extends string>(
  positions: readonly Position[],
  keyOf: (position: Position, state: PositionState) => Key,
  keys?: readonly Key[],
): Exposure<Key>[] {
  const groups = new Map<Key, { position: Position; state: PositionState }[]>();
  for (const position of positions) {
    const state = positionState(position);
    if (!isExposed(state)) continue;
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
    .sort((a, b) => (keys ? keys.indexOf(a.key) - keys.indexOf(b.key) : byCost(a, b)));
}

/** Parlays that run, as one group; none where nothing runs. */
export function parlayExposure(rows: readonly AccountRow[]): Exposure<'parlays'>[] {
  const running = rows.filter(({ part, state }) => part === 'parlays' && state === 'running');
  if (running.length === 0) return [];
  const cost = totalOf(running.map((row) => row.cost));
  return [
    {
      key: 'parlays',
      worth: totalOf(running.map(({ worth }) => worth)),
      cost: cost.known < cost.of ? null : cost.sum,
      positions: running.length,
    },
  ];
}

/**
 * When a parlay is settled at the latest: with the last of its legs. A slip does not say it, their markets do; one of
 * which nobody says when it closes, or which has not been read, leaves it unknown.
 */
export function parlaySettles(legs: readonly (LegTimes | undefined)[], now: number): Settles {
  const known = legs.filter((leg) => leg !== undefined);
  const last = latestSettlement(known);
  return settlesAtTime(last?.complete && known.length === legs.length ? last.at : null, now);
}

export type ParlaysSettle = `parlays:${Settles}`;
/** Exposure by settlement, of positions and, after those of the same time, of parlays. */
export const bySettlement = (
  positions: readonly Exposure<Settles>[],
  rows: readonly AccountRow[],
  settlesOf: (parlayId: string) => Settles,
): Exposure<Settles | ParlaysSettle>[] =>
  SETTLES.flatMap((when) => [
    ...positions.filter(({ key }) => key === when),
    ...parlayExposure(rows.filter(({ key }) => settlesOf(key) === when)).map(
      (group): Exposure<ParlaysSettle> => ({ ...group, key: `parlays:${when}` }),
    ),
  ]);

/**
 * Shares in whole percent that add up to 100 (largest remainder first); all 0 where there is nothing to share.
 * `parts`: amounts of at least 0.
 */
export function percentShares(parts: readonly bigint[]): number[] {
  const all = parts.reduce((sum, part) => sum + part, 0n);
  if (all === 0n) return parts.map(() => 0);
  const whole = parts.map((part) => (part * 100n) / all);
  const missing = 100 - Number(whole.reduce((sum, percent) => sum + percent, 0n));
  const largest = parts
    .map((part, index) => ({ index, rest: (part * 100n) % all }))
    .toSorted((a, b) => compareBig(b.rest, a.rest))
    .slice(0, missing);
  const raised = new Set(largest.map(({ index }) => index));
  return whole.map((percent, index) => Number(percent) + (raised.has(index) ? 1 : 0));
}
