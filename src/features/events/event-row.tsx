import { formatCompactUsd, formatUsd } from '@contract/money.ts';
import { memo } from 'react';
import { closeTimeOf, leadingOutcome, titleOf } from '@/domain/events.ts';
import { categoryOf, kindText } from '@/domain/topics.ts';
import { cx } from '@/lib/cx.ts';
import { Mark } from '@/ui/mark.tsx';
import { Absent, Price, Probability } from '@/ui/price.tsx';
import { Td, Tr } from '@/ui/table.tsx';
import { type EventItemProps, sameItem, useVenueNames } from './event-card.tsx';
import { EventLink } from './event-link.tsx';
import { EventPill } from './event-pill.view.tsx';
import { PriceLink, VerdictText } from './outcome-row.view.tsx';
import { canBeLeg, ParlayPick } from './parlay-pick.tsx';
import { useEventState } from './use-event-state.ts';
import { WatchButton } from './watch-button.tsx';

/** Every line has this height (`h-[51px]`): it is not measured. */
export const rowHeight = () => 51;

/**
 * The columns of a line: event, outcome, chance, buy, sell, both volumes, state and watch, as many as there is room for.
 * Lines are grids that stand where they are put: a table of the browser's own is laid out whole when one of its lines
 * comes, which on a slow computer takes as long as drawing the line.
 */
export const COLUMNS = cx(
  'grid grid-cols-[minmax(0,1fr)_76px]',
  'md:grid-cols-[minmax(0,1fr)_76px_176px_190px_46px]',
  'lg:grid-cols-[minmax(0,1fr)_144px_76px_176px_92px_104px_190px_46px]',
  'xl:grid-cols-[minmax(0,1fr)_144px_76px_176px_92px_104px_92px_190px_46px]',
);

const Volume = ({ value }: { value: bigint | null }) =>
  value === null ? (
    <Absent reason="Volume unknown" />
  ) : (
    <span title={formatUsd(value)}>{formatCompactUsd(value)}</span>
  );

interface RowProps extends EventItemProps {
  /** Its place in the list, from 0. */
  index: number;
  /** Its top from that of the first line, pixels. */
  start: number;
  /** There is room for a column of its own for the state. */
  wide: boolean;
}

const sameRow = (a: RowProps, b: RowProps): boolean =>
  a.index === b.index && a.start === b.start && a.wide === b.wide && sameItem(a, b);

/** An event as a line of the table: its likeliest outcome with both prices of both sides. */
export const EventRow = memo(function EventRow({ item, index, start, stale, wide }: RowProps) {
  const { event } = item;
  const { outcomes, phase, reading } = useEventState(item);
  const leader = leadingOutcome(outcomes);
  const title = titleOf(event);
  const venues = useVenueNames(item.venues);
  const sell = leader?.quotes[0];
  const state = (
    <EventPill phase={phase} beginAt={event.beginAt} closeAt={closeTimeOf(event)} reading={reading} />
  );
  return (
    <Tr
      role="row"
      // The first is that of the headings.
      aria-rowindex={index + 2}
      className={cx(COLUMNS, 'absolute inset-x-0 h-[51px] items-center [contain:strict]', stale && 'stale')}
      style={{ top: start }}
    >
      <Td role="cell" align="left" className="py-0">
        <span className="flex items-center gap-2.5">
          <Mark
            id={event.eventId}
            name={title}
            category={categoryOf(event)}
            imageUrl={event.metadata?.imageUrl}
            size={26}
          />
          <span className="min-w-0 flex-1">
            <EventLink
              eventId={event.eventId}
              title={title}
              className="block truncate font-medium hover:underline"
            >
              {title}
            </EventLink>
            <span className="flex items-center gap-2 text-faint text-xs">
              <span className="min-w-0 flex-1 truncate">
                <span className="lg:hidden">{leader?.label}</span>
                <span className="max-md:hidden lg:hidden">{leader && ' · '}</span>
                <span className="max-md:hidden">{[...venues, kindText(event)].join(' · ')}</span>
              </span>
              {!wide && <span className="-my-0.5 flex">{state}</span>}
            </span>
          </span>
        </span>
      </Td>
      <Td role="cell" align="left" from="lg" className="truncate text-muted">
        {leader?.label ?? '—'}
      </Td>
      <Td role="cell" num>
        {leader?.verdict ? (
          <VerdictText verdict={leader.verdict} />
        ) : (
          <Probability value={leader?.probability} />
        )}
      </Td>
      <Td role="cell" from="md">
        {leader && !leader.verdict && (
          <span className="inline-flex items-center gap-1.5">
            {leader.quotes.map((quote) => (
              <PriceLink
                key={quote.side}
                eventId={event.eventId}
                outcome={leader}
                quote={quote}
                alone={leader.quotes.length === 1}
              />
            ))}
            {canBeLeg(leader) ? (
              <ParlayPick eventId={event.eventId} eventTitle={title} outcome={leader} />
            ) : (
              <span className="w-6 shrink-0" />
            )}
          </span>
        )}
      </Td>
      <Td role="cell" num from="lg" className={cx(sell?.wide ? 'text-warn' : 'text-muted')}>
        <Price value={sell?.sell} reason="No bid" />
        {sell?.wide && <span className="ml-1 text-2xs">wide</span>}
      </Td>
      <Td role="cell" num from="lg" className="text-muted">
        <Volume value={event.volume24hr} />
      </Td>
      <Td role="cell" num from="xl" className="text-muted">
        <Volume value={event.volumeUsd} />
      </Td>
      <Td role="cell" from="md">
        {wide && state}
      </Td>
      <Td role="cell" from="md" className="pl-0">
        <WatchButton compact eventId={event.eventId} title={title} />
      </Td>
    </Tr>
  );
}, sameRow);
