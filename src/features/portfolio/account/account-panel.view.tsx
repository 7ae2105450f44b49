import { formatSignedUsd, formatUsd, type MicroUsd, microUsd } from '@contract/money.ts';
import type { ReactNode } from 'react';
import type { Drawdown } from '@/domain/equity.ts';
import type { Ledger } from '@/domain/ledger.ts';
import { LEDGER_RANGE_LABELS, LEDGER_RANGES, type LedgerRange } from '@/domain/ledger-points.ts';
import { sampled } from '@/lib/sampled.ts';
import { formatMoment, formatShortLocal } from '@/lib/time.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { lazyPanel } from '@/ui/lazy-panel.tsx';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { beforeFees } from '../portfolio-labels.ts';
import type { AccountPoint } from './account-chart.tsx';

const AccountChart = lazyPanel(async () => (await import('./account-chart.tsx')).AccountChart, 'chart');

export type CurveKind = 'equity' | 'profit' | 'realised';
/** What the panel shows: a line over a range, or the days of a month. */
export type AccountLook = CurveKind | 'days';
const LOOKS = [
  { value: 'equity', label: 'Equity' },
  { value: 'profit', label: 'Profit' },
  { value: 'realised', label: 'Realised' },
  { value: 'days', label: 'Days' },
] as const;
const RANGES = (Object.keys(LEDGER_RANGES) as LedgerRange[]).map((value) => ({
  value,
  label: LEDGER_RANGE_LABELS[value],
}));
const NAMES: Record<CurveKind, string> = { equity: 'Equity', profit: 'Profit', realised: 'Realised profit' };
const MEANINGS: Record<CurveKind, string> = {
  equity: 'Everything the account holds, positions at the bid after fees',
  profit: 'Realised and unrealised together, positions at the bid after fees',
  realised: 'Profit and loss of sales, payouts and losses, after fees',
};

/** The account over a range. */
export interface AccountCurve {
  points: readonly AccountPoint[];
  /** Profit within the range; null where it is not known how it began, or where it stands now. */
  change: MicroUsd | null;
  /** Of equity; undefined where the prices between trades are not known. */
  drawdown: Drawdown | undefined;
  /** What the points are made of: prices at even steps, or the account's own trades alone. */
  by: 'prices' | 'records';
}

interface Failure {
  /** What failed, as it is said. */
  of: string;
  retrying: boolean;
  onRetry: () => void;
}

type LedgerGaps = Pick<Ledger, 'implied' | 'unknown' | 'unstatedFees'>;

interface AccountProps {
  look: AccountLook;
  onLook: (look: AccountLook) => void;
  range: LedgerRange;
  onRange: (range: LedgerRange) => void;
  /** Undefined while history or prices have not come. */
  curve: AccountCurve | undefined;
  /** Undefined while history has not come. */
  ledger: LedgerGaps | undefined;
  /** Why there is no curve. */
  failure: Failure | undefined;
  /** False while only the newest part of the history is loaded. */
  ofAll: boolean;
  /** The days of a month. */
  days: ReactNode;
}

/** What the figures leave open, in words. */
function gaps(kind: CurveKind, { by, points }: AccountCurve, ledger: LedgerGaps, ofAll: boolean): string {
  const count = (many: number): string => `${many} ${many === 1 ? 'record' : 'records'}`;
  return [
    ...(kind !== 'realised' && by === 'records'
      ? ['Prices between your trades are not known: the line steps where you traded']
      : []),
    ...(kind === 'equity'
      ? ['Deposits and withdrawals are not recorded: money put in counts from the start']
      : []),
    ...(points.some(({ value }) => value === null) ? ['Gaps: something held had no price'] : []),
    ...(ofAll ? [] : ['Older history is not loaded']),
    ...(ledger.implied > 0
      ? [`${count(ledger.implied)} without a purchase: counted by the result the service states`]
      : []),
    ...(ledger.unknown > 0 ? [`${count(ledger.unknown)} left out: no purchase and no result is known`] : []),
    ...(ledger.unstatedFees > 0 ? [beforeFees(ledger.unstatedFees)] : []),
  ].join(' · ');
}

