import { useDeferredValue } from 'react';
import { useNow } from '@/lib/clock.ts';
import { useVirtualRows } from '@/ui/use-virtual-rows.ts';
import { CARD_HEIGHT } from './card-geometry.ts';
import { EventCard } from './event-card.tsx';
import { type EventList, isStale, virtualList } from './event-list.ts';

const GAP = 10;
/** Rows beyond the screen: a flick of the wheel meets cards, not a blank. */
const OVERSCAN = 2;

const rowHeight = (): number => CARD_HEIGHT;

/** Events as cards; only the rows on the screen and near it are drawn. */
export function EventGrid({ list }: { list: EventList }) {
  const grid = useVirtualRows(virtualList(list), {
    columns: 'fill',
    gap: GAP,
    estimate: rowHeight,
    overscan: OVERSCAN,
  });
  const { columns, margin, measure } = grid;
  const now = useNow(1_000);
  // What scrolling brings, and newer prices, are drawn a few cards at a time: a scroll waits for neither.
  const rows = useDeferredValue(grid.rows);
  const items = useDeferredValue(list.items);
  return (
    <div ref={grid.container} className="relative" style={{ height: grid.total }}>
      {rows.map(({ key, index, start }) => (
        <div
          key={key}
          ref={measure}
          data-index={index}
          className="absolute inset-x-0 grid gap-2.5 [contain:content] [overflow-clip-margin:6px]"
          style={{ top: start - margin, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {items.slice(index * columns, (index + 1) * columns).map((item) => (
            <EventCard
              key={item.event.eventId}
              item={item}
              intervalMs={list.intervalMs}
              stale={isStale(item, list, now)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
