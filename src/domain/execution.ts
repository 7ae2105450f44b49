import { divFloor, MICRO, type MicroUsd, microUsd, ZERO_USD } from '@contract/money.ts';
import type { HistoryEvent, PositionHistory } from '@contract/prediction/history.ts';
import { isBeforeFee, ledgerOf } from './ledger.ts';
import type { PressedMid } from './receipt.ts';

/*
 * What the profit of positions that have ended is made of. Of each fill, in the price of its own side: the mid when the
 * button was pressed, the mid ten minutes after the fill, and what a contract came to in the end. Then
 *
 *   spread     filled at another price than that mid
 *   markout    how the mid went until ten minutes after the fill
 *   priceMove  how it went from there to the end
 *   fee        what was paid for trading
 *
 * and a sale counts the other way round, as what it gave up. What lies behind a mid that nobody knows is none of them.
 */

/** Mids around a fill, of its own side; null where nobody knows them. */
export interface Around {
  pressed: PressedMid | null;
  minute: MicroUsd | null;
  /** Ten minutes later; the last one before the close where that came first. */
  ten: MicroUsd | null;
  /** The last one before the close. */
  last: MicroUsd | null;
}

/** Null is what cannot be told. */
export interface Parts {
  priceMove: MicroUsd | null;
  spread: MicroUsd | null;
  markout: MicroUsd | null;
  /** Paid: never above 0. What is realised is before it where no record states it. */
  fee: MicroUsd | null;
  /** What belongs to one of the three above, and cannot be told apart because a mid is not known. */
  other: MicroUsd;
}

type Part = keyof Parts;
const PARTS: readonly Part[] = ['priceMove', 'spread', 'markout', 'fee', 'other'];
const NO_PARTS: Parts = {
  priceMove: null,
  spread: null,
  markout: null,
  fee: null,
  other: ZERO_USD,
};

export const profitOf = (parts: Parts): MicroUsd =>
  microUsd(PARTS.reduce<bigint>((sum, part) => sum + (parts[part] ?? 0n), 0n));

const sumOf = (a: MicroUsd | null, b: MicroUsd | null): MicroUsd | null =>
  a === null ? b : microUsd(a + (b ?? 0n));

/** Of each part what of it is known; null where nothing is. */
const sumOfParts = (all: readonly Parts[]): Parts =>
  all.reduce<Parts>(
    (sum, one) => ({
      priceMove: sumOf(sum.priceMove, one.priceMove),
      spread: sumOf(sum.spread, one.spread),
      markout: sumOf(sum.markout, one.markout),
      fee: sumOf(sum.fee, one.fee),
      other: microUsd(sum.other + one.other),
    }),
    NO_PARTS,
  );

/** A position with its records, as the history tells it. */
type Past = Pick<PositionHistory, 'status' | 'marketId' | 'events'>;

export interface ExecutedFill {
  record: HistoryEvent;
  /** Paid without the fee, or brought before it. */
  notional: MicroUsd;
  around: Around;
  /** Null while its position runs. */
  parts: Parts | null;
}

const isFill = ({ eventType, filledContractsMicro }: HistoryEvent): boolean =>
  eventType === 'order_filled' && filledContractsMicro > 0n;

const hasEnded = ({ status }: Past): boolean =>
  status === 'sold' || status === 'claimed' || status === 'lost' || status === 'refunded';

/** What a contract came to: `amount` for `contracts` of them. */
interface End {
  amount: bigint;
  contracts: bigint;
}

const notionalOf = ({ isBuy, totalCostUsd, grossProceedsUsd }: HistoryEvent): MicroUsd =>
  isBuy ? totalCostUsd : grossProceedsUsd;

/** By its payout or its loss; of one that was sold by the price of its last sale, which its sum does not depend on. */
function endOf(fills: readonly HistoryEvent[], events: readonly HistoryEvent[]): End | undefined {
  const result = events.findLast(
    ({ eventType }) => eventType === 'payout_claimed' || eventType === 'position_lost',
  );
  if (result?.eventType === 'position_lost') return { amount: 0n, contracts: 1n };
  if (result && result.contractsSettledMicro > 0n)
    return { amount: result.payoutAmountUsd, contracts: result.contractsSettledMicro };
  const sale = fills.findLast(({ isBuy }) => !isBuy);
  return sale && { amount: sale.grossProceedsUsd, contracts: sale.filledContractsMicro };
}

/** What it took from the trade; of a sale that does not state it, what it brought less what it brought before it. */
function feeOf({ isBuy, feeUsd, grossProceedsUsd, netProceedsUsd }: HistoryEvent): MicroUsd | null {
  if (feeUsd !== null) return microUsd(-feeUsd);
  const isTold = !isBuy && netProceedsUsd > 0n && netProceedsUsd <= grossProceedsUsd;
  return isTold ? microUsd(netProceedsUsd - grossProceedsUsd) : null;
}

const worthOf = (contracts: bigint, price: MicroUsd): bigint => divFloor(contracts * price, MICRO);

