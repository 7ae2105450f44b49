import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useMemo, useState } from 'react';
import type { HistoryQuery } from '@/api/history.queries.ts';
import { LEDGER_RANGE_LABELS, type LedgerRange } from '@/domain/ledger-points.ts';
import {
  byCost,
  bySettlement,
  categoryOf,
  exposureBy,
  parlayExposure,
  settlesWithin,
} from '@/domain/portfolio-figures.ts';
import { SETTLES } from '@/domain/settles.ts';
import { useKnownUntil } from '@/lib/clock.ts';
import { compareMonths, monthAfter, monthOf } from '@/lib/month.ts';
import { Segmented } from '@/ui/segmented.tsx';
import { type PortfolioSearch, WHOLE_HISTORY } from '../search-params.ts';
import type { AccountView } from '../use-account.ts';
import { type AccountLook, AccountPanel } from './account-panel.view.tsx';
import { CalendarView } from './calendar.view.tsx';
import { type ExposureKind, ExposureView } from './exposure.view.tsx';
import { type ProfitKind, ProfitSharesView } from './profit-shares.view.tsx';
import { useDays, useEquity } from './use-equity.ts';
import { useParlaySettles } from './use-parlay-settles.ts';

/** What is known of something that is asked for. */
interface Read<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  /** Local Unix milliseconds of when it was so; 0 before it came. */
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface Props {
  view: AccountView;
  positions: Read<readonly Position[]>;
  cash: Read<unknown>;
  slips: readonly ParlaySlip[];
  history: HistoryQuery;
  search: PortfolioSearch;
  onSearch: (search: PortfolioSearch) => void;
}

/** Days of a month that can be turned, from the account's first to now. */
function Calendar({ view, now, onPick }: { view: AccountView; now: number; onPick: (day: string) => void }) {
  const [back, setBack] = useState(0);
  const present = monthOf(now);
  const month = useMemo(
    () => monthAfter({ year: present.year, month: present.month }, -back),
    [present.year, present.month, back],
  );
  const began = view.sources.ledger?.points[0]?.at ?? now;
  return (
    <CalendarView
      {...useDays(view, month, now)}
      month={month}
      began={began}
      onEarlier={compareMonths(month, monthOf(began)) > 0 ? () => setBack((months) => months + 1) : undefined}
      onLater={back > 0 ? () => setBack((months) => months - 1) : undefined}
      onPick={onPick}
    />
  );
}

type Beside = 'exposure' | 'profit';
const BESIDE = [
  { value: 'exposure', label: 'Exposure', title: 'What open positions and running parlays have cost' },
  { value: 'profit', label: 'Profit', title: 'Where the profit of the range has come from' },
] as const;

const NONE: readonly never[] = [];

/** What of these has failed and left nothing, and how it is asked for again. */
function failureOf(...reads: readonly { of: string; query: Read<unknown> }[]) {
  const failed = reads.find(({ query }) => query.isError && query.data === undefined);
  return (
    failed && {
      of: failed.of,
      retrying: failed.query.isFetching,
      onRetry: () => void failed.query.refetch(),
    }
  );
}

/** Curves and days of the account beside where its money is, and where its profit has come from. */
export function Analytics({ view, positions: read, cash, slips, history, search, onSearch }: Props) {
  const positions = read.data ?? NONE;
  const now = useKnownUntil(read.dataUpdatedAt, 30_000);
  const [look, setLook] = useState<AccountLook>('equity');
  const [range, setRange] = useState<LedgerRange>('All');
  const [beside, setBeside] = useState<Beside>('exposure');
  const [profitKind, setProfitKind] = useState<ProfitKind>('category');
  const [kind, setKind] = useState<ExposureKind>(search.settles === undefined ? 'category' : 'settles');
  const ledger = view.sources.ledger ?? undefined;
  const byCategory = useMemo(() => exposureBy(positions, categoryOf), [positions]);
  const settling = useMemo(
    () => exposureBy(positions, (position, state) => settlesWithin(position, state, now), SETTLES),
    [positions, now],
  );
  const { rows, parts } = view.account;
  const settlesOf = useParlaySettles(slips, rows, beside === 'exposure' && kind === 'settles', now);
  // The clock is read twice a minute, records come whenever: the present is never before the newest one.
  const present = Math.max(now, (ledger?.points.at(-1)?.at ?? 0) + 1);
  const { curve, shares } = useEquity(view, {
    range,
    kind: look === 'days' ? 'profit' : look,
    by: profitKind,
    now: present,
  });
  const heading = (
    <Segmented<Beside>
      look="plain"
      label="Parts of the account"
      value={beside}
      onChange={setBeside}
      options={BESIDE}
      className="-ml-2"
    />
  );
  const showHistory = (of: PortfolioSearch) =>
    onSearch({
      ...search,
      tab: 'history',
      ...WHOLE_HISTORY,
      ...of,
    });
  return (
    <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_22rem] 3xl:grid-cols-1 3xl:grid-rows-[max(22rem,36dvh)_auto] 3xl:content-start">
      <AccountPanel
        look={look}
        onLook={setLook}
        range={range}
        onRange={setRange}
        curve={curve}
        ledger={ledger}
        failure={failureOf(
          { of: 'the history', query: history },
          ...(look === 'equity'
            ? [
                { of: 'your cash', query: cash },
                { of: 'your positions', query: read },
              ]
            : []),
        )}
        ofAll={!history.hasNextPage}
        days={<Calendar view={view} now={present} onPick={(day) => showHistory({ from: day, to: day })} />}
      />
      {beside === 'profit' ? (
        <ProfitSharesView
          heading={heading}
          kind={profitKind}
          onKind={setProfitKind}
          shares={shares}
          range={LEDGER_RANGE_LABELS[range]}
          onPick={(key) =>
            key === 'parlays' ? onSearch({ ...search, tab: 'parlays' }) : showHistory({ market: key })
          }
        />
      ) : (
        <ExposureView
          heading={heading}
          kind={kind}
          known={parts.positions !== null && parts.parlays !== null}
          byCategory={[...byCategory, ...parlayExposure(rows)].sort(byCost)}
          bySettlement={bySettlement(settling, rows, settlesOf)}
          picked={{ category: search.category, settles: search.settles }}
          onKind={setKind}
          onPick={(by, key) => {
            const ofParlays = key?.startsWith('parlays') === true;
            onSearch({
              ...search,
              tab: ofParlays ? 'parlays' : 'positions',
              category: undefined,
              settles: undefined,
              ...(ofParlays ? {} : { [by]: key }),
            });
          }}
        />
      )}
    </div>
  );
}
