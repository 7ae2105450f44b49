import {
  type MicroContracts,
  type MicroUsd,
  maxBig,
  microContracts,
  microUsd,
  minBig,
  ZERO_USD,
} from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import { costOfSold, proceedsOf } from '@contract/pricing.ts';
import { type Total, totalOf } from './portfolio.ts';
import { oldestFirst, positionKeyOf } from './position-history.ts';
import type { Moment, Trail } from './trail.ts';

/** Where the account stood after a record. */
export interface LedgerPoint {
  /** Unix seconds. */
  at: number;
  /** Realised so far, after fees. */
  realised: MicroUsd;
  /** Cash that trading has brought (negative: taken), plus what is held at the price last known from the records. */
  profit: MicroUsd;
}

/** Contracts that left a position, and what that has realised. */
export interface Disposal<Record = LedgerRecord> {
  record: Record;
  kind: 'sale' | 'payout' | 'loss';
  contracts: MicroContracts;
  /** What they had cost, fees included; null when neither purchase nor result is known. */
  cost: MicroUsd | null;
  /** What they brought, after fees. */
  proceeds: MicroUsd;
  /** Null where a record does not state it: that of a sale, or of what was bought, whose cost is before it then. */
  fee: MicroUsd | null;
  realised: MicroUsd | null;
}

/** Records of an account added up. Always: realised − basis = cash, and realised + unrealised = cash + value. */
export interface Ledger<Record = LedgerRecord> {
  /** One a moment at which money moved or a result came, oldest first. */
  points: LedgerPoint[];
  /** Proceeds and payouts less purchases, fees included; deposits of orders that came back do not count. */
  cash: MicroUsd;
  /** Fees paid, as far as records state them; they are part of `cash` and of the cost basis. */
  fees: MicroUsd;
  realised: MicroUsd;
  /** What the positions still held have cost, fees included. */
  basis: MicroUsd;
  /** What is held, at the price last known from the records. */
  value: MicroUsd;
  /** Oldest first. What they have realised adds up to `realised`. */
  disposals: Disposal<Record>[];
  /** One a position, in the order in which they began. */
  trails: readonly Trail<Record>[];
  /** Records whose purchase is not in the history: their cost is what the service says about their result. */
  implied: number;
  /** Records left out, because neither their purchase nor their result is known. */
  unknown: number;
  /** Fills whose fee no record states: they are counted before it. */
  unstatedFees: number;
}

interface Holding<Record> {
  contracts: bigint;
  /** Cost of what is held, fees included. */
  basis: bigint;
  /** A part of what is held was bought for a fee that is not stated. */
  isBeforeFee: boolean;
  value: bigint;
  cash: bigint;
  settled: bigint | null;
  record: Record;
  moments: Moment[];
}

type LedgerRecord = Pick<
  HistoryEvent,
  | 'id'
  | 'eventType'
  | 'timestamp'
  | 'positionPubkey'
  | 'marketId'
  | 'isBuy'
  | 'isYes'
  | 'filledContractsMicro'
  | 'contractsSettledMicro'
  | 'avgFillPriceUsd'
  | 'totalCostUsd'
  | 'feeUsd'
  | 'grossProceedsUsd'
  | 'netProceedsUsd'
  | 'realizedPnl'
  | 'payoutAmountUsd'
>;

/** Whether a fill is counted before its fee, which nobody states; a sale that states what it brought has it in that. */
export const isBeforeFee = ({
  feeUsd,
  isBuy,
  netProceedsUsd,
}: Pick<LedgerRecord, 'feeUsd' | 'isBuy' | 'netProceedsUsd'>): boolean =>
  feeUsd === null && (isBuy || netProceedsUsd === 0n);

const kindOf = ({ eventType }: LedgerRecord): Disposal['kind'] =>
  eventType === 'order_filled' ? 'sale' : eventType === 'position_lost' ? 'loss' : 'payout';

/** Replays records at average cost, the way the exchange books them. */
class Replay<Record extends LedgerRecord> {
  private readonly holdings = new Map<string, Holding<Record>>();
  private readonly points: LedgerPoint[] = [];
  private readonly disposals: Disposal<Record>[] = [];
  private fees = 0n;
  private realised = 0n;
  private implied = 0;
  private unknown = 0;
  private unstatedFees = 0;

  private holding(record: Record): Holding<Record> {
    const key = positionKeyOf(record);
    const known = this.holdings.get(key);
    if (known) return known;
    const fresh: Holding<Record> = {
      contracts: 0n,
      basis: 0n,
      isBeforeFee: false,
      value: 0n,
      cash: 0n,
      settled: null,
      record,
      moments: [],
    };
    this.holdings.set(key, fresh);
    return fresh;
  }

  /**
   * Books `brought` for `contracts` that leave a position. Their cost is known when their purchase is; else what the
   * service says was realised tells it. False when neither is known.
   */
  private leave(record: Record, held: Holding<Record>, contracts: bigint, brought: bigint): boolean {
    let cost: bigint;
    const disposal = {
      record,
      kind: kindOf(record),
      contracts: microContracts(contracts),
      proceeds: microUsd(brought),
      fee: held.isBeforeFee ? null : (record.feeUsd ?? (kindOf(record) === 'sale' ? null : ZERO_USD)),
    };
    if (held.contracts > 0n && contracts <= held.contracts) {
      cost = costOfSold(microUsd(held.basis), microContracts(held.contracts), microContracts(contracts));
    } else if (record.realizedPnl === null) {
      this.unknown += 1;
      this.disposals.push({ ...disposal, cost: null, realised: null });
      return false;
    } else {
      cost = maxBig(0n, brought - record.realizedPnl);
      this.implied += 1;
      // What its unrecorded purchase must have taken.
      const missing = cost - minBig(cost, held.basis);
      held.cash -= missing;
      held.basis += missing;
    }
    held.cash += brought;
    this.realised += brought - cost;
    this.disposals.push({ ...disposal, cost: microUsd(cost), realised: microUsd(brought - cost) });
    held.basis -= cost;
    held.contracts -= minBig(contracts, held.contracts);
    if (held.contracts === 0n) held.isBeforeFee = false;
    return true;
  }

