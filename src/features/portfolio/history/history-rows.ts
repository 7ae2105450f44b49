import type { MarketId, Pubkey } from '@contract/ids.ts';
import {
  formatUsd,
  type MicroContracts,
  type MicroUsd,
  microContracts,
  microUsd,
  parseUsd,
  ZERO_CONTRACTS,
} from '@contract/money.ts';
import type { HistoryEvent, PositionHistory } from '@contract/prediction/history.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import type { HistoryPage } from '@/api/history.queries.ts';
import { heldNameOf } from '@/domain/held-name.ts';
import { type Disposal, isBeforeFee, realisedByPosition } from '@/domain/ledger.ts';
import type { Total } from '@/domain/portfolio.ts';
import { type WinRate, winRateOfPositions } from '@/domain/portfolio-figures.ts';
import { positionKeyOf, positionsOf } from '@/domain/position-history.ts';
import { dayEnd, dayStart } from '@/lib/time.ts';
import type { HistoryKind, PortfolioSearch } from '../search-params.ts';

/** What of the history is shown: positions, or single records of one kind. */
type HistoryRows = { by: 'position'; rows: HistoryRow[] } | { by: 'event'; rows: HistoryEvent[] };

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

/** A past position, or a parlay; what it has realised is the sum of its disposals, null while there is none. */
export interface HistoryRow extends PositionHistory {
  parlay?: boolean;
  /** Of a parlay: what it was placed as. */
  slip?: ParlaySlip;
  /** Of the contracts bought, those that are sold; absent where that is all of them or none. */
  soldMicro?: MicroContracts;
}

type Names = Pick<HistoryEvent, 'marketMetadata' | 'eventMetadata'>;
const named = <Row extends Names>(row: Row, title: string, detail: string) => ({
  ...row,
  parlay: true,
  eventMetadata: { ...row.eventMetadata, title },
  marketMetadata: { ...row.marketMetadata, title: detail, subtitle: '' },
});

const parlayTitle = ({ legs }: Pick<ParlaySlip, 'legs'>): string => `Parlay of ${legs.length} legs`;
const dollars = (text: string): string => {
  const value = parseUsd(text);
  return value === undefined ? text : formatUsd(value);
};
const paysText = ({ stakeUsd, payoutUsd }: ParlaySlip): string =>
  `${dollars(stakeUsd)} for ${dollars(payoutUsd)}`;

/** The record of a loss names the leg that lost; any other names the first, which was never bought alone. */
function asParlay(row: PositionHistory, slip: ParlaySlip): PositionHistory {
  const [first] = row.events;
  if (!first) return row;
  const { marketMetadata, eventMetadata } = first;
  const leg = [...new Set([eventMetadata.title, marketMetadata.title])].filter((name) => name !== '');
  const detail = row.status === 'lost' ? `lost by ${leg.join(' · ')}` : paysText(slip);
  const events = row.events.map((event) => named(event, parlayTitle(slip), detail));
  return { ...row, ...named({ marketMetadata, eventMetadata }, parlayTitle(slip), detail), events };
}

/** A parlay that has no record: not yet, or never, where it has no position. Of such a one nobody says that it has lost. */
function withoutRecord(slip: ParlaySlip, owner: Pubkey): HistoryRow {
  const [leg] = slip.legs;
  const at = Math.floor(slip.placedAt / 1_000);
  const none = { totalContracts: 0n, totalContractsMicro: ZERO_CONTRACTS, totalContractsDecimal: '0' };
  const names = { title: paysText(slip), subtitle: '' };
  return {
    ...none,
    parlay: true,
    slip,
    positionPubkey: slip.positionPubkey ?? (slip.parlayId as Pubkey),
    ownerPubkey: owner,
    marketId: leg?.marketId ?? ('' as MarketId),
    isYes: true,
    status: slip.claimable
      ? 'won'
      : slip.isClaimed
        ? 'claimed'
        : slip.positionPubkey === null
          ? 'unknown'
          : 'open',
    entryPriceUsd: null,
    exitPriceUsd: null,
    realizedPnlUsd: null,
    feesPaidUsd: null,
    openedAt: at,
    closedAt: null,
    eventMetadata: { title: parlayTitle(slip) } as PositionHistory['eventMetadata'],
    marketMetadata: names as PositionHistory['marketMetadata'],
    events: [],
  };
}

/** A sum of which a part is not known is not known. */
const whole = (total: Total | undefined): MicroUsd | null =>
  total && total.known === total.of ? total.sum : null;

/**
 * History with every parlay named as one, those that run or wait to be claimed too, and with what each row has
 * realised from the same disposals as the headline and the file; null where that of one is not known.
 */