function partsOfFill(record: HistoryEvent, { pressed, ten }: Around, end: End): Parts {
  const sign = record.isBuy ? 1n : -1n;
  const contracts = record.filledContractsMicro;
  const signed = (from: bigint, to: bigint) => microUsd(sign * (to - from));
  const notional = notionalOf(record);
  const ended = divFloor(contracts * end.amount, end.contracts);
  const fee = feeOf(record);
  if (pressed === null) return { ...NO_PARTS, fee, other: signed(notional, ended) };
  const mid = worthOf(contracts, pressed.price);
  const spread = signed(notional, mid);
  if (ten === null) return { ...NO_PARTS, fee, spread, other: signed(mid, ended) };
  const later = worthOf(contracts, ten);
  return { ...NO_PARTS, fee, spread, markout: signed(mid, later), priceMove: signed(later, ended) };
}

/**
 * Parts of each fill of a position that has ended, in their order. Together they are what its records have realised, to
 * the micro-dollar: what rounding leaves is the last one's price move; what the records leave open is told apart.
 */
function partsOfPosition(
  fills: readonly HistoryEvent[],
  arounds: readonly Around[],
  events: readonly HistoryEvent[],
): Parts[] {
  const { realised, implied, unknown } = ledgerOf(events);
  const end = endOf(fills, events);
  const isPlain = end !== undefined && implied === 0 && unknown === 0;
  const parts = fills.map((record, at): Parts => {
    const around = arounds[at];
    if (!isPlain || around === undefined) return { ...NO_PARTS, fee: feeOf(record) };
    return partsOfFill(record, around, end);
  });
  const last = parts.at(-1);
  if (!last) return [];
  const rest = microUsd(realised - profitOf(sumOfParts(parts)));
  const isRounding = isPlain && rest <= fills.length && -rest <= fills.length && last.priceMove !== null;
  const into = isRounding ? 'priceMove' : 'other';
  return [...parts.slice(0, -1), { ...last, [into]: microUsd((last[into] ?? 0n) + rest) }];
}

export interface Execution {
  /** Every fill, newest first. */
  fills: readonly ExecutedFill[];
  /** Of all positions that have ended; together what their records have realised. */
  parts: Parts;
  ended: number;
  /** Fills of positions that have ended whose fee no record states: they are counted before it. */
  unstatedFees: number;
  /** Positions with fills that still run. */
  running: number;
}

/**
 * The fills of these positions and what they came to. `aroundOf` is asked once for each. `pressedAt`: Unix seconds at which
 * its order was placed, its own where no record tells.
 */
export function executionOf<Row extends Past>(
  rows: readonly Row[],
  aroundOf: (record: HistoryEvent, pressedAt: number, row: Row) => Around,
): Execution {
  const traded = rows.filter(({ events }) => events.some(isFill));
  const fills = traded
    .flatMap((row) => {
      const fills = row.events.filter(isFill);
      const placed = new Map(
        row.events
          .filter(({ eventType, orderPubkey }) => eventType === 'order_created' && orderPubkey !== '')
          .map(({ orderPubkey, timestamp }) => [orderPubkey, timestamp]),
      );
      const arounds = fills.map((record) =>
        aroundOf(record, placed.get(record.orderPubkey) ?? record.timestamp, row),
      );
      const parts = hasEnded(row) ? partsOfPosition(fills, arounds, row.events) : [];
      return fills.flatMap((record, at): ExecutedFill[] => {
        const around = arounds[at];
        if (!around) return [];
        return [
          {
            record,
            notional: notionalOf(record),
            around,
            parts: parts[at] ?? null,
          },
        ];
      });
    })
    .sort((a, b) => b.record.timestamp - a.record.timestamp);
  // What came and went without a trade, such as contracts that somebody sent.
  const untraded = rows.filter((row) => hasEnded(row) && !traded.includes(row));
  const parts = sumOfParts([
    ...fills.flatMap((fill) => fill.parts ?? []),
    ...untraded.map(({ events }) => ({ ...NO_PARTS, fee: ZERO_USD, other: ledgerOf(events).realised })),
  ]);
  const ended = rows.filter(hasEnded).length;
  const unstatedFees = fills.filter(({ parts, record }) => parts && isBeforeFee(record)).length;
  return { fills, parts, ended, unstatedFees, running: traded.filter((row) => !hasEnded(row)).length };
}

export interface ExecutionGroup<Key> {
  key: Key;
  fills: readonly ExecutedFill[];
  parts: Parts;
}

/** The fills of positions that have ended by a key, in the order in which the keys first appear. */
export function executionBy<Key>(
  fills: readonly ExecutedFill[],
  keyOf: (fill: ExecutedFill) => Key,
): ExecutionGroup<Key>[] {
  const groups = new Map<Key, ExecutedFill[]>();
  for (const fill of fills) {
    if (fill.parts === null) continue;
    const key = keyOf(fill);
    const group = groups.get(key);
    if (group) group.push(fill);
    else groups.set(key, [fill]);
  }
  return [...groups].map(([key, group]) => ({
    key,
    fills: group,
    parts: sumOfParts(group.flatMap(({ parts }) => parts ?? [])),
  }));
}

/** Where sizes of fills part, in micro-dollars. */
export const SIZES = [25_000_000n, 100_000_000n, 500_000_000n] as const;
/** How many of SIZES a fill has reached. */
export const sizeOf = ({ notional }: Pick<ExecutedFill, 'notional'>): number =>
  SIZES.filter((size) => notional >= size).length;
