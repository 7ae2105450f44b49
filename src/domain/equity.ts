import type { MarketId } from '@contract/ids.ts';
import { type MicroUsd, microUsd, ONE_USD, ZERO_USD } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import { saleAt } from '@contract/pricing.ts';
import type { Account, AccountRow } from './account.ts';
import type { Disposal } from './ledger.ts';
import { LEDGER_RANGES, type LedgerRange } from './ledger-points.ts';
import type { Trail } from './trail.ts';

/*
 * What an account was worth at moments of the past: what its records say of cash and contracts, and what the history of
 * prices says of what they would have brought then. The same rule as that of the live figures: sold at the bid, after
 * the fee of the venue. Where a price is not known, the sum is not known.
 */

/** Best prices of YES at some moments, as many values as there are moments; null where nothing is known. */
export interface PastQuotes {
  bid: readonly (MicroUsd | null)[];
  ask: readonly (MicroUsd | null)[];
}
type Named = Pick<HistoryEvent, 'marketId' | 'isYes'>;

/** A bid for No is an offer of Yes. */
function bidOf(quotes: PastQuotes | undefined, isYes: boolean, index: number): MicroUsd | null {
  if (isYes) return quotes?.bid[index] ?? null;
  const ask = quotes?.ask[index] ?? null;
  return ask === null ? null : microUsd(ONE_USD - ask);
}

/** Where a position stood at each of these moments (Unix seconds, ascending): records of a moment itself come after it. */
function standings<R>({ moments }: Trail<R>, times: readonly number[]) {
  let next = 0;
  return times.map((time) => {
    for (let one = moments[next]; one !== undefined && one.at < time; one = moments[next]) next += 1;
    return moments[next - 1];
  });
}

/** Markets whose price has to be known for these moments. */
export function marketsHeld(trails: readonly Trail<Named>[], times: readonly number[]): MarketId[] {
  const held = new Set<MarketId>();
  for (const trail of trails) {
    if (standings(trail, times).some((one) => one && one.contracts > 0n && one.settled === null))
      held.add(trail.record.marketId);
  }
  return [...held].sort();
}

/** Profit of one position since its first record, at each moment: cash it has brought, and what it would bring. */
export function profitsOf(
  trail: Trail<Named>,
  times: readonly number[],
  quotes: ReadonlyMap<MarketId, PastQuotes>,
): (MicroUsd | null)[] {
  const { marketId, isYes } = trail.record;
  const own = quotes.get(marketId);
  return standings(trail, times).map((one, index) => {
    if (one === undefined) return ZERO_USD;
    if (one.contracts === 0n) return one.cash;
    if (one.settled !== null) return microUsd(one.cash + one.settled);
    const bid = bidOf(own, isYes, index);
    return bid === null ? null : microUsd(one.cash + saleAt(one.contracts, bid));
  });
}

/** The same of all of them together; null where one of them is not known. */
export function profitsAt(
  trails: readonly Trail<Named>[],
  times: readonly number[],
  quotes: ReadonlyMap<MarketId, PastQuotes>,
): (MicroUsd | null)[] {
  const sums: (bigint | null)[] = times.map(() => 0n);
  for (const trail of trails) {
    for (const [index, profit] of profitsOf(trail, times, quotes).entries()) {
      const before = sums[index] ?? null;
      sums[index] = before === null || profit === null ? null : before + profit;
    }
  }
  return sums.map((sum) => (sum === null ? null : microUsd(sum)));
}

export interface EquityPoint {
  /** Unix seconds. */
  at: number;
  /** Null where a price of what was held is not known. */
  profit: MicroUsd | null;
  equity: MicroUsd | null;
}

/** Lengths of a step of the account's line in seconds; that of all follows from how long it is. */
const RANGE_STEPS: Record<Exclude<LedgerRange, 'All'>, number> = { '24H': 300, '1W': 1_800, '1M': 7_200 };
const LENGTHS = [
  5, 15, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400, 172_800, 345_600, 604_800,
] as const;
const LONGEST_STEP = 2_419_200;
const MOST_STEPS = 360;

/** Moments at which an account is looked at: Unix seconds, ascending, each a multiple of `step`. */
export interface Moments {
  step: number;
  times: readonly number[];
}

/** Those of a range, before `now`. `began`: the first record of the account, before which `All` has none. */
export function momentsOf(range: LedgerRange, began: number, now: number): Moments {
  const length = LEDGER_RANGES[range];
  const step =
    range === 'All'
      ? (LENGTHS.find((one) => (now - began) / one <= MOST_STEPS) ?? LONGEST_STEP)
      : RANGE_STEPS[range];
  const end = Math.ceil(now / step);
  // Records may tell of any time: of a life that is too long for the longest steps it is the last part.
  const first =
    length === null
      ? Math.max(Math.floor(began / step) + 1, end - MOST_STEPS)
      : Math.floor((now - length) / step);
  const count = Math.max(0, end - first);
  return { step, times: Array.from({ length: count }, (_, k) => (first + k) * step) };
}

/** These moments, each a whole step: midnights of most places are whole hours, of some they are not. */
export const momentsAt = (times: readonly number[]): Moments => ({
  step: [3_600, 1_800, 900].find((step) => times.every((time) => time % step === 0)) ?? 60,
  times,
});

