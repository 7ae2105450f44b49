import type { EventId, MarketId } from '@contract/ids.ts';
import { formatCents, formatPoints, withDecimalSign } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import { useMemo, useState } from 'react';
import { useEventSeries } from '@/api/series.queries.ts';
import { distributionOf, excludeEachOther } from '@/domain/outcome-shape.ts';
import type { ChartRange } from '@/domain/price-series.ts';
import { cx } from '@/lib/cx.ts';
import { formatMoment } from '@/lib/time.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { lazyPanel } from '@/ui/lazy-panel.tsx';
import { toneOf } from '@/ui/move-line.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Distribution } from './distribution.view.tsx';
import { LOOK_LABELS, type OutcomesLook, RANGE_TEXT } from './market-labels.ts';
import { likeliestOf, type OutcomeLine, outcomeLines, sumOf, tableOf } from './outcome-lines.ts';

const OutcomesChart = lazyPanel(async () => (await import('./outcomes-chart.tsx')).OutcomesChart, 'chart');

function Chip({ line, shown, onToggle }: { line: OutcomeLine; shown: boolean; onToggle: () => void }) {
  const { name, color, dashed, now, change } = line;
  return (
    <button
      type="button"
      aria-pressed={shown}
      onClick={onToggle}
      className={cx(
        'flex min-h-7 max-w-full items-center gap-1.5 rounded-[14px] border border-line px-2.5 text-left text-sm',
        shown ? 'bg-raised' : 'text-faint',
      )}
    >
      <span
        aria-hidden
        className={cx('w-3 shrink-0 border-t-2', dashed && 'border-dashed')}
        style={{ borderColor: shown ? `var(${color})` : 'var(--control-line)' }}
      />
      {/* Which outcome it is can always be read: one that is longer than the row takes a second line. */}
      <span className="wrap-anywhere min-w-0" data-name>
        {name}
      </span>
      <span className="num">{now === null ? '–' : formatCents(now)}</span>
      {change !== null && (
        <span data-change className={cx('num', toneOf(change))}>
          {formatPoints(change)}
        </span>
      )}
    </button>
  );
}

/** The chances over time in words and figures, for whoever cannot see the lines. */
const LinesTable = ({ lines }: { lines: readonly OutcomeLine[] }) => (
  <table className="sr-only">
    <caption>Chances of the outcomes drawn, likeliest first</caption>
    <tbody>
      {tableOf(lines).map(({ time, chances }) => (
        <tr key={time}>
          <th scope="row">{formatMoment(time * 1_000)}</th>
          {chances.map(({ name, value }) => (
            <td key={name}>
              {name} {withDecimalSign(value.toFixed(1))}%
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** What stacked outcomes come to: they are not scaled to 100 %. */
function Together({ lines, of }: { lines: readonly OutcomeLine[]; of: number }) {
  const sum = sumOf(lines);
  return (
    <p className="px-3 text-faint text-xs">
      {lines.length < of ? `${lines.length} of ${of} outcomes` : `All ${of} outcomes`} together:{' '}
      <span className="num">{sum === null ? 'not known' : `${formatPoints(sum).replace('+', '')} %`}</span>.
      As quoted, not scaled to 100 %.
    </p>
  );
}

interface Props {
  eventId: EventId;
  /** Title of the event. */
  title: string;
  /** What a ladder asks about, as it stands now. */
  now: { text: string; value: number } | undefined;
  outcomes: readonly Market[];
  labels: ReadonlyMap<MarketId, string>;
  range: ChartRange;
}

/** The outcomes of an event over time, with chips that say how far each went and put it in or out. */
export function OutcomesPicture({ eventId, title, now, outcomes, labels, range }: Props) {
  const query = useEventSeries(eventId, range);
  const [toggled, setToggled] = useState<ReadonlySet<MarketId>>(new Set());
  const { data, error } = query;
  const [places] = useState(() => likeliestOf(outcomes));
  const lines = useMemo(
    () => (data ? outcomeLines(data, outcomes, places, labels) : []),
    [data, outcomes, places, labels],
  );
  const shown = useMemo(
    () => lines.filter(({ marketId, first }) => first !== toggled.has(marketId)),
    [lines, toggled],
  );
  const buckets = useMemo(() => distributionOf(title, outcomes), [title, outcomes]);
  const canStack = useMemo(() => excludeEachOther(title, outcomes), [title, outcomes]);
  const looks: OutcomesLook[] = [
    'lines',
    ...(canStack ? (['stacked'] as const) : []),
    ...(buckets ? (['distribution'] as const) : []),
  ];
  const [chosen, setChosen] = useState<OutcomesLook>('lines');
  const look = looks.includes(chosen) ? chosen : 'lines';
  if (!data) {
    return error ? (
      <ErrorState
        title="Couldn’t load the history"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        detail={error.message}
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
    <div className={cx('absolute inset-0 flex flex-col', error && 'stale')}>
      <div className="flex items-start gap-3 px-3 pt-2 max-lg:flex-col-reverse max-lg:items-stretch max-lg:gap-1.5">
        <ul
          aria-label="Outcomes drawn"
          className={cx(
            'scroll-thin flex min-w-0 flex-1 flex-wrap gap-1.5 max-lg:flex-nowrap max-lg:overflow-x-auto',
            // Where the chart is low: three rows, of which none is cut through.
            look === 'distribution'
              ? 'invisible h-7 overflow-hidden max-lg:hidden'
              : 'lg:max-h-24 lg:snap-y lg:snap-mandatory lg:overflow-y-auto 3xl:max-h-none',
          )}
        >
          {lines.map((line) => (
            <li key={line.marketId} className="max-w-full shrink-0 snap-start">
              <Chip line={line} shown={shown.includes(line)} onToggle={() => toggle(line.marketId)} />
            </li>
          ))}
        </ul>
        {looks.length > 1 && (
          <Segmented<OutcomesLook>
            look="plain"
            label="How outcomes are drawn"
            value={look}
            onChange={setChosen}
            options={looks.map((value) => ({ value, label: LOOK_LABELS[value] }))}
          />
        )}
      </div>
      <div className="relative min-h-40 flex-1">
        {look === 'distribution' && buckets ? (
          <Distribution buckets={buckets} now={now} />
        ) : (
          <>
            <OutcomesChart lines={shown} stacked={look === 'stacked'} />
            <LinesTable lines={shown} />
          </>
        )}
      </div>
      {look === 'stacked' && <Together lines={shown} of={outcomes.length} />}
      {look === 'lines' && (
        <p className="px-3 text-faint text-xs">Chance of each outcome, {RANGE_TEXT[range]}</p>
      )}
    </div>
  );
}
