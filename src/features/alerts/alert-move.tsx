import type { MarketId, Side } from '@contract/ids.ts';
import { useMemo } from 'react';
import { useDay } from '@/api/series-day.queries.ts';
import { dayMoveOf } from '@/domain/day-move.ts';
import { MoveLine } from '@/ui/move-line.tsx';

/** What the price that an alert waits for did in the last 24 hours; nothing where that is not known. */
export function AlertMove({ marketId, side, label }: { marketId: MarketId; side: Side; label: string }) {
  const { data } = useDay(marketId);
  const move = useMemo(() => data && dayMoveOf(data, side), [data, side]);
  return move ? <MoveLine {...move} label={label} className="h-[18px] text-xs" /> : null;
}
