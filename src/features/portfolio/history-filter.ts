import type { HistoryEvent, PositionHistory } from '@contract/prediction/history.ts';
import { type HistoryRows, recordsOf } from './history-rows.ts';
import { namesOf } from './market-label.view.tsx';
import type { HistoryKind, PortfolioSearch } from './search-params.ts';

const KINDS: Record<HistoryKind, (event: HistoryEvent) => boolean> = {
  bought: ({ eventType, isBuy }) => eventType === 'order_filled' && isBuy,
  sold: ({ eventType, isBuy }) => eventType === 'order_filled' && !isBuy,
  paid: ({ eventType }) => eventType === 'payout_claimed',
  lost: ({ eventType }) => eventType === 'position_lost',
  unfilled: ({ eventType }) => eventType === 'order_failed',
  placed: ({ eventType }) => eventType === 'order_created',
};

/** First and last second of days in the reader's zone, Unix seconds. */
export function secondsOf({ from, to }: Pick<PortfolioSearch, 'from' | 'to'>): { from: number; to: number } {
  const start = from === undefined ? Number.NaN : new Date(`${from}T00:00:00`).getTime();
  const end = to === undefined ? Number.NaN : new Date(`${to}T23:59:59`).getTime();
  return {
    from: Number.isNaN(start) ? Number.NEGATIVE_INFINITY : start / 1_000,
    to: Number.isNaN(end) ? Number.POSITIVE_INFINITY : end / 1_000,
  };
}

/**
 * History as the address narrows it. A kind names records, so it turns positions into their records; a day keeps the
 * positions that have a record on it.
 */
export function filterHistory(history: readonly PositionHistory[], search: PortfolioSearch): HistoryRows {
  const { kind, market, side } = search;
  const { from, to } = secondsOf(search);
  const named = (row: { marketId: string; isYes: boolean }): boolean =>
    (market === undefined || row.marketId === market) &&
    (side === undefined || (side === 'yes') === row.isYes);
  const within = (at: number | null): boolean => at !== null && at >= from && at <= to;
  if (kind !== undefined) {
    const rows = recordsOf(history).filter(
      (event) => named(event) && within(event.timestamp) && KINDS[kind](event),
    );
    return { by: 'event', rows };
  }
  const active = (row: PositionHistory): boolean =>
    within(row.openedAt) || within(row.closedAt) || row.events.some(({ timestamp }) => within(timestamp));
  const rows = history.filter(
    (row) => named(row) && ((search.from === undefined && search.to === undefined) || active(row)),
  );
  return { by: 'position', rows };
}

/** Markets that occur in the history, by name. */
export function marketsIn(history: readonly PositionHistory[]): { id: string; name: string }[] {
  const names = new Map<string, string>();
  for (const subject of history.flatMap((row) => row.events[0] ?? [])) {
    if (names.has(subject.marketId)) continue;
    const { event, outcome } = namesOf(subject);
    names.set(subject.marketId, outcome === null ? event : `${event} · ${outcome}`);
  }
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
