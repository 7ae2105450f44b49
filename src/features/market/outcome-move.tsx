import type { Market } from '@contract/prediction/market.ts';
import { useMemo, useRef } from 'react';
import { useDay } from '@/api/series-day.queries.ts';
import { dayMoveOf } from '@/domain/day-move.ts';
import { useInView } from '@/lib/in-view.ts';
import { MoveLine } from '@/ui/move-line.tsx';
import { Absent } from '@/ui/price.tsx';
import { outcomeName } from './market-groups.ts';

/** What the chance of an outcome did in the last 24 hours; asked for while it is on the screen. */
export function OutcomeMove({ market }: { market: Market }) {
  const place = useRef<HTMLSpanElement>(null);
  const inView = useInView(place);
  const { data, isError } = useDay(inView ? market.marketId : undefined);
  const move = useMemo(() => data && dayMoveOf(data, 'yes'), [data]);
  return (
    <span ref={place} className="flex min-h-px min-w-px">
      {move ? (
        <MoveLine {...move} label={outcomeName(market)} />
      ) : data ? (
        <Absent reason="No prices of two moments in the last 24 hours" />
      ) : (
        isError && <Absent reason="Couldn’t load the last 24 hours" />
      )}
    </span>
  );
}
