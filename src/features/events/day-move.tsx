import { formatPoints } from '@contract/money.ts';
import { useMemo } from 'react';
import { useDay } from '@/api/series-day.queries.ts';
import { dayMoveOf } from '@/domain/day-move.ts';
import type { Outcome } from '@/domain/events.ts';
import { cx } from '@/lib/cx.ts';

const WIDTH = 56;
const HEIGHT = 18;
const EDGE = 1;

/** What the chance of an outcome did in the last 24 hours: a line, and the points it went. */
export function DayMove({ outcome }: { outcome: Outcome }) {
  const side = outcome.quotes[0]?.side ?? 'yes';
  const { data } = useDay(outcome.marketId);
  const move = useMemo(() => data && dayMoveOf(data, side), [data, side]);
  if (!move) return null;
  const { runs, change } = move;
  const tone = change > 0n ? 'text-up' : change < 0n ? 'text-down' : 'text-faint';
  const text = formatPoints(change);
  return (
    <span
      className={cx('flex items-center gap-1.5', tone)}
      title={`${outcome.label}: ${text} points in 24 hours`}
    >
      <svg aria-hidden="true" width={WIDTH} height={HEIGHT} className="block">
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
      <span className="num">{text}</span>
      <span className="sr-only">points in 24 hours, {outcome.label}</span>
    </span>
  );
}