  private mark(record: LedgerRecord, held: Holding<Record>, price: bigint): void {
    held.value = proceedsOf(microContracts(held.contracts), microUsd(price));
    held.settled = null;
    this.point(record.timestamp, held);
  }

  private point(at: number, held: Holding<Record>): void {
    const profit = microUsd(this.total(({ cash, value }) => cash + value));
    const point = { at, realised: microUsd(this.realised), profit };
    if (this.points.at(-1)?.at === at) this.points[this.points.length - 1] = point;
    else this.points.push(point);
    const moment: Moment = {
      at,
      contracts: microContracts(held.contracts),
      cash: microUsd(held.cash),
      settled: held.settled === null ? null : microUsd(held.settled),
    };
    if (held.moments.at(-1)?.at === at) held.moments[held.moments.length - 1] = moment;
    else held.moments.push(moment);
  }

  private total(part: (held: Holding<Record>) => bigint): bigint {
    let sum = 0n;
    for (const held of this.holdings.values()) sum += part(held);
    return sum;
  }

  private fill(record: Record): void {
    const held = this.holding(record);
    const contracts = record.filledContractsMicro;
    const fee = record.feeUsd ?? 0n;
    if (record.isBuy) {
      const cost = record.totalCostUsd + fee;
      held.cash -= cost;
      this.fees += fee;
      held.basis += cost;
      held.contracts += contracts;
      if (record.feeUsd === null) held.isBeforeFee = true;
    } else {
      const gross = record.grossProceedsUsd - fee;
      const net = record.netProceedsUsd > 0n ? record.netProceedsUsd : gross > 0n ? gross : 0n;
      if (!this.leave(record, held, contracts, net)) return;
      this.fees += fee;
    }
    if (isBeforeFee(record)) this.unstatedFees += 1;
    this.mark(record, held, record.avgFillPriceUsd);
  }

  /** A position that is over: whatever it still holds leaves with it. */
  private end(record: Record, brought: bigint): void {
    const held = this.holding(record);
    if (!this.leave(record, held, maxBig<bigint>(held.contracts, record.contractsSettledMicro), brought))
      return;
    this.mark(record, held, 0n);
  }

  /** A result that is not paid yet, or holdings that went elsewhere. */
  private update(record: Record): void {
    const held = this.holding(record);
    if (record.realizedPnl !== null && record.realizedPnl < 0n) {
      const given = minBig(-record.realizedPnl as bigint, held.basis);
      this.realised -= given;
      this.disposals.push({
        record,
        kind: 'loss',
        contracts: record.contractsSettledMicro,
        cost: microUsd(given),
        proceeds: ZERO_USD,
        fee: held.isBeforeFee ? null : ZERO_USD,
        realised: microUsd(-given),
      });
      held.value -= minBig(held.value, given);
      held.basis -= given;
      // Nothing it has cost is left: it has lost, and nobody buys it.
      if (held.basis === 0n) held.settled = held.value;
      this.point(record.timestamp, held);
    } else if (record.contractsSettledMicro > 0n && held.contracts > 0n) {
      held.value = record.payoutAmountUsd;
      held.settled = held.value;
      this.point(record.timestamp, held);
    }
  }

  book(record: Record): void {
    switch (record.eventType) {
      case 'order_filled':
        this.fill(record);
        break;
      case 'payout_claimed':
        this.end(record, record.payoutAmountUsd);
        break;
      case 'position_lost':
        this.end(record, 0n);
        break;
      case 'position_updated':
        this.update(record);
        break;
      default:
        // Orders placed, closed or failed move deposits only, and those come back.
        break;
    }
  }

  result(): Ledger<Record> {
    return {
      points: this.points,
      cash: microUsd(this.total(({ cash }) => cash)),
      fees: microUsd(this.fees),
      realised: microUsd(this.realised),
      basis: microUsd(this.total(({ basis }) => basis)),
      value: microUsd(this.total(({ value }) => value)),
      disposals: this.disposals,
      trails: [...this.holdings.values()]
        .filter(({ moments }) => moments.length > 0)
        .map(({ record, moments }) => ({ record, moments })),
      implied: this.implied,
      unknown: this.unknown,
      unstatedFees: this.unstatedFees,
    };
  }
}

/** Adds up the records of an account, in any order. Marks between its own trades are not in them. */
export function ledgerOf<Record extends LedgerRecord>(records: readonly Record[]): Ledger<Record> {
  const replay = new Replay<Record>();
  for (const record of oldestFirst(records)) replay.book(record);
  return replay.result();
}

/** What the disposals of each position have realised, by its key (`positionKeyOf`). */
export function realisedByPosition<Record extends LedgerRecord>(
  disposals: readonly Disposal<Record>[],
): ReadonlyMap<string, Total> {
  const parts = new Map<string, (MicroUsd | null)[]>();
  for (const { record, realised } of disposals) {
    const key = positionKeyOf(record);
    const known = parts.get(key);
    if (known) known.push(realised);
    else parts.set(key, [realised]);
  }
  return new Map([...parts].map(([key, each]) => [key, totalOf(each)]));
}
