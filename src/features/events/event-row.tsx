import { formatCompactUsd, formatUsd } from '@contract/money.ts';
import { memo } from 'react';
import { closeTimeOf, leadingOutcome, titleOf } from '@/domain/events.ts';
import { cx } from '@/lib/cx.ts';
import { useDrawn, useInTurn } from '@/ui/in-turn.ts';
import { Mark } from '@/ui/mark.tsx';
import { Absent, Price, Probability } from '@/ui/price.tsx';
import { Spacer, Td, Tr } from '@/ui/table.tsx';
import { type EventItemProps, sameItem } from './event-card.tsx';
import { EventLink } from './event-link.tsx';
import { EventPill } from './event-pill.view.tsx';
import { PriceLink, VerdictText } from './outcome-row.view.tsx';
import { canBeLeg, ParlayPick } from './parlay-pick.tsx';
import { useEventState } from './use-event-state.ts';
import { WatchButton } from './watch-button.tsx';
import { kindText } from './words.ts';

/** Every line has this height (`h-[51px]`): it is not measured. */
export const ROW_HEIGHT = 51;

const Volume = ({ value }: { value: bigint | null }) =>
  value === null ? (
    <Absent reason="Volume unknown" />
  ) : (
    <span title={formatUsd(value)}>{formatCompactUsd(value)}</span>
  );

interface RowProps extends EventItemProps {
  /** There is room for a column of its own for the state. */
  wide: boolean;
  onScreen: boolean;
  /** Drawn without waiting for its turn. */
  atOnce: boolean;
}

/** A line is drawn in so many turns: what it is and how likely, then the rest. */
const PARTS = 2;

/**
 * An event as a line of the table: its likeliest outcome with both prices of both sides. Lines that scrolling brings,
 * and an answer that renews many of them, are drawn a few at a time.
 */
export const EventRow = memo(
  function EventRow({ onScreen, atOnce, wide, ...props }: RowProps) {
    const shown = useInTurn(props, sameItem);
    const drawn = useDrawn(PARTS, { atOnce, onScreen });
    return drawn > 0 ? <Row {...shown} wide={wide} drawn={drawn} /> : <Spacer height={ROW_HEIGHT} />;
  },
  (a, b) => a.onScreen === b.onScreen && a.wide === b.wide && sameItem(a, b),
);

interface DrawnProps extends EventItemProps {
  wide: boolean;
  /** How many of its parts are drawn. */
  drawn: number;
}
const sameRow = (a: DrawnProps, b: DrawnProps): boolean =>
  a.drawn === b.drawn && a.wide === b.wide && sameItem(a, b);

const Row = memo(function Row({ item, stale, wide, drawn }: DrawnProps) {
  const { event } = item;
  const { outcomes, phase, reading } = useEventState(item);
  const leader = leadingOutcome(outcomes);
  const title = titleOf(event);
  const whole = drawn === PARTS;
  const sell = leader?.quotes[0];
  const state = whole && (
    <EventPill phase={phase} beginAt={event.beginAt} closeAt={closeTimeOf(event)} reading={reading} />
  );
  return (
    <Tr className={cx('h-[51px]', stale && 'stale')}>
      <Td align="left" className="py-0">
        <span className="flex items-center gap-2.5">
          <Mark
            id={event.eventId}
            name={title}
            category={event.category}
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
                <span className="max-md:hidden">{kindText(event)}</span>
              </span>
              {!wide && <span className="flex">{state}</span>}
            </span>
          </span>
        </span>
      </Td>
      <Td align="left" from="lg" className="truncate text-muted">
        {leader?.label ?? '—'}
      </Td>
      <Td num>
        {leader?.verdict ? (
          <VerdictText verdict={leader.verdict} />
        ) : (
          <Probability value={leader?.probability} />
        )}
      </Td>
      <Td from="md">
        {whole && leader && !leader.verdict && (
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
      <Td num from="lg" className={cx(sell?.wide ? 'text-warn' : 'text-muted')}>
        {whole && <Price value={sell?.sell} reason="No bid" />}
        {whole && sell?.wide && <span className="ml-1 text-2xs">wide</span>}
      </Td>
      <Td num from="lg" className="text-muted">
        {whole && <Volume value={event.volume24hr} />}
      </Td>
      <Td num from="xl" className="text-muted">
        {whole && <Volume value={event.volumeUsd} />}
      </Td>
      <Td from="md">{wide && state}</Td>
      <Td from="md" className="pl-0">
        {whole && <WatchButton compact eventId={event.eventId} title={title} />}
      </Td>
    </Tr>
  );
}, sameRow);
