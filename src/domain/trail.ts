import type { MicroContracts, MicroUsd } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Position } from '@contract/prediction/position.ts';
import { positionKeyOf } from './position-history.ts';

/** Where a position stood after what was booked at a moment. */
export interface Moment {
  /** Unix seconds. */
  at: number;
  contracts: MicroContracts;
  /** Cash it has brought so far (negative: taken), fees included. */
  cash: MicroUsd;
  /** What it pays, once its result is known: no price counts from then on. */
  settled: MicroUsd | null;
}

/** A position's way through the records. */
export interface Trail<Record> {
  /** Its first record, which names it. */
  record: Record;
  /** Oldest first, one a moment. */
  moments: readonly Moment[];
}

/**
 * Trails that go on to the result of what waits to be claimed: not every service has a record of it before it is paid,
 * and nobody quotes the market any more.
 */
export function withResults<R extends Pick<HistoryEvent, 'positionPubkey' | 'marketId' | 'isYes'>>(
  trails: readonly Trail<R>[],
  positions: readonly Pick<Position, 'pubkey' | 'claimable' | 'claimableAt' | 'payoutUsd'>[],
): readonly Trail<R>[] {
  const waiting = new Map<string, (typeof positions)[number]>(
    positions.flatMap((one) => (one.claimable && one.claimableAt !== null ? [[one.pubkey, one]] : [])),
  );
  if (waiting.size === 0) return trails;
  return trails.map((trail) => {
    const known = waiting.get(positionKeyOf(trail.record));
    const last = trail.moments.at(-1);
    if (!known || !last || last.settled !== null || last.contracts === 0n) return trail;
    // A record of the same moment, or a later one by a clock that is off, was before the result all the same.
    const at = Math.max(known.claimableAt ?? 0, last.at + 1);
    return { ...trail, moments: [...trail.moments, { ...last, at, settled: known.payoutUsd }] };
  });
}
