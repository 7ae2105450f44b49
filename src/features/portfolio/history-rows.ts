import { type MicroContracts, type MicroUsd, microUsd } from '@contract/money.ts';
import type { HistoryEvent, PositionHistory } from '@contract/prediction/history.ts';
import type { HistoryPage } from '@/api/history.queries.ts';
import { realisedOfPositions, type Total } from '@/domain/portfolio.ts';
import { type WinRate, winRateOfPositions } from '@/domain/portfolio-figures.ts';
import { positionsOf } from '@/domain/position-history.ts';
import { namesOf } from './market-label.view.tsx';
import type { HistoryKind, PortfolioSearch } from './search-params.ts';

/** What of the history is shown: positions, or single records of one kind. */
type HistoryRows = { by: 'position'; rows: PositionHistory[] } | { by: 'event'; rows: HistoryEvent[] };

const known = new WeakMap<readonly HistoryPage[], PositionHistory[]>();

/**
 * Loaded history by position, whichever version it came by. A row that moved from one page to the next between two
 * polls is kept once.
 */
export function historyRows(pages: readonly HistoryPage[]): PositionHistory[] {
  const before = known.get(pages);
  if (before) return before;
  const positions = new Map<string, PositionHistory>();
  const events = new Map<string, HistoryEvent>();
  for (const page of pages) {
    if (page.by === 'position') for (const row of page.data) positions.set(row.positionPubkey, row);
    else for (const row of page.data) events.set(row.id, row);
  }
  const rows = positions.size > 0 ? [...positions.values()] : positionsOf([...events.values()]);
  known.set(pages, rows);
  return rows;
}

type Names = Pick<HistoryEvent, 'marketMetadata' | 'eventMetadata'>;
function parlayNames({ eventMetadata, marketMetadata }: Names): Names {
  const leg = [...new Set([eventMetadata.title, marketMetadata.title])].filter((name) => name !== '');
  return {
    eventMetadata: { ...eventMetadata, title: 'Parlay' },
    marketMetadata: { ...marketMetadata, title: leg.join(' · ') },
  };
}

function asParlay(row: PositionHistory): PositionHistory {
  const [first] = row.events;
  if (!first) return row;
  const events = row.events.map((event) => ({ ...event, ...parlayNames(event) }));
  return { ...row, events, ...parlayNames(first) };
}

/**
 * Calls the positions that are parlays so: their records name one leg, which was never bought alone. `parlays`: the
 * keys of their positions.
 */
export const withParlays = (
  rows: readonly PositionHistory[],
  parlays: ReadonlySet<string>,
): readonly PositionHistory[] =>
  parlays.size === 0 ? rows : rows.map((row) => (parlays.has(row.positionPubkey) ? asParlay(row) : row));

/** Single records of loaded history, each once, newest first. */
export function recordsOf(rows: readonly PositionHistory[]): HistoryEvent[] {
  const all = rows.flatMap(({ events }) => events);
  return [...new Map(all.map((event) => [event.id, event])).values()].sort(
    (a, b) => b.timestamp - a.timestamp || Number(b.id) - Number(a.id),
  );
}

/** Single records of what is shown. */
export const recordsIn = (shown: HistoryRows): HistoryEvent[] =>
  shown.by === 'event' ? shown.rows : recordsOf(shown.rows);

/** What loaded history says in figures; `ofAll` is false while older pages exist. */
export interface HistoryFigures {
  realised: Total;
  winRate: WinRate;
  ofAll: boolean;
}
export function figuresIn(pages: readonly HistoryPage[]): HistoryFigures {
  const rows = historyRows(pages);
  const ofAll = pages.at(-1)?.pagination.hasNext !== true;
  return { realised: realisedOfPositions(rows), winRate: winRateOfPositions(rows), ofAll };
}

/** The quantity a record is about: filled, settled or ordered; null when it names none. */
export function quantityOf(event: HistoryEvent): MicroContracts | null {
  const candidates =
    event.eventType === 'order_filled'
      ? [event.filledContractsMicro, event.contractsMicro]
      : event.eventType === 'payout_claimed' || event.eventType === 'position_lost'
        ? [event.contractsSettledMicro, event.contractsMicro]
        : [event.contractsMicro, event.filledContractsMicro];
  return candidates.find((contracts) => contracts > 0n) ?? null;
}

interface NamedAmount {
  name: 'Deposit' | 'Cost' | 'Proceeds' | 'Returned' | 'Payout';
  value: MicroUsd;
}
/** The money a record moved, named; null when it moved none that is known. */
export function amountOf(event: HistoryEvent): NamedAmount | null {
  const named = (name: NamedAmount['name'], value: bigint | null): NamedAmount | null =>
    value === null || value <= 0n ? null : { name, value: microUsd(value) };
  switch (event.eventType) {
    case 'order_created':
      return event.isBuy ? named('Deposit', event.depositAmountUsd) : null;
    case 'order_filled':
      return event.isBuy
        ? named('Cost', event.totalCostUsd)
        : (named('Proceeds', event.netProceedsUsd) ?? named('Proceeds', event.grossProceedsUsd));
    case 'order_failed':
    case 'order_closed':
      return named('Returned', event.transferAmountToken);
    case 'payout_claimed':
      return named('Payout', event.payoutAmountUsd);
    default:
      return null;
  }
}

const KINDS: Record<HistoryKind, (event: HistoryEvent) => boolean> = {
  bought: ({ eventType, isBuy }) => eventType === 'order_filled' && isBuy,
  sold: ({ eventType, isBuy }) => eventType === 'order_filled' && !isBuy,
  paid: ({ eventType }) => eventType === 'payout_claimed',
  lost: ({ eventType }) => eventType === 'position_lost',
  unfilled: ({ eventType }) => eventType === 'order_failed',
  placed: ({ eventType }) => eventType === 'order_created',
};

/** First and last second of days in the reader's zone, Unix seconds. */
function secondsOf({ from, to }: Pick<PortfolioSearch, 'from' | 'to'>): { from: number; to: number } {
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
