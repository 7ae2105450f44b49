import { memo } from 'react';
import { EventCardView } from './event-card.view.tsx';
import type { ListedEvent } from './event-list.ts';
import { useEventState } from './use-event-state.ts';

export interface EventItemProps {
  item: ListedEvent;
  intervalMs: number;
  /** The data is old: its figures step back. */
  stale: boolean;
}

/** An event of the grid, with its score. */
export const EventCard = memo(function EventCard({ item, intervalMs, stale }: EventItemProps) {
  const state = useEventState(item);
  return (
    <EventCardView
      event={item.event}
      fetchedAt={item.fetchedAt}
      intervalMs={intervalMs}
      stale={stale}
      {...state}
    />
  );
}, sameItem);

/** Lists build their items anew with every answer; what they hold changes only when the service says so. */
export function sameItem(a: EventItemProps, b: EventItemProps): boolean {
  return (
    a.item.event === b.item.event &&
    a.item.order === b.item.order &&
    a.stale === b.stale &&
    a.intervalMs === b.intervalMs
  );
}