/** Whether these moments tell of the account's whole life: it began with the first of them or after it. */
export const isWholeLife = ({ step, times: [first] }: Moments, began: number): boolean =>
  first === undefined || first - began <= step;

/**
 * What has to be added to profit for equity: the money put in, as far as its parts are known. It counts as there from
 * the first record on, for records tell of no deposits. Null where equity is not known.
 */
export function putIn({
  rows,
  total,
  realised,
}: Pick<Account, 'rows' | 'total' | 'realised'>): MicroUsd | null {
  if (total.sum === null) return null;
  // What has no price is not in the total: what it has cost was put in all the same.
  const earned = rows.reduce<bigint>(
    (sum, row) => sum + (row.unrealised ?? -(row.cost ?? 0n)),
    realised?.sum ?? 0n,
  );
  return microUsd(total.sum - earned);
}

interface Past {
  moments: Moments;
  /** At each of them. */
  profits: readonly (MicroUsd | null)[];
  /** Time of the account's first record. */
  began: number;
  /** See `putIn`. */
  base: MicroUsd | null;
}

/**
 * The account over time: zero before its first record, then at each moment what it was worth, and at last what the
 * headline says (`now`). Where that leaves something out (`partial`) no line leads to it.
 */
export function equityLine(
  { moments, profits, began, base }: Past,
  now: EquityPoint,
  partial: boolean,
): EquityPoint[] {
  const line = moments.times.map((at, index): EquityPoint => {
    if (at < began) return { at, profit: ZERO_USD, equity: ZERO_USD };
    const profit = profits[index] ?? null;
    return { at, profit, equity: profit === null || base === null ? null : microUsd(base + profit) };
  });
  // The step up to what was put in stands where it was made, not at the next even moment.
  const start = { at: began, profit: ZERO_USD, equity: base };
  const all = isWholeLife(moments, began) ? [...line.filter(({ at }) => at !== began), start] : line;
  const past = all.filter(({ at }) => at < now.at - Number(partial)).sort((a, b) => a.at - b.at);
  return [...past, ...(partial ? [{ at: now.at - 1, profit: null, equity: null }] : []), now];
}

/** The largest fall from a peak. */
export interface Drawdown {
  /** At least 0. */
  amount: MicroUsd;
  /** What it fell from, and when; Unix seconds. */
  peak: MicroUsd;
  from: number;
  /** When it was lowest after that. */
  to: number;
  /** Of a part of the time nothing is known: it may have been larger. */
  isAtLeast: boolean;
}

/** Of the points that are known; undefined where there are none. */
export function drawdownOf(line: readonly { at: number; value: MicroUsd | null }[]): Drawdown | undefined {
  let peak: { at: number; value: MicroUsd } | undefined;
  const isAtLeast = line.some(({ value }) => value === null);
  let worst: Drawdown | undefined;
  for (const { at, value } of line) {
    if (value === null) continue;
    if (peak === undefined || value > peak.value) peak = { at, value };
    const amount = microUsd(peak.value - value);
    if (worst === undefined || amount > worst.amount)
      worst = { amount, peak: peak.value, from: peak.at, to: at, isAtLeast };
  }
  return worst;
}

/** Profit of one day; null where it is not known what the account was worth at one of its ends. */
export interface DayProfit {
  /** Unix seconds of its midnight, and of the next or of now. */
  from: number;
  to: number;
  profit: MicroUsd | null;
}

/** The days between these moments; together they are the profit between the first and the last. */
export const daysBetween = (ends: readonly { at: number; profit: MicroUsd | null }[]): DayProfit[] =>
  ends.slice(1).map(({ at: to, profit: after }, index) => {
    const { at: from, profit: before } = ends[index] ?? { at: to, profit: null };
    return { from, to, profit: after === null || before === null ? null : microUsd(after - before) };
  });

/** What a part of an account has earned within a range; null where its worth then, or now, is not known. */
export interface Share {
  key: string;
  profit: MicroUsd | null;
}

/**
 * Profit of now less that of a moment of the past, by a key of positions; together they are the account's. `start`: null
 * where the account began within the range.
 */
export function sharesOf<R extends Named>(
  { trails, disposals }: { trails: readonly Trail<R>[]; disposals: readonly Disposal<R>[] },
  rows: readonly AccountRow[],
  start: { at: number; quotes: ReadonlyMap<MarketId, PastQuotes> } | null,
  keyOf: { record: (record: R) => string; row: (row: AccountRow) => string },
): Share[] {
  const shares = new Map<string, bigint | null>();
  const add = (key: string, part: bigint | null): void => {
    const before = shares.get(key);
    shares.set(key, before === null || part === null ? null : (before ?? 0n) + part);
  };
  for (const { record, realised } of disposals) add(keyOf.record(record), realised ?? 0n);
  for (const row of rows) if (row.cost !== null) add(keyOf.row(row), row.unrealised);
  for (const trail of start ? trails : []) {
    const [before = null] = start ? profitsOf(trail, [start.at], start.quotes) : [];
    add(keyOf.record(trail.record), before === null ? null : -before);
  }
  return [...shares]
    .map(([key, profit]) => ({ key, profit: profit === null ? null : microUsd(profit) }))
    .sort((a, b) => byProfit(a.profit, b.profit) || (a.key < b.key ? -1 : 1));
}

/** The most first, what is not known last. */
function byProfit(a: MicroUsd | null, b: MicroUsd | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a === b ? 0 : a > b ? -1 : 1;
}
