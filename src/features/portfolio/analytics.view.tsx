import { formatSignedUsd, type MicroUsd, microUsd } from '@contract/money.ts';
import { useMemo, useState } from 'react';
import {
  LEDGER_RANGES,
  type Ledger,
  type LedgerPoint,
  type LedgerRange,
  pointsWithin,
} from '@/domain/ledger.ts';
import { formatShortLocal } from '@/lib/time.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { loaded } from '@/ui/loaded.tsx';
import { Panel, PanelHeader } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import type { AccountPoint } from './account-chart.tsx';

const AccountChart = loaded(async () => (await import('./account-chart.tsx')).AccountChart, 'chart');

type Kind = 'equity' | 'realised';
const KINDS = [
  { value: 'equity', label: 'Equity' },
  { value: 'realised', label: 'Realised' },
] as const;
const RANGES = (Object.keys(LEDGER_RANGES) as LedgerRange[]).map((value) => ({ value, label: value }));
const NAMES: Record<Kind, string> = { equity: 'Equity', realised: 'Realised PnL' };
const MEANINGS: Record<Kind, string> = {
  equity: 'Cash that trading has brought or taken, with what you hold counted at its price',
  realised: 'What sales, payouts and losses have come to, after fees',
};

interface Props {
  /** Undefined while history has not come. */
  ledger: Ledger | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
  /** Equity at this moment, Unix seconds; held positions at their value now. */
  now: { at: number; equity: MicroUsd };
  /** False while only the newest part of the history is loaded. */
  ofAll: boolean;
}

/** What the records leave open, in words. */
function gaps(kind: Kind, ledger: Ledger, ofAll: boolean): string {
  const count = (many: number): string => `${many} ${many === 1 ? 'record' : 'records'}`;
  return [
    ...(kind === 'equity'
      ? ['Between your own trades no prices are kept: straight lines join what is known']
      : []),
    ...(ofAll ? [] : ['Older history is not loaded']),
    ...(ledger.implied > 0
      ? [`${count(ledger.implied)} without a purchase: counted by the result the service states`]
      : []),
    ...(ledger.unknown > 0 ? [`${count(ledger.unknown)} left out: no purchase and no result is known`] : []),
  ].join(' · ');
}

const TABLE_ROWS = 40;
/** The same sums as a table: all moments, or evenly picked ones where there are many. */
function AccountTable({ points, name }: { points: readonly AccountPoint[]; name: string }) {
  const step = Math.max(1, Math.ceil(points.length / TABLE_ROWS));
  const rows = points.filter((_, index) => index % step === 0 || index === points.length - 1);
  return (
    <table className="sr-only">
      <caption>{name} over time</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">{name}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, value }) => (
          <tr key={at}>
            <td>{formatShortLocal(at * 1_000)}</td>
            <td>{formatSignedUsd(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Equity and realised gains over time, from the records of the history. */
export function AccountPanel({ ledger, failed, retrying, onRetry, now, ofAll }: Props) {
  const [kind, setKind] = useState<Kind>('equity');
  const [range, setRange] = useState<LedgerRange>('1W');
  const points = useMemo((): AccountPoint[] => {
    if (!ledger) return [];
    const last: LedgerPoint = { at: now.at, equity: now.equity, realised: ledger.realised };
    return pointsWithin(ledger.points, range, last).map((point) => ({ at: point.at, value: point[kind] }));
  }, [ledger, now.at, now.equity, range, kind]);
  const [first] = points;
  const last = points.at(-1);
  return (
    <Panel aria-label="Account over time" className="min-h-60">
      <PanelHeader>
        <Segmented<Kind>
          look="plain"
          label="Kind of curve"
          value={kind}
          onChange={setKind}
          options={KINDS}
          className="-ml-2"
        />
        {first && last && (
          <span className="font-normal text-sm" title={`${MEANINGS[kind]}. Change within the range`}>
            <Pnl value={microUsd(last.value - first.value)} />
          </span>
        )}
        <Segmented<LedgerRange>
          look="plain"
          label="Range"
          value={range}
          onChange={setRange}
          options={RANGES}
          className="ml-auto"
        />
      </PanelHeader>
      <div className="relative min-h-36 flex-1">
        {!ledger ? (
          failed ? (
            <ErrorState
              title="The history could not be read"
              onRetry={onRetry}
              retrying={retrying}
              className="absolute inset-0"
            />
          ) : (
            <Skeleton className="absolute inset-3" />
          )
        ) : points.length === 0 ? (
          <EmptyState title="Nothing to draw yet" className="absolute inset-0">
            The curve starts with your first trade.
          </EmptyState>
        ) : (
          <>
            <AccountChart points={points} stepped={kind === 'realised'} />
            <AccountTable points={points} name={NAMES[kind]} />
          </>
        )}
      </div>
      {ledger && points.length > 0 && (
        <p className="px-3 pt-1 pb-2 text-faint text-xs empty:hidden">{gaps(kind, ledger, ofAll)}</p>
      )}
    </Panel>
  );
}