const TABLE_ROWS = 40;
/** The same sums as a table: all moments, or evenly picked ones where there are many. */
function AccountTable({ points, kind }: { points: readonly AccountPoint[]; kind: CurveKind }) {
  const text = (value: MicroUsd): string => (kind === 'equity' ? formatUsd(value) : formatSignedUsd(value));
  return (
    <table className="sr-only">
      <caption>{NAMES[kind]} over time</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">{NAMES[kind]}</th>
        </tr>
      </thead>
      <tbody>
        {sampled(points, TABLE_ROWS).map(({ at, value }) => (
          <tr key={at}>
            <td>{formatMoment(at * 1_000)}</td>
            <td>{value === null ? <Absent reason="Something held had no price" /> : text(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Fall = ({ drawdown: { amount, peak, from, to, isAtLeast } }: { drawdown: Drawdown }) => (
  <span
    className="num font-normal text-muted text-xs max-sm:hidden"
    title={`Drawdown of equity: the largest fall from a peak within the range, from ${formatUsd(peak)} on ${formatShortLocal(from * 1_000)} until ${formatShortLocal(to * 1_000)}${isAtLeast ? '. Of a part of it nothing is known' : ''}`}
  >
    <span className="font-sans text-faint">Drawdown{isAtLeast && amount > 0n && ' at least'}</span>{' '}
    {isAtLeast && amount === 0n ? (
      <Absent reason="Something held had no price" />
    ) : (
      <Pnl value={microUsd(-amount)} cost={peak > 0n ? peak : undefined} />
    )}
  </span>
);

/** Equity, profit and realised gains over time, or profit by day. */
export function AccountPanel(props: AccountProps) {
  const { look, onLook, range, onRange, curve, ledger, failure, ofAll, days } = props;
  const notes = ledger && curve && look !== 'days' ? gaps(look, curve, ledger, ofAll) : '';
  return (
    <Panel aria-label="Account over time" className="min-h-56">
      <PanelHeader>
        <Segmented<AccountLook>
          look="plain"
          label="Curve"
          value={look}
          onChange={onLook}
          options={LOOKS}
          className="-ml-2"
        />
        {look !== 'days' && (
          <>
            {curve && curve.points.length > 0 && (
              <span className="font-normal text-sm" title={`${MEANINGS[look]}. Profit within the range`}>
                <Pnl
                  value={curve.change}
                  reason="What the account was worth when the range began, or is worth now, is not known"
                />
              </span>
            )}
            {curve?.drawdown && look !== 'realised' && <Fall drawdown={curve.drawdown} />}
            <Segmented<LedgerRange>
              look="plain"
              label="Range"
              value={range}
              onChange={onRange}
              options={RANGES}
              className="ml-auto"
            />
          </>
        )}
      </PanelHeader>
      {look === 'days' && ledger ? (
        days
      ) : (
        <div className="relative min-h-28 flex-1">
          {curve === undefined || look === 'days' ? (
            failure ? (
              <ErrorState
                title={`Couldn’t load ${failure.of}`}
                onRetry={failure.onRetry}
                retrying={failure.retrying}
                className="absolute inset-0"
              />
            ) : (
              <Skeleton className="absolute inset-3" />
            )
          ) : curve.points.length === 0 ? (
            <EmptyState title="No data yet" className="absolute inset-0">
              The curve starts with your first trade.
            </EmptyState>
          ) : (
            <>
              <AccountChart points={curve.points} signed={look !== 'equity'} />
              <AccountTable points={curve.points} kind={look} />
            </>
          )}
        </div>
      )}
      {notes !== '' && curve && curve.points.length > 0 && (
        <p className="px-3 pt-1 pb-1.5 text-faint text-xs">{notes}</p>
      )}
    </Panel>
  );
}
