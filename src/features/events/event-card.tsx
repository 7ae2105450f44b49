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
  /** How many of its parts are drawn. */
  drawn: number;
}

/** An event of the grid, with its score. An answer that renews many of them is drawn a few at a time. */
export const EventCard = memo(function EventCard({ drawn, ...item }: CardProps) {
  return <Card {...useInTurn(item, sameItem)} drawn={drawn} />;
}, sameCard);

const Card = memo(function Card({ item, intervalMs, stale, drawn }: CardProps) {
  const state = useEventState(item);
  return (
    <EventCardView
      event={item.event}
      fetchedAt={item.fetchedAt}
      intervalMs={intervalMs}
      stale={stale}
      drawn={drawn}
      {...state}
    />
  );
}, sameCard);

function sameCard(a: CardProps, b: CardProps): boolean {
  return a.drawn === b.drawn && sameItem(a, b);
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
