import {
  divFloor,
  divHalfEven,
  MICRO,
  type MicroContracts,
  type MicroUsd,
  maxBig,
  microContracts,
  microUsd,
} from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import type { Order } from '@contract/prediction/order.ts';
import { costOf, proceedsOf } from '@contract/pricing.ts';

/** Terms of a trade: as it was shown before signing, or as it was filled. */
export interface Terms {
  average: MicroUsd;
  contracts: MicroContracts;
  /** Null where the records do not state it. */
  fees: MicroUsd | null;
  /** Paid, fees included, or received after fees; null where the records do not tell. */
  total: MicroUsd | null;
}

/** The mid of a side, and how long it had been known, in milliseconds. */
export interface PressedMid {
  price: MicroUsd;
  ageMs: number;
}

/** A trade as its user agreed to it. */
export interface QuotedTerms extends Terms {
  fees: MicroUsd;
  total: MicroUsd;
  /** When the button was pressed; absent where both sides of the book were not known. */
  mid?: PressedMid;
}

/** The mid as it is known now, for an order that is placed now. `asOf`: local Unix ms. */
export const pressedMid = (price: MicroUsd | null, asOf: number | undefined): PressedMid | undefined =>
  price === null || !asOf ? undefined : { price, ageMs: Math.max(0, Date.now() - asOf) };

type FillRecord = Pick<
  HistoryEvent,
  | 'eventType'
  | 'isBuy'
  | 'filledContractsMicro'
  | 'avgFillPriceUsd'
  | 'totalCostUsd'
  | 'feeUsd'
  | 'grossProceedsUsd'
  | 'netProceedsUsd'
>;

const notionalOf = (record: FillRecord): bigint => {
  const { isBuy, filledContractsMicro: contracts, avgFillPriceUsd: price } = record;
  if (isBuy) return record.totalCostUsd > 0n ? record.totalCostUsd : costOf(contracts, price);
  return record.grossProceedsUsd > 0n ? record.grossProceedsUsd : proceedsOf(contracts, price);
};

/** Paid or received: what a sale states that it brought, else what its fee leaves, which is never below zero. */
const totalOf = (record: FillRecord): bigint | null => {
  const { isBuy, feeUsd, netProceedsUsd } = record;
  if (!isBuy && netProceedsUsd > 0n) return netProceedsUsd;
  if (feeUsd === null) return null;
  return isBuy ? notionalOf(record) + feeUsd : maxBig<bigint>(0n, notionalOf(record) - feeUsd);
};

/** All fills of one order as one trade; null when nothing was filled. */
export function filledTerms(records: readonly FillRecord[]): Terms | null {
  const fills = records.filter(
    ({ eventType, filledContractsMicro }) => eventType === 'order_filled' && filledContractsMicro > 0n,
  );
  const [first] = fills;
  if (!first) return null;
  let contracts = 0n;
  let notional = 0n;
  let fees: bigint | null = 0n;
  let total: bigint | null = 0n;
  for (const fill of fills) {
    const moved = totalOf(fill);
    contracts += fill.filledContractsMicro;
    notional += notionalOf(fill);
    fees = fees === null || fill.feeUsd === null ? null : fees + fill.feeUsd;
    total = total === null || moved === null ? null : total + moved;
  }
  return {
    average: fills.length === 1 ? first.avgFillPriceUsd : microUsd(divHalfEven(notional * MICRO, contracts)),
    contracts: microContracts(contracts),
    fees: fees === null ? null : microUsd(fees),
    total: total === null ? null : microUsd(total),
  };
}

/** What an order says of itself, before its record is in the history: its fees are not in it. */
export const filledOrder = (order: Pick<Order, 'filledContractsMicro' | 'avgFillPriceUsd'>): Terms | null =>
  order.filledContractsMicro > 0n
    ? {
        average: order.avgFillPriceUsd,
        contracts: order.filledContractsMicro,
        fees: null,
        total: null,
      }
    : null;

/** Filled less quoted; money is in the user's favour when `gain` is positive. */
export interface TermsDifference {
  average: MicroUsd;
  contracts: MicroContracts;
  fees: MicroUsd | null;
  total: MicroUsd | null;
  /** What the better or worse price came to on the contracts filled, rounded down. */
  gain: MicroUsd;
}

export function termsDifference(isBuy: boolean, quoted: QuotedTerms, filled: Terms): TermsDifference {
  const average = filled.average - quoted.average;
  return {
    average: microUsd(average),
    contracts: microContracts(filled.contracts - quoted.contracts),
    fees: filled.fees === null ? null : microUsd(filled.fees - quoted.fees),
    total: filled.total === null ? null : microUsd(filled.total - quoted.total),
    gain: microUsd(divFloor((isBuy ? -average : average) * filled.contracts, MICRO)),
  };
}
