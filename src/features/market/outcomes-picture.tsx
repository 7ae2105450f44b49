import type { EventId, MarketId } from '@contract/ids.ts';
import { formatCents, formatPoints } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import { useMemo, useState } from 'react';
import { useEventSeries } from '@/api/series.queries.ts';
import type { ChartRange } from '@/domain/price-series.ts';
import { cx } from '@/lib/cx.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { lazyPanel } from '@/ui/lazy-panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { FIRST_LINES, type OutcomeLine, outcomeLines } from './outcome-lines.ts';

const OutcomesChart = lazyPanel(async () => (await import('./outcomes-chart.tsx')).OutcomesChart, 'chart');

function Chip({ line, shown, onToggle }: { line: OutcomeLine; shown: boolean; onToggle: () => void }) {
  const { name, color, dashed, now, change } = line;
  return (
    <button
      type="button"
      aria-pressed={shown}
      onClick={onToggle}
      className={cx(
        'flex h-7 max-w-56 shrink-0 items-center gap-1.5 rounded-full border border-line px-2.5 text-sm',
        shown ? 'bg-raised' : 'text-faint',
      )}
    >
      <span
        aria-hidden
        className={cx('w-3 shrink-0 border-t-2', dashed && 'border-dashed')}
        style={{ borderColor: shown ? `var(${color})` : 'var(--control-line)' }}
      />
      <span className="truncate">{name}</span>
      <span className="num">{now === null ? '–' : formatCents(now)}</span>
      {change !== null && (
        <span className={cx('num', change > 0n ? 'text-up' : change < 0n ? 'text-down' : 'text-muted')}>
          {formatPoints(change)}
        </span>
      )}
    </button>
  );
}

interface Props {
  eventId: EventId;
  outcomes: readonly Market[];
  labels: ReadonlyMap<MarketId, string>;
  range: ChartRange;
}

/** The outcomes of an event over time, with chips that say how far each went and put it in or out. */
export function OutcomesPicture({ eventId, outcomes, labels, range }: Props) {
  const query = useEventSeries(eventId, range);
  const [toggled, setToggled] = useState<ReadonlySet<MarketId>>(new Set());
  const { data } = query;
  const lines = useMemo(() => (data ? outcomeLines(data, outcomes, labels) : []), [data, outcomes, labels]);
  const shown = useMemo(
    () => lines.filter(({ marketId }, rank) => rank < FIRST_LINES !== toggled.has(marketId)),
    [lines, toggled],
  );
  if (!data) {
    return query.error ? (
      <ErrorState
        title="Couldn’t load the history"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        detail={query.error.message}
        className="absolute inset-0"
      />
    ) : (
      <Skeleton className="absolute inset-3" />
    );
  }
  const toggle = (marketId: MarketId) => {
    const next = new Set(toggled);
    if (!next.delete(marketId)) next.add(marketId);
    setToggled(next);
  };
  return (
    <div className={cx('absolute inset-0 flex flex-col', query.error && 'stale')}>
      <ul
        aria-label="Outcomes drawn"
        className="flex flex-wrap gap-1.5 px-3 pt-2 max-sm:flex-nowrap max-sm:overflow-x-auto"
      >
        {lines.map((line) => (
          <li key={line.marketId}>
            <Chip line={line} shown={shown.includes(line)} onToggle={() => toggle(line.marketId)} />
          </li>
        ))}
      </ul>
      <div className="relative min-h-40 flex-1">
        <OutcomesChart lines={shown} />
      </div>
    </div>
  );
}
