import { setImmediate as nextTurn } from 'node:timers/promises';
import { microContracts, microUsd } from '@contract/money.ts';
import { paginationOf } from '@contract/page.ts';
import type { HistoryEventWire, HistoryQuery, PositionHistoryWire } from '@contract/prediction/history.ts';
import { averagePrice } from '@contract/pricing.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import type { HistoryRow, ParlayRow, PositionRow } from '../writer/commit.store.ts';
import { ownerOf } from './actor.ts';
import type { ExchangeContext } from './context.ts';
import type { HistoryFilter } from './history.store.ts';
import type { MarketDirectory } from './markets.ts';
import { LISTED_OF_EVERYBODY, mostOf, rangeOf } from './orders.ts';
import {
  contractForms,
  filledContractForms,
  settledContractForms,
  totalContractForms,
} from './quantities.ts';

const text = (value: bigint | null): string | null => value?.toString() ?? null;

/** A record as it travels. `totalCostUsd` is without fees, which stand in `feeUsd`. */
function historyEventWire(row: HistoryRow, markets: MarketDirectory, t: number): HistoryEventWire {
  const limit = row.limitPrice.toString();
  const ofOrder = row.orderPubkey !== '';
  return {
    id: row.id.toString(),
    eventType: row.eventType,
    signature: row.signature,
    slot: row.slot.toString(),
    timestamp: row.timestamp,
    orderPubkey: row.orderPubkey,
    positionPubkey: row.positionPubkey,
    marketId: row.marketId,
    ownerPubkey: row.owner,
    keeperPubkey: row.keeper,
    externalOrderId: row.externalOrderId,
    orderId: row.orderId,
    isBuy: row.isBuy,
    isYes: row.isYes,
    ...contractForms(row.contracts),
    ...filledContractForms(row.filledContracts),
    ...settledContractForms(row.contractsSettled),
    maxFillPriceUsd: limit,
    avgFillPriceUsd: row.avgFillPrice.toString(),
    maxBuyPriceUsd: ofOrder && row.isBuy ? limit : null,
    minSellPriceUsd: ofOrder && !row.isBuy ? limit : null,
    depositAmountUsd: row.deposit.toString(),
    totalCostUsd: row.totalCost.toString(),
    feeUsd: text(row.fee),
    grossProceedsUsd: row.grossProceeds.toString(),
    netProceedsUsd: row.netProceeds.toString(),
    transferAmountToken: text(row.transfer),
    realizedPnl: text(row.realized),
    realizedPnlBeforeFees: text(row.realizedBeforeFees),
    payoutAmountUsd: row.payout.toString(),
    eventId: row.eventId,
    ...markets.metadata(row.marketId, row.eventId, t),
  };
}

function filterOf(query: HistoryQuery, markets: MarketDirectory, t: number): HistoryFilter {
  return {
    owner: ownerOf(query),
    positionPubkey: query.positionPubkey,
    marketId: query.marketId === undefined ? undefined : markets.canonical(query.marketId, t),
    isYes: query.isYes,
    id: query.id,
  };
}

/** Records, newest first. */
export const listHistory =
  ({ store, clock }: ExchangeContext, markets: MarketDirectory) =>
  async ({ query }: Pick<RouteInput<'listHistory'>, 'query'>): Promise<AnswerWire<'listHistory'>> => {
    const range = rangeOf(query);
    const now = clock.now();
    const filter = filterOf(query, markets, now);
    const { rows, total } = await store.history.page(filter, range, mostOf(filter.owner));
    return {
      data: rows.map((row) => historyEventWire(row, markets, now)),
      pagination: paginationOf(range, total),
    };
  };

/** Status of a position's history: settled winners that wait to be claimed read `won`. */
function statusOf({ status }: PositionRow): PositionHistoryWire['status'] {
  return status === 'refundable' ? 'won' : status;
}

/** What a contract brought when the position ended; null while it is open. */
function exitPrice(position: PositionRow): bigint | null {
  const priceOf = (amount: bigint, contracts: bigint): bigint =>
    averagePrice(microUsd(amount), microContracts(contracts));
  switch (position.status) {
    case 'sold':
      return priceOf(position.soldNotional, position.soldContracts);
    case 'open':
    case 'failed':
      return null;
    default:
      return position.contracts === 0n ? null : priceOf(position.payout, position.contracts);
  }
}

function positionHistoryWire(
  position: PositionRow,
  events: readonly HistoryRow[],
  markets: MarketDirectory,
  t: number,
): PositionHistoryWire {
  const { boughtContracts, boughtNotional } = position;
  const entry =
    boughtContracts === 0n ? null : averagePrice(microUsd(boughtNotional), microContracts(boughtContracts));
  return {
    positionPubkey: position.pubkey,
    ownerPubkey: position.owner,
    marketId: position.marketId,
    isYes: position.isYes,
    status: statusOf(position),
    entryPriceUsd: text(entry),
    exitPriceUsd: text(exitPrice(position)),
    ...totalContractForms(boughtContracts),
    realizedPnlUsd: position.realized.toString(),
    feesPaidUsd: position.feesPaid.toString(),
    openedAt: position.openedAt,
    closedAt: position.closedAt,
    ...markets.metadata(position.marketId, position.eventId, t),
    events: events.map((row) => historyEventWire(row, markets, t)),
  };
}

