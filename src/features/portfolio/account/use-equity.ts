import type { MarketId } from '@contract/ids.ts';
import { type MicroUsd, microUsd } from '@contract/money.ts';
import type { HistoryEvent } from '@contract/prediction/history.ts';
import { useMemo } from 'react';
import { useQuotesAt } from '@/api/series-past.queries.ts';
import { type Account, type AccountRow, datedProfit, undatedAt } from '@/domain/account.ts';
import {
  type DayProfit,
  daysBetween,
  drawdownOf,
  equityLine,
  isWholeLife,
  type Moments,
  marketsHeld,
  momentsAt,
  momentsOf,
  type PastQuotes,
  profitsAt,
  putIn,
  sharesOf,
} from '@/domain/equity.ts';
import { heldText, type Named } from '@/domain/held-name.ts';
import type { Ledger } from '@/domain/ledger.ts';
import { type LedgerRange, pointsWithin } from '@/domain/ledger-points.ts';
import { categoryOf } from '@/domain/portfolio-figures.ts';
import { readable } from '@/domain/topics.ts';
import { type Month, midnightsOf } from '@/lib/month.ts';
import type { AccountView } from '../use-account.ts';
import type { AccountCurve, CurveKind } from './account-panel.view.tsx';
import type { ProfitKind, ProfitShare } from './profit-shares.view.tsx';

const NO_TRAILS: readonly never[] = [];

interface Past {
  moments: Moments;
  quotes: ReadonlyMap<MarketId, PastQuotes>;
  /** At each of the moments. */
  profits: readonly (MicroUsd | null)[];
}

/** What the account had earned at these moments; undefined until their prices have come. */
function usePast({ sources }: AccountView, moments: Moments) {
  const trails = sources.ledger?.trails ?? NO_TRAILS;
  const ids = useMemo(() => marketsHeld(trails, moments.times), [trails, moments]);
  const { prices, ...asked } = useQuotesAt(ids, moments);
  const past = useMemo<Past | undefined>(
    () => prices && { ...prices, profits: profitsAt(trails, prices.moments.times, prices.quotes) },
    [prices, trails],
  );
  return { past, ...asked };
}

/** Profit of now where all that is held has a price. */
const knownProfit = ({ rows, profit }: Account): MicroUsd | null =>
  rows.every(({ cost, unrealised }) => cost === null || unrealised !== null) ? profit : null;

/** From the records alone: it changes where something was traded. Undefined where equity is asked for and not known. */
function recordedCurve(ledger: Ledger, kind: CurveKind, range: LedgerRange, now: number, account: Account) {
  const base = kind === 'equity' ? putIn(account) : 0n;
  if (base === null) return undefined;
  const profit = account.profit ?? ledger.points.at(-1)?.profit ?? microUsd(0n);
  return pointsWithin(ledger.points, range, { at: now, profit, realised: ledger.realised }).map((point) => ({
    at: point.at,
    value: microUsd(base + (kind === 'realised' ? point.realised : point.profit)),
  }));
}

const changeOf = (line: readonly { value: MicroUsd | null }[]): MicroUsd | null => {
  const [first, last] = [line[0]?.value ?? null, line.at(-1)?.value ?? null];
  return first === null || last === null ? null : microUsd(last - first);
};

/** Names of groups of positions, and which of them a record or a row of the account belongs to. */
function groupsOf({ sources }: AccountView, by: ProfitKind) {
  const parlays = new Set<string>(sources.slips?.flatMap(({ positionPubkey }) => positionPubkey ?? []));
  const positions = new Map(sources.positions?.map((one) => [one.pubkey as string, one]));
  type Of = Pick<HistoryEvent, 'marketId' | 'isYes' | 'marketMetadata' | 'eventMetadata'>;
  const subjects = new Map<string, Named>();
  const keyOf = (one: Of): string => {
    if (by === 'category') return categoryOf(one);
    if (!subjects.has(one.marketId)) subjects.set(one.marketId, { ...one, isYes: true });
    return one.marketId;
  };
  const PARLAYS = 'parlays';
  return {
    nameOf: (key: string): Pick<ProfitShare, 'name' | 'subject'> => {
      const subject = subjects.get(key) ?? null;
      return { subject, name: subject ? heldText(subject) : readable(key) };
    },
    record: (record: HistoryEvent) => (parlays.has(record.positionPubkey) ? PARLAYS : keyOf(record)),
    row: ({ key }: AccountRow) => {
      const position = positions.get(key);
      return position ? keyOf(position) : PARLAYS;
    },
  };
}

