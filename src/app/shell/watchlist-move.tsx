import { useMemo } from 'react';
import { useDay } from '@/api/series-day.queries.ts';
import { dayMoveOf } from '@/domain/day-move.ts';
import type { Outcome } from '@/domain/events.ts';
import { MoveLine } from '@/ui/move-line.tsx';

/** What the leading outcome of a watched event did in the last 24 hours. */
export function WatchlistMove({ outcome }: { outcome: Outcome }) {
  const side = outcome.quotes[0]?.side ?? 'yes';
  const { data } = useDay(outcome.marketId);
  const move = useMemo(() => data && dayMoveOf(data, side), [data, side]);
  return move ? <MoveLine {...move} label={outcome.label} width={96} className="h-[18px] text-xs" /> : null;
}
