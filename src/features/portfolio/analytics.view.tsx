import { formatSignedUsd, formatUsd, type MicroUsd, microUsd } from '@contract/money.ts';
import { useMemo, useState } from 'react';
import {
  LEDGER_RANGES,
  type Ledger,
  type LedgerPoint,
  type LedgerRange,
  pointsWithin,
} from '@/domain/ledger.ts';
import { type Exposure, percentShares } from '@/domain/portfolio-figures.ts';
import type { Settles } from '@/domain/settles.ts';
import { cx } from '@/lib/cx.ts';
import { formatShortLocal } from '@/lib/time.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { lazyPanel } from '@/ui/lazy-panel.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import type { AccountPoint } from './account-chart.tsx';
import { readableCategory, SETTLES_LABELS } from './portfolio-labels.ts';

const AccountChart = lazyPanel(async () => (await import('./account-chart.tsx')).AccountChart, 'chart');

type Kind = 'profit' | 'realised';
const KINDS = [
  { value: 'profit', label: 'Profit' },
  { value: 'realised', label: 'Realised' },
] as const;
const RANGES = (Object.keys(LEDGER_RANGES) as LedgerRange[]).map((value) => ({ value, label: value }));
const NAMES: Record<Kind, string> = { profit: 'Profit', realised: 'Realised PnL' };
const MEANINGS: Record<Kind, string> = {
  profit: 'Realised and unrealised together; between your trades at the price last known',
  realised: 'Profit and loss of sales, payouts and losses, after fees',
};

interface AccountProps {
  /** Undefined while history has not come. */
  ledger: Ledger | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
  /** Profit at this moment, Unix seconds; what is held at its value now. */
  now: { at: number; profit: MicroUsd };
  /** False while only the newest part of the history is loaded. */
  ofAll: boolean;
}

/** What the records leave open, in words. */
function gaps(kind: Kind, ledger: Ledger, ofAll: boolean): string {
  const count = (many: number): string => `${many} ${many === 1 ? 'record' : 'records'}`;
  return [
    ...(kind === 'profit'
      ? ['Prices between your trades are not recorded: the line steps where you traded']
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

/** Profit and realised gains over time, from the records of the history. */
export function AccountPanel({ ledger, failed, retrying, onRetry, now, ofAll }: AccountProps) {
  const [kind, setKind] = useState<Kind>('profit');
  const [range, setRange] = useState<LedgerRange>('All');
  const points = useMemo((): AccountPoint[] => {
    if (!ledger) return [];
    const last: LedgerPoint = { at: now.at, profit: now.profit, realised: ledger.realised };
    return pointsWithin(ledger.points, range, last).map((point) => ({ at: point.at, value: point[kind] }));
  }, [ledger, now.at, now.profit, range, kind]);
  const [first] = points;
  const last = points.at(-1);
  return (
    <Panel aria-label="Account over time" className="min-h-44">
      <PanelHeader>
        <Segmented<Kind>
          look="plain"
          label="Curve"
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
      <div className="relative min-h-28 flex-1">
        {!ledger ? (
          failed ? (
            <ErrorState
              title="Couldn’t load the history"
              onRetry={onRetry}
              retrying={retrying}
              className="absolute inset-0"
            />
          ) : (
            <Skeleton className="absolute inset-3" />
          )
        ) : points.length === 0 ? (
          <EmptyState title="No data yet" className="absolute inset-0">
            The curve starts with your first trade.
          </EmptyState>
        ) : (
          <>
            <AccountChart points={points} />
            <AccountTable points={points} name={NAMES[kind]} />
          </>
        )}
      </div>
      {ledger && points.length > 0 && (
        <p
          className="truncate px-3 pt-1 pb-1.5 text-faint text-xs empty:hidden"
          title={gaps(kind, ledger, ofAll)}
        >
          {gaps(kind, ledger, ofAll)}
        </p>
      )}
    </Panel>
  );
}

export type ExposureKind = 'category' | 'settles';

interface ExposureProps {
  kind: ExposureKind;
  byCategory: readonly Exposure<string>[];
  bySettlement: readonly Exposure<Settles | 'parlays'>[];
  /** What the positions are narrowed to now. */
  picked: { category: string | undefined; settles: Settles | undefined };
  onKind: (kind: ExposureKind) => void;
  /** Narrows the positions; undefined to show all again. */
  onPick: (kind: ExposureKind, key: string | undefined) => void;
}

const EXPOSURE_KINDS = [
  { value: 'category', label: 'Category' },
  { value: 'settles', label: 'Settlement' },
] as const;

function Bar({
  group,
  name,
  percent,
  on,
  onPress,
}: {
  group: Exposure<string>;
  name: string;
  /** Of all that is exposed. */
  percent: number;
  on: boolean;
  onPress: () => void;
}) {
  const worth =
    group.worth.sum === null
      ? 'not priced now'
      : `worth ${formatUsd(group.worth.sum)}${
          group.worth.known < group.worth.of ? `, ${group.worth.known} of ${group.worth.of} priced` : ''
        }`;
  return (
    <li>
      <button
        type="button"
        aria-pressed={on}
        title={`${formatUsd(group.cost, 'up')} put in, ${worth}, ${group.positions} ${group.positions === 1 ? 'position' : 'positions'}`}
        onClick={onPress}
        className={cx(
          'block w-full rounded-sm px-2 py-1.5 text-left transition-colors duration-100 hover:bg-raised focus-visible:-outline-offset-2',
          on && 'bg-raised',
        )}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate">{name}</span>
          <span className="num shrink-0 text-muted text-xs">
            {formatUsd(group.cost, 'up')} · <span className="text-text">{percent}%</span>
          </span>
        </span>
        <ProgressBar share={percent / 100} tone="accent" className="mt-1.5" />
      </button>
    </li>
  );
}

/** Where the money is: what open positions have cost, by category or by when they settle. A press narrows them. */
export function ExposureView({ kind, byCategory, bySettlement, picked, onKind, onPick }: ExposureProps) {
  const groups: readonly Exposure<string>[] = kind === 'category' ? byCategory : bySettlement;
  const percents = percentShares(groups.map(({ cost }) => cost));
  const nameOf = ({ key }: Exposure<string>): string =>
    kind === 'category' || key === 'parlays'
      ? readableCategory(key)
      : (SETTLES_LABELS[key as Settles] ?? key);
  const current = kind === 'category' ? picked.category : picked.settles;
  return (
    <Panel aria-label="Exposure">
      <PanelHeader>
        <PanelTitle title="What your open positions and running parlays have cost, fees included">
          Exposure
        </PanelTitle>
        <Segmented<ExposureKind>
          look="plain"
          label="Exposure by"
          value={kind}
          onChange={onKind}
          options={EXPOSURE_KINDS}
          className="ml-auto"
        />
      </PanelHeader>
      {groups.length === 0 ? (
        <p className="px-3 py-4 text-muted">No positions.</p>
      ) : (
        <ul className="scroll-thin min-h-0 flex-1 overflow-y-auto p-1 max-md:max-h-56 lg:max-h-44 3xl:max-h-none md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:gap-x-3">
          {groups.map((group, index) => (
            <Bar
              key={group.key}
              group={group}
              name={nameOf(group)}
              percent={percents[index] ?? 0}
              on={current === group.key}
              onPress={() => onPick(kind, current === group.key ? undefined : group.key)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