export function historyWith(
  rows: readonly PositionHistory[],
  slips: readonly ParlaySlip[],
  owner: Pubkey,
  disposals: readonly Disposal<HistoryEvent>[],
): HistoryRow[] {
  const byPosition = new Map<string, ParlaySlip>();
  for (const slip of slips) if (slip.positionPubkey !== null) byPosition.set(slip.positionPubkey, slip);
  const realised = realisedByPosition(disposals);
  const sold = new Map<string, bigint>();
  for (const { record, kind, contracts } of disposals) {
    const key = positionKeyOf(record);
    if (kind === 'sale') sold.set(key, (sold.get(key) ?? 0n) + contracts);
  }
  const told = new Set(rows.map(({ positionPubkey }) => positionPubkey as string));
  const recorded = rows.map((row): HistoryRow => {
    const slip = byPosition.get(row.positionPubkey);
    const some = sold.get(row.positionPubkey) ?? 0n;
    return {
      ...(slip ? { ...asParlay(row, slip), slip } : row),
      realizedPnlUsd: row.events.length === 0 ? row.realizedPnlUsd : whole(realised.get(row.positionPubkey)),
      ...(some > 0n && some < row.totalContractsMicro ? { soldMicro: microContracts(some) } : {}),
    };
  });
  const others = slips
    .filter(
      ({ positionPubkey, executionStatus }) =>
        executionStatus !== 'failed' && (positionPubkey === null || !told.has(positionPubkey)),
    )
    .map((slip) => withoutRecord(slip, owner));
  return others.length === 0
    ? recorded
    : [...others, ...recorded].sort((a, b) => changedAt(b) - changedAt(a));
}
const changedAt = ({ events, closedAt, openedAt }: PositionHistory): number =>
  Math.max(closedAt ?? openedAt ?? 0, ...events.map(({ timestamp }) => timestamp));

/** Single records of loaded history, each once, newest first. */
export function recordsOf(rows: readonly PositionHistory[]): HistoryEvent[] {
  const all = rows.flatMap(({ events }) => events);
  return [...new Map(all.map((event) => [event.id, event])).values()].sort(
    (a, b) => b.timestamp - a.timestamp || Number(b.id) - Number(a.id),
  );
}

/** How often positions held to a result have won; `ofAll` is false while older pages of the history exist. */
export interface WinFigures {
  winRate: WinRate;
  ofAll: boolean;
}
export const winsIn = (pages: readonly HistoryPage[]): WinFigures => ({
  winRate: winRateOfPositions(historyRows(pages)),
  ofAll: pages.at(-1)?.pagination.hasNext !== true,
});

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
  name: 'Deposit' | 'Cost' | 'Proceeds' | 'Before fee' | 'Returned' | 'Payout';
  value: MicroUsd;
}
/** The money a record moved, named; null when it moved none that is known. */
export function amountOf(event: HistoryEvent): NamedAmount | null {
  const named = (name: NamedAmount['name'], value: bigint | null): NamedAmount | null =>
    value === null || value <= 0n ? null : { name, value: microUsd(value) };
  switch (event.eventType) {
    case 'order_created':
      return event.isBuy ? named('Deposit', event.depositAmountUsd) : null;
    case 'order_filled': {
      const { isBuy, netProceedsUsd: net, grossProceedsUsd: gross, feeUsd } = event;
      if (isBuy) return named('Cost', event.totalCostUsd);
      if (isBeforeFee(event)) return named('Before fee', gross);
      // As the ledger counts it: none is stated where the fee took all of it, too.
      return named('Proceeds', net > 0n ? net : gross - (feeUsd ?? 0n));
    }
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

/** First and last second of days, Unix seconds. */
function secondsOf({ from, to }: Pick<PortfolioSearch, 'from' | 'to'>): { from: number; to: number } {
  const start = from === undefined ? Number.NaN : dayStart(from);
  const end = to === undefined ? Number.NaN : dayEnd(to);
  return {
    from: Number.isNaN(start) ? Number.NEGATIVE_INFINITY : start / 1_000,
    to: Number.isNaN(end) ? Number.POSITIVE_INFINITY : end / 1_000,
  };
}

/**
 * History as the address narrows it. A kind names records, so it turns positions into their records; a day keeps the
 * positions that have a record on it.
 */
export function filterHistory(history: readonly HistoryRow[], search: PortfolioSearch): HistoryRows {
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

/** Single records of what is shown; of a position that is, those of the days that are picked. */
export function recordsIn(history: readonly HistoryRow[], search: PortfolioSearch): HistoryEvent[] {
  const { from, to } = secondsOf(search);
  const shown = filterHistory(history, search);
  const records = shown.by === 'event' ? shown.rows : recordsOf(shown.rows);
  return records.filter(({ timestamp }) => timestamp >= from && timestamp <= to);
}

/** Markets that occur in the history, by name. */
export function marketsIn(history: readonly PositionHistory[]): { id: string; name: string }[] {
  const names = new Map<string, string>();
  for (const subject of history.flatMap((row) => row.events[0] ?? [])) {
    if (names.has(subject.marketId)) continue;
    const { event, around, outcome } = heldNameOf(subject);
    names.set(subject.marketId, outcome === null || around ? event : `${event} · ${outcome}`);
  }
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
