import { parseUsd } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { type Total, totalOf } from './portfolio.ts';

export type AccountSlip = Pick<
  ParlaySlip,
  | 'parlayId'
  | 'positionPubkey'
  | 'mode'
  | 'stakeUsd'
  | 'payoutUsd'
  | 'placedAt'
  | 'claimable'
  | 'isClaimed'
  | 'executionStatus'
>;

/** Records of an account, newest first or in any order; null while they have not come. */
interface RecordSources {
  records: readonly HistoryEvent[] | null;
  /** There are more, older than these. */
  hasUnreadRecords: boolean;
}

/** Where a parlay stands for the account; `over` has paid or has lost. */
type Standing = 'running' | 'claimable' | 'over' | 'unknown';

/** What the records tell of the ends of parlays: a slip does not say that it has lost. */
export interface Ends {
  /** Keys of positions that are over. */
  over: ReadonlySet<string>;
  /** Unix milliseconds from which on all records have been read. */
  since: number;
}

/** Null while records have not come. */
export function endsOf({ records, hasUnreadRecords }: RecordSources): Ends | null {
  if (records === null) return null;
  const ends = records.filter(
    ({ eventType }) => eventType === 'position_lost' || eventType === 'payout_claimed',
  );
  const oldest = records.reduce(
    (least, { timestamp }) => Math.min(least, timestamp),
    Number.POSITIVE_INFINITY,
  );
  return {
    over: new Set(ends.map(({ positionPubkey }) => positionPubkey)),
    // Records are dated in whole seconds, and not all of the oldest one's need to be here.
    since: hasUnreadRecords ? (oldest + 1) * 1_000 : 0,
  };
}

/** Running: placed since all records are read, none of which tells its end. */
export function standingOf(slip: AccountSlip, ends: Ends | null): Standing {
  if (slip.isClaimed || slip.executionStatus === 'failed') return 'over';
  if (slip.claimable) return 'claimable';
  if (ends === null) return 'unknown';
  if (slip.positionPubkey !== null && ends.over.has(slip.positionPubkey)) return 'over';
  return slip.placedAt >= ends.since ? 'running' : 'unknown';
}

/** Parlays that still run or wait to be claimed, as far as that is known. */
export function runningSlips<Slip extends AccountSlip>(
  slips: readonly Slip[],
  sources: RecordSources,
): Slip[] {
  const ends = endsOf(sources);
  return slips.filter((slip) => ['running', 'claimable'].includes(standingOf(slip, ends)));
}

/**
 * What free parlays have paid, by themselves: it lies in cash, and neither profit nor any record tells of it. Null while
 * parlays are not known; its sum is null where no payout can be read.
 */
export function freePayouts(slips: readonly AccountSlip[] | null): Total | null {
  const paid = slips?.filter(({ mode, isClaimed }) => mode === 'free' && isClaimed);
  return paid ? totalOf(paid.map(({ payoutUsd }) => parseUsd(payoutUsd) ?? null)) : null;
}
