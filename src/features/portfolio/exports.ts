import type { Pubkey } from '@contract/ids.ts';
import { type MicroUsd, parseUsd, toDecimalText } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import type { Position } from '@contract/prediction/position.ts';
import type { AccountRow } from '@/domain/account.ts';
import { type CsvCell, isoTime, toCsv } from '@/domain/csv.ts';
import { heldNameOf } from '@/domain/held-name.ts';
import { ledgerOf } from '@/domain/ledger.ts';
import type { AccountSlip } from '@/domain/parlay-standing.ts';
import { ifItWins, isHeld, type StatedPosition, unrealisedOf, worthOf } from '@/domain/portfolio.ts';
import { resultOf } from '@/domain/settled.ts';

/** Exact decimal of micro-units; empty where nothing is known. */
const decimal = (value: bigint | null): CsvCell =>
  value === null ? null : { decimal: toDecimalText(value) };
const usdOrNone = (value: MicroUsd): CsvCell => (value === 0n ? null : decimal(value));

const HISTORY_HEADER = [
  'time',
  'record',
  'order',
  'side',
  'event',
  'outcome',
  'market_id',
  'contracts',
  'filled_contracts',
  'settled_contracts',
  'average_price_usd',
  'cost_usd',
  'proceeds_usd',
  'payout_usd',
  'fee_usd',
  'realised_usd',
  'deposit_usd',
  'position',
  'order_key',
  'signature',
];

/** Every record with all its amounts, as the service states them. */
export const historyCsv = (records: readonly HistoryEvent[]): string =>
  toCsv(
    HISTORY_HEADER,
    records.map((event) => {
      const names = heldNameOf(event);
      return [
        isoTime(event.timestamp),
        event.eventType,
        event.orderPubkey === '' && event.eventType !== 'order_filled' ? null : event.isBuy ? 'buy' : 'sell',
        names.side,
        names.event,
        names.outcome,
        event.marketId,
        decimal(event.contractsMicro),
        decimal(event.filledContractsMicro),
        decimal(event.contractsSettledMicro),
        usdOrNone(event.avgFillPriceUsd),
        usdOrNone(event.totalCostUsd),
        usdOrNone(event.netProceedsUsd),
        event.eventType === 'payout_claimed' ? decimal(event.payoutAmountUsd) : null,
        decimal(event.feeUsd),
        decimal(event.realizedPnl),
        usdOrNone(event.depositAmountUsd),
        event.positionPubkey,
        event.orderPubkey,
        event.signature,
      ];
    }),
  );

const DISPOSALS_HEADER = [
  'date',
  'kind',
  'event',
  'outcome',
  'side',
  'quantity',
  'price_usd',
  'cost_usd',
  'fees_usd',
  'proceeds_usd',
  'realised_usd',
  'currency',
  'market_id',
  'signature',
];

/** Keys of the positions that are paid in the stablecoin: parlays, and those that say so. */
export const paidInStablecoin = (
  slips: readonly Pick<ParlaySlip, 'positionPubkey'>[],
  positions: readonly Pick<Position, 'pubkey' | 'settlementMint'>[],
  stablecoin: Pubkey,
): ReadonlySet<string> =>
  new Set([
    ...slips.flatMap(({ positionPubkey }) => positionPubkey ?? []),
    ...positions.flatMap(({ pubkey, settlementMint }) => (settlementMint === stablecoin ? pubkey : [])),
  ]);

/**
 * What was realised: a row for each sale, payout and loss, oldest first, every column of one meaning. The column of
 * what was realised adds up to the page's figure. `inStablecoin`: see `paidInStablecoin`; all else is paid in USDC.
 */
export const disposalsCsv = (records: readonly HistoryEvent[], inStablecoin: ReadonlySet<string>): string =>
  toCsv(
    DISPOSALS_HEADER,
    ledgerOf(records).disposals.map(({ record, kind, contracts, cost, proceeds, fee, realised }) => {
      const names = heldNameOf(record);
      return [
        isoTime(record.timestamp),
        kind,
        names.event,
        names.outcome,
        names.side,
        decimal(contracts),
        kind === 'sale' ? usdOrNone(record.avgFillPriceUsd) : null,
        decimal(cost),
        decimal(fee),
        decimal(proceeds),
        decimal(realised),
        inStablecoin.has(record.positionPubkey) ? 'stablecoin' : 'USDC',
        record.marketId,
        record.signature,
      ];
    }),
  );

const POSITIONS_HEADER = [
  'opened',
  'state',
  'event',
  'outcome',
  'side',
  'market_id',
  'contracts',
  'entry_price_usd',
  'cost_usd',
  'mark_price_usd',
  'value_usd',
  'unrealised_after_fees_usd',
  'payout_if_it_wins_usd',
  'fees_paid_usd',
  'realised_usd',
  'result_usd',
  'settles',
  'position',
];

/** A parlay that is worth something, and what. */
export interface HeldSlip {
  slip: AccountSlip;
  row: AccountRow;
}

/**
 * Everything held as it stands, parlays too, with what is not known left empty. What was realised is as the service has
 * booked it, which comes later than a result; what came of one that has ended is what the page tells.
 */
export const positionsCsv = (positions: readonly StatedPosition[], parlays: readonly HeldSlip[]): string =>
  toCsv(POSITIONS_HEADER, [
    ...positions.map(({ position, state }) => {
      const names = heldNameOf(position);
      return [
        isoTime(position.openedAt),
        state.phase,
        names.event,
        names.outcome,
        names.side,
        position.marketId,
        decimal(position.contractsMicro),
        usdOrNone(position.avgPriceUsd),
        decimal(isHeld(state.phase) ? position.totalCostUsd : resultOf(position).cost),
        decimal(position.markPriceUsd),
        decimal(worthOf(position, state)),
        decimal(unrealisedOf(position, state)),
        decimal(ifItWins(position, state)?.payout ?? null),
        decimal(position.feesPaidUsd),
        decimal(position.realizedPnlUsd),
        isHeld(state.phase) ? null : decimal(resultOf(position).gain),
        isoTime(position.settlementDate ?? position.marketMetadata.closeTime),
        position.pubkey,
      ];
    }),
    ...parlays.map(({ slip, row }) => [
      isoTime(Math.floor(slip.placedAt / 1_000)),
      row.state === 'payout' ? 'claimable' : 'open',
      'Parlay',
      null,
      null,
      null,
      null,
      null,
      decimal(row.cost),
      null,
      decimal(row.worth),
      decimal(row.unrealised),
      row.state === 'payout' ? null : decimal(parseUsd(slip.payoutUsd) ?? null),
      null,
      null,
      null,
      null,
      slip.positionPubkey,
    ]),
  ]);
