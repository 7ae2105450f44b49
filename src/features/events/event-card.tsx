import { memo } from 'react';
import { useInTurn } from '@/ui/in-turn.ts';
import { EventCardView } from './event-card.view.tsx';
import type { ListedEvent } from './event-list.ts';
import { useEventState } from './use-event-state.ts';

export interface EventItemProps {
  item: ListedEvent;
  intervalMs: number;
  /** The data is old: its figures step back. */
  stale: boolean;
}

interface CardProps extends EventItemProps {
  /** False while only its head is drawn. */
  whole: boolean;
}

/** An event of the grid, with its score. An answer that renews many of them is drawn a few at a time. */
export const EventCard = memo(function EventCard({ whole, ...item }: CardProps) {
  return <Card {...useInTurn(item, sameItem)} whole={whole} />;
}, sameCard);

const Card = memo(function Card({ item, intervalMs, stale, whole }: CardProps) {
  const state = useEventState(item);
  return (
    <EventCardView
      event={item.event}
      fetchedAt={item.fetchedAt}
      intervalMs={intervalMs}
      stale={stale}
      whole={whole}
      {...state}
    />
  );
}, sameCard);

function sameCard(a: CardProps, b: CardProps): boolean {
  return a.whole === b.whole && sameItem(a, b);
}

/** Lists build their items anew with every answer; what they hold changes only when the service says so. */
export function sameItem(a: EventItemProps, b: EventItemProps): boolean {
  return (
    a.item.event === b.item.event &&
    a.item.order === b.item.order &&
    a.stale === b.stale &&
    a.intervalMs === b.intervalMs
  );
}