interface Asked {
  range: LedgerRange;
  kind: CurveKind;
  by: ProfitKind;
  /** Unix seconds, not before the newest record. */
  now: number;
}

/** The account over a range: its line, how far it fell, and what of it came from where. */
export function useEquity(view: AccountView, { range, kind, by, now }: Asked) {
  const { account, sources } = view;
  const { ledger } = sources;
  const began = ledger?.points[0]?.at;
  const moments = useMemo(() => momentsOf(range, began ?? now, now), [range, began, now]);
  const { past, failed } = usePast(view, moments);

  const curve = useMemo((): AccountCurve | undefined => {
    if (!ledger) return undefined;
    if (began === undefined) return { points: [], change: null, drawdown: undefined, by: 'prices' };
    const partial = knownProfit(account) === null;
    if (kind === 'realised' || (!past && failed) || account.profit === null) {
      const points = recordedCurve(ledger, kind, range, now, account);
      if (!points) return undefined;
      const change = partial && kind !== 'realised' ? null : changeOf(points);
      return { points, change, drawdown: undefined, by: kind === 'realised' ? 'prices' : 'records' };
    }
    if (!past) return undefined;
    const base = putIn(account);
    if (kind === 'equity' && base === null) return undefined;
    const line = equityLine(
      { ...past, began, base },
      { at: now, profit: account.profit, equity: account.total.sum },
      partial,
    );
    const lived = line.filter(({ at }) => at >= began && !(partial && at === now));
    return {
      points: line.map((point) => ({ at: point.at, value: point[kind] })),
      change: partial ? null : changeOf(line.map(({ profit }) => ({ value: profit }))),
      drawdown: drawdownOf(lived.map(({ at, equity }) => ({ at, value: equity }))),
      by: 'prices',
    };
  }, [ledger, began, past, failed, account, kind, range, now]);

  const shares = useMemo((): ProfitShare[] | undefined => {
    if (!ledger) return undefined;
    const told = past?.moments ?? moments;
    const [at] = told.times;
    const start =
      at === undefined || began === undefined || isWholeLife(told, began)
        ? null
        : { at, quotes: past?.quotes ?? new Map<MarketId, PastQuotes>() };
    if (start && !past && !failed) return undefined;
    const groups = groupsOf(view, by);
    return sharesOf(ledger, account.rows, start, groups)
      .filter(({ profit }) => profit !== 0n)
      .map(({ key, profit }) => ({ key, profit, ...groups.nameOf(key) }));
  }, [ledger, began, past, failed, moments, view, account, by]);

  return { curve, shares };
}

/** Won parlays that the running day, and its month, leave out. */
interface Undated {
  today: number;
  month: number;
}
const NONE_UNDATED: Undated = { today: 0, month: 0 };

/** Profit of each day of a month. */
export interface MonthProfit {
  /** As far as it has begun; undefined until its prices have come. */
  days: readonly DayProfit[] | undefined;
  total: MicroUsd | null;
  undated: Undated;
  failed: boolean;
  /** Asks again; undefined where that could not help. */
  onRetry: (() => void) | undefined;
  retrying: boolean;
}
export function useDays(view: AccountView, month: Month, now: number): MonthProfit {
  const moments = useMemo(() => momentsAt(midnightsOf(month).filter((at) => at <= now)), [month, now]);
  const { past, failed, retry, retrying } = usePast(view, moments);
  const { account } = view;
  const profits = useMemo(() => {
    const { times } = past?.moments ?? moments;
    // Another month stays on hand until this one has come.
    if (!past || times[0] !== moments.times[0])
      return { days: undefined, total: null, undated: NONE_UNDATED, failed };
    const ends = times.map((at, index) => ({ at, profit: past.profits[index] ?? null }));
    const [first, last] = [ends[0], ends.at(-1)];
    // The month that runs ends now.
    const running = last !== undefined && last.at < (midnightsOf(month).at(-1) ?? 0);
    const known = knownProfit(account);
    const since = (at: number) => known && datedProfit(known, account.rows, at);
    if (running) ends.push({ at: now, profit: since(last.at) });
    // A parlay placed within the month was won within it, if not today.
    const end = running && first ? since(first.at) : (last?.profit ?? null);
    const total = changeOf([{ value: first?.profit ?? null }, { value: end }]);
    const undatedFrom = (at: number) => undatedAt(account.rows, at).length;
    const undated =
      running && first ? { today: undatedFrom(last.at), month: undatedFrom(first.at) } : NONE_UNDATED;
    return { days: daysBetween(ends), total, undated, failed };
  }, [past, failed, account, moments, month, now]);
  return { ...profits, onRetry: retry, retrying: retrying === true };
}
