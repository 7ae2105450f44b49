import { setImmediate as nextTurn } from 'node:timers/promises';
import { microContracts, microUsd } from '@contract/money.ts';
import { MAX_PAGE, paginationOf } from '@contract/page.ts';
import type { HistoryEventWire, HistoryQuery, PositionHistoryWire } from '@contract/prediction/history.ts';
import { averagePrice } from '@contract/pricing.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { ownerOf } from '../core/actor.ts';
import type { ReadContext } from '../core/context.ts';
import type { HistoryFilter } from '../core/history.store.ts';
import type { MarketDirectory } from '../core/markets.ts';
import type { ChangedKey } from '../core/positions.store.ts';
import {
  contractForms,
  filledContractForms,
  settledContractForms,
  totalContractForms,
} from '../core/quantities.ts';
import type { HistoryRow, ParlayRow, PositionRow } from '../writer/commit.store.ts';
import { mostOf, rangeOf } from './orders.ts';

const text = (value: bigint | null): string | null => value?.toString() ?? null;

/** A record as it travels. `totalCostUsd` is without fees, which stand in `feeUsd`. */
function historyEventWire(row: HistoryRow, markets: MarketDirectory, t: number): HistoryEventWire {
  const limit = row.limitPrice.toString();
  const ofOrder = row.orderPubkey !== '';
  return {
    id: Number(row.id),
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
  ({ store, clock }: ReadContext, markets: MarketDirectory) =>
  async ({ query }: Pick<RouteInput<'listHistory'>, 'query'>): Promise<AnswerWire<'listHistory'>> => {
    const range = rangeOf(query);
    const now = clock.now();
    const filter = filterOf(query, markets, now);
    const { rows, total } = await store.history.page(filter, range, mostOf(filter.owner));
    markets.require(
      rows.map(({ marketId }) => marketId),
      now,
    );
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

/**
 * Positions whose records are read in one turn of the event loop: few at first, which may have very many records, then
 * as many as would fill the page if they have as many each, for every statement costs as much as the records of several
 * positions.
 */
const FIRST_POSITIONS = 10;
const MOST_POSITIONS = 40;
/**
 * With this many records a page ends, even if fewer positions are on it than were asked for: one of an owner's whole
 * history, and one of what is longer than a page anyway. A record travels with all that its market is, 2 kB of text, so
 * that what a page costs follows its records.
 */
const RECORDS_OF_ALL = 1_000;
const RECORDS_A_PAGE = 150;

/** Positions with their records, and paid parlays that have ended, most recently changed first. */
export const listHistoryV2 =
  (context: ReadContext, markets: MarketDirectory) =>
  async ({ query }: Pick<RouteInput<'listHistoryV2'>, 'query'>): Promise<AnswerWire<'listHistoryV2'>> => {
    const { store, clock } = context;
    const range = rangeOf(query);
    const now = clock.now();
    const filter = filterOf(query, markets, now);
    const named = filter.id === undefined ? undefined : await store.history.one(filter.id);
    const asked = [filter.positionPubkey, named === null ? '' : named?.positionPubkey];
    const only = asked.filter((key) => key !== undefined);
    // Two different ones are about nothing.
    const keys = only.length === 0 ? undefined : new Set(only).size === 1 ? only.slice(0, 1) : [];
    const { owner, marketId, isYes } = filter;
    const owners = owner === undefined ? undefined : [owner];
    const wanted = await store.positions.changed({ keys, owners, marketId, isYes }, range, mostOf(owner));
    const most = wanted.total > MAX_PAGE ? RECORDS_A_PAGE : RECORDS_OF_ALL;
    const data: PositionHistoryWire[] = [];
    let records = 0;
    let read = 0;
    let size = FIRST_POSITIONS;
    while (read < wanted.keys.length && records < most) {
      if (read > 0) await nextTurn();
      const some = wanted.keys.slice(read, read + size);
      read += size;
      const keysOf = (kind: ChangedKey['kind']) =>
        some.flatMap((one) => (one.kind === kind ? [one.key] : []));
      const [held, parlays, recorded] = await Promise.all([
        store.positions.byKeys(keysOf('position')),
        store.parlays.byPositions(keysOf('parlay')),
        store.history.ofPositions(some.map(({ key }) => key)),
      ]);
      const rows = new Map(held.map((row) => [row.pubkey, row]));
      const slips = new Map(parlays.map((row) => [row.position, row]));
      const events = new Map<string, HistoryRow[]>(some.map(({ key }) => [key, []]));
      markets.require(
        [...held, ...recorded].map(({ marketId }) => marketId),
        now,
      );
      for (const event of recorded) {
        events.get(event.positionPubkey)?.push(event);
        records += 1;
      }
      for (const { key } of some) {
        const [row, parlay, own] = [rows.get(key), slips.get(key), events.get(key) ?? []];
        if (row) data.push(positionHistoryWire(row, own, markets, now));
        else if (parlay) data.push(...parlayHistoryWire(parlay, own, markets, now));
      }
      const fitting = Math.ceil(((most - records) * read) / Math.max(records, 1));
      size = Math.min(Math.max(fitting, FIRST_POSITIONS), MOST_POSITIONS);
    }
    // A page that ended early says where: the next begins there.
    const end = range.start + read;
    const whole = read >= wanted.keys.length;
    return { data, pagination: paginationOf(whole ? range : { ...range, end }, wanted.total) };
  };
