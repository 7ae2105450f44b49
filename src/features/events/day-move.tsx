import type { Span } from '@contract/history.ts';
import { formatPoints } from '@contract/money.ts';
import { useMemo } from 'react';
import { useDay } from '@/api/series-day.queries.ts';
import { dayMoveOf } from '@/domain/day-move.ts';
import type { Outcome } from '@/domain/events.ts';
import { cx } from '@/lib/cx.ts';
import { MoveLine, toneOf } from '@/ui/move-line.tsx';
import type { Moved } from './event-list.ts';

/** What the chance of an outcome did in the last 24 hours; nothing where that is not known. */
export function DayMove({ outcome, ...look }: { outcome: Outcome; width?: number; className?: string }) {
  const side = outcome.quotes[0]?.side ?? 'yes';
  const { data } = useDay(outcome.marketId);
  const move = useMemo(() => data && dayMoveOf(data, side), [data, side]);
  return move ? <MoveLine {...move} label={outcome.label} {...look} /> : null;
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
      className={cx('num flex min-w-20 shrink-[9999] items-center justify-end gap-1.5', toneOf(change))}
      title={`${label}: ${text} points in ${long}`}
    >
      {/* Where the whole name has no room it stands below what is shown. */}
      {outcome && outcomes.length > 2 && (
        <span className="flex h-[18px] min-w-0 flex-wrap justify-end overflow-hidden font-sans text-xs leading-[18px]">
          <span className="h-full w-px" />
          <span className="max-w-full truncate">{label}</span>
        </span>
      )}
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
