import type { Span } from '@contract/history.ts';
import { formatPoints } from '@contract/money.ts';
import { useMemo } from 'react';
import { useDay } from '@/api/series-day.queries.ts';
import { dayMoveOf } from '@/domain/day-move.ts';
import type { Outcome } from '@/domain/events.ts';
import { cx } from '@/lib/cx.ts';
import type { Moved } from './event-list.ts';

const WIDTH = 56;
const HEIGHT = 18;
const EDGE = 1;

const toneOf = (change: bigint): string =>
  change > 0n ? 'text-up' : change < 0n ? 'text-down' : 'text-faint';

/** What the chance of an outcome did in the last 24 hours: a line, and the points it went. */
export function DayMove({ outcome }: { outcome: Outcome }) {
  const side = outcome.quotes[0]?.side ?? 'yes';
  const { data } = useDay(outcome.marketId);
  const move = useMemo(() => data && dayMoveOf(data, side), [data, side]);
  if (!move) return null;
  const { runs, change } = move;
  const text = formatPoints(change);
  return (
    <span
      className={cx('flex min-w-0 items-center gap-1.5', toneOf(change))}
      title={`${outcome.label}: ${text} points in 24 hours`}
    >
      {/* Where there is no room for the whole line it stands below what is shown. */}
      <span className="flex min-w-0 shrink flex-wrap justify-end overflow-hidden" style={{ height: HEIGHT }}>
        <span className="w-px" style={{ height: HEIGHT }} />
        <svg aria-hidden="true" width={WIDTH} height={HEIGHT} className="block shrink-0">
          {runs.map((run) => (
            <polyline
              key={run[0]?.x}
              points={run
                .map(({ x, y }) => `${(x * WIDTH).toFixed(1)},${(EDGE + y * (HEIGHT - 2 * EDGE)).toFixed(1)}`)
                .join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.25"
              strokeLinejoin="round"
            />
          ))}
        </svg>
      </span>
      <span className="num shrink-0">{text}</span>
      <span className="sr-only">points in 24 hours, {outcome.label}</span>
    </span>
  );
}

const SPANS: Record<Span, [short: string, long: string]> = {
  '1h': ['1 h', '1 hour'],
  '24h': ['24 h', '24 hours'],
  '7d': ['7 d', '7 days'],
};

/** What an event is listed for where the list is one of moves: its outcome that went furthest, and how far. */
export function ListedMove({ moved, outcomes }: { moved: Moved; outcomes: readonly Outcome[] }) {
  const outcome = outcomes.find(({ marketId }) => marketId === moved.marketId);
  const change = outcome?.quotes[0]?.side === 'no' ? -moved.change : moved.change;
  const [short, long] = SPANS[moved.span];
  const text = formatPoints(change);
  const label = outcome?.label ?? 'Another outcome';
  return (
    <span
      className={cx('num flex min-w-0 items-center gap-1.5', toneOf(change))}
      title={`${label}: ${text} points in ${long}`}
    >
      {outcome && outcomes.length > 2 && <span className="min-w-0 truncate font-sans text-xs">{label}</span>}
      <span className="shrink-0">{text}</span>
      <span aria-hidden className="shrink-0 text-faint text-xs">
        {short}
      </span>
      <span className="sr-only">
        points in {long}, {label}
      </span>
    </span>
  );
}
