import { memo } from 'react';
import { hasHistory, useConfig } from '@/config.ts';
import { leadingOutcome, type Outcome, titleOf } from '@/domain/events.ts';
import { idle } from '@/lib/idle.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { EventCardView } from './event-card.view.tsx';
import type { ListedEvent } from './event-list.ts';
import { verdictsOf } from './outcome-verdict.tsx';
import { pickOf } from './parlay-pick.tsx';
import { useEventState } from './use-event-state.ts';
import { WatchButton } from './watch-button.tsx';

/** Comes once the page is there: nothing of a first look at a list waits for it. */
const DayMove = lazyWithRetry(async () => {
  await idle();
  return (await import('./day-move.tsx')).DayMove;
});
const ListedMove = lazyWithRetry(async () => (await import('./day-move.tsx')).ListedMove);

export interface EventItemProps {
  item: ListedEvent;
  intervalMs: number;
  /** The data is old: its figures step back. */
  stale: boolean;
}

const NO_VENUES: readonly string[] = [];

/** How venues are called here. */
export function useVenueNames(venues: readonly string[] = NO_VENUES): readonly string[] {
  const { providers } = useConfig();
  return venues.map((wire) => providers.find((one) => one.wire === wire)?.label ?? wire);
}

/** What the price of an event did of late: what it is listed for, else its leading outcome in a day. */
export function Move({ item, outcomes }: { item: ListedEvent; outcomes: readonly Outcome[] }) {
  if (item.moved) return <ListedMove moved={item.moved} outcomes={outcomes} />;
  const leader = leadingOutcome(outcomes);
  return hasHistory() && leader && !leader.verdict ? <DayMove outcome={leader} /> : null;
}

/** An event of the grid, with its score. */
export const EventCard = memo(function EventCard({ item, intervalMs, stale }: EventItemProps) {
  const state = useEventState(item);
  return (
    <EventCardView
      event={item.event}
      venues={useVenueNames(item.venues)}
      asOf={item.asOf}
      intervalMs={intervalMs}
      stale={stale}
      watch={
        <WatchButton eventId={item.event.eventId} title={titleOf(item.event)} className="-mt-1 -mr-1.5" />
      }
      verdictOf={verdictsOf(item.event)}
      pickOf={pickOf(item.event)}
      move={<Move item={item} outcomes={state.outcomes} />}
      {...state}
    />
  );
}, sameItem);

/** Lists build their items anew with every answer; what they hold changes only when the service says so. */
export function sameItem(a: EventItemProps, b: EventItemProps): boolean {
  return (
    a.item.event === b.item.event &&
    a.item.order === b.item.order &&
    a.item.moved === b.item.moved &&
    String(a.item.venues) === String(b.item.venues) &&
    a.stale === b.stale &&
    a.intervalMs === b.intervalMs
  );
}