/** A paid parlay that has ended, as its records tell it: contracts that pay 1 each, on the leg they name. */
function parlayHistoryWire(
  parlay: ParlayRow,
  events: readonly HistoryRow[],
  markets: MarketDirectory,
  t: number,
): PositionHistoryWire[] {
  const last = events.at(-1);
  if (!last) return [];
  return [
    {
      positionPubkey: last.positionPubkey,
      ownerPubkey: parlay.owner,
      marketId: last.marketId,
      isYes: true,
      status: parlay.status === 'lost' ? 'lost' : 'claimed',
      entryPriceUsd: null,
      exitPriceUsd: text(averagePrice(microUsd(last.payout), microContracts(last.contractsSettled))),
      ...totalContractForms(last.contractsSettled),
      realizedPnlUsd: text(last.realized),
      feesPaidUsd: '0',
      openedAt: Math.floor(parlay.placedAt / 1_000),
      closedAt: parlay.closedAt,
      ...markets.metadata(last.marketId, last.eventId, t),
      events: events.map((row) => historyEventWire(row, markets, t)),
    },
  ];
}

/** Positions whose records are read in one turn of the event loop. */
const POSITIONS_A_TURN = 10;
/** With this many records a page ends, even if fewer positions are on it than were asked for. */
const RECORDS_A_PAGE = 1_000;

/** One line of the second version: a position, or a paid parlay that has ended. */
type Entry = { key: string; at: number } & ({ row: PositionRow } | { parlay: ParlayRow });

/** What a query is about, as memory holds it: one position, those of an owner, or the newest of everybody. */
function candidates({ state }: ExchangeContext, filter: HistoryFilter): [PositionRow[], ParlayRow[]] {
  const { owner, positionPubkey } = filter;
  if (positionPubkey !== undefined) {
    const position = state.positions.get(positionPubkey);
    const parlay = state.parlays.ofPosition(positionPubkey);
    return [position ? [position] : [], parlay ? [parlay] : []];
  }
  if (owner === undefined) {
    return [state.newestPositions(LISTED_OF_EVERYBODY), state.parlays.newest(LISTED_OF_EVERYBODY)];
  }
  const keys = [...(state.positionsByOwner.get(owner) ?? [])];
  return [keys.flatMap((key) => state.positions.get(key) ?? []), state.parlays.ofOwner(owner)];
}

/** What fits a filter, most recently changed first. */
function entriesOf(context: ExchangeContext, filter: HistoryFilter): Entry[] {
  const fits = (owner: string, marketId: string, isYes: boolean): boolean =>
    (filter.owner === undefined || owner === filter.owner) &&
    (filter.marketId === undefined || marketId === filter.marketId) &&
    (filter.isYes === undefined || isYes === filter.isYes);
  const [positions, parlays] = candidates(context, filter);
  const entries: Entry[] = positions.flatMap((row) =>
    fits(row.owner, row.marketId, row.isYes) ? [{ key: row.pubkey, at: row.updatedAt, row }] : [],
  );
  for (const parlay of parlays) {
    const { position, closedAt, legs, owner, parlayId } = parlay;
    if (position === null || closedAt === null) continue;
    const named = legs.find((leg) => leg.state === 'lost') ?? legs[0];
    if (fits(owner, named?.marketId ?? parlayId, true)) entries.push({ key: position, at: closedAt, parlay });
  }
  return entries.sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
}

/** Positions with their records, and paid parlays that have ended, most recently changed first. */
export const listHistoryV2 =
  (context: ExchangeContext, markets: MarketDirectory) =>
  async ({ query }: Pick<RouteInput<'listHistoryV2'>, 'query'>): Promise<AnswerWire<'listHistoryV2'>> => {
    const { store, clock, writer } = context;
    const range = rangeOf(query);
    const now = clock.now();
    const filter = filterOf(query, markets, now);
    const named = filter.id === undefined ? undefined : await store.history.one(filter.id);
    const isAbout = (key: string): boolean => named === undefined || named?.positionPubkey === key;
    const only = filter.positionPubkey ?? named?.positionPubkey;
    const wanted = (await writer.read(() => entriesOf(context, { ...filter, positionPubkey: only }))).filter(
      ({ key }) => isAbout(key),
    );
    const data: PositionHistoryWire[] = [];
    let records = 0;
    let end = range.start;
    for (; end < range.end && end < wanted.length && records < RECORDS_A_PAGE; end += POSITIONS_A_TURN) {
      if (records > 0) await nextTurn();
      const some = wanted.slice(end, Math.min(end + POSITIONS_A_TURN, range.end));
      const events = new Map<string, HistoryRow[]>(some.map(({ key }) => [key, []]));
      for (const event of await store.history.ofPositions([...events.keys()])) {
        events.get(event.positionPubkey)?.push(event);
        records += 1;
      }
      for (const entry of some) {
        const own = events.get(entry.key) ?? [];
        if ('row' in entry) data.push(positionHistoryWire(entry.row, own, markets, now));
        else data.push(...parlayHistoryWire(entry.parlay, own, markets, now));
      }
    }
    // A page that ended early says where: the next begins there.
    const read = end < range.end && end < wanted.length ? { ...range, end } : range;
    return { data, pagination: paginationOf(read, wanted.length) };
  };
