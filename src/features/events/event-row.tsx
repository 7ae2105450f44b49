import { formatCompactUsd, formatUsd } from '@contract/money.ts';
import { memo, type ReactNode } from 'react';
import { closeTimeOf, leadingOutcome, spreadOf, titleOf } from '@/domain/events.ts';
import { categoryOf, kindText } from '@/domain/topics.ts';
import { serverNow } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { formatEnd, formatShortLocal } from '@/lib/time.ts';
import { Mark } from '@/ui/mark.tsx';
import { Absent, Price, Probability } from '@/ui/price.tsx';
import { ROW_HEIGHT } from '@/ui/row-height.ts';
import { Td, Tr } from '@/ui/table.tsx';
import { type EventItemProps, Move, sameItem, useVenueNames } from './event-card.tsx';
import type { EventColumn, TableColumns } from './event-columns.ts';
import { EventLink } from './event-link.tsx';
import { EventPill } from './event-pill.view.tsx';
import { Liquidity } from './liquidity.tsx';
import { PriceLink } from './outcome-row.view.tsx';
import { verdictsOf } from './outcome-verdict.tsx';
import { canBeLeg, ParlayPick } from './parlay-pick.tsx';
import { useEventState } from './use-event-state.ts';
import { WatchButton } from './watch-button.tsx';

/** Letters of an outcome that one line has room for on a phone. */
const ONE_LINE = 26;

const Volume = ({ value }: { value: bigint | null }) =>
  value === null ? (
    <Absent reason="Volume unknown" />
  ) : (
    <span title={formatUsd(value)}>{formatCompactUsd(value)}</span>
  );

/** A moment, of a far one the month and its year. */
const dateOf = (at: number): string => formatEnd(at, serverNow()) ?? formatShortLocal(at);

interface RowProps extends EventItemProps {
  /** Its place in the list, from 0. */
  index: number;
  /** Its top from that of the first line, pixels. */
  start: number;
  layout: TableColumns;
  /** Worth of what is held in it, micro-USD; undefined where nothing is, null where that is not known. */
  mine: bigint | null | undefined;
}

const sameRow = (a: RowProps, b: RowProps): boolean =>
  a.index === b.index && a.start === b.start && a.layout === b.layout && a.mine === b.mine && sameItem(a, b);

/**
 * An event as a line of the table: its likeliest outcome with both prices of both sides. Lines are grids that stand
 * where they are put: a table of the browser's own is laid out whole when one of its lines comes, which on a slow
 * computer takes as long as drawing the line.
 */
export const EventRow = memo(function EventRow({ item, index, start, stale, layout, mine }: RowProps) {
  const { event } = item;
  const { outcomes, phase, reading } = useEventState(item);
  const leader = leadingOutcome(outcomes);
  const title = titleOf(event);
  const venues = useVenueNames(item.venues);
  const has = (column: EventColumn): boolean => layout.columns.includes(column);
  const quote = leader?.quotes[0];
  const closes = closeTimeOf(event);
  const state = (
    <EventPill
      phase={phase}
      beginAt={event.beginAt}
      closeAt={closes}
      reading={reading}
      compact={!has('state')}
    />
  );
  // Where the outcome stands below the title, one that needs two lines leaves the title one, which it shares
  // with the state.
  const beside = !has('state') && <span className="flex">{state}</span>;
  const isLong = !has('outcome') && (leader?.label.length ?? 0) > ONE_LINE;
  const cells: Record<EventColumn, ReactNode> = {
    event: (
      <Td key="event" role="cell" align="left" className="py-0!">
        <span className="flex items-center gap-2.5">
          <Mark
            id={event.eventId}
            name={title}
            category={categoryOf(event)}
            imageUrl={event.metadata?.imageUrl}
            size={26}
          />
          <span className="min-w-0 flex-1">
            <span className="flex gap-2">
              <EventLink
                eventId={event.eventId}
                title={title}
                className={cx(
                  'min-w-0 flex-1 whitespace-normal font-medium leading-[15px] hover:underline',
                  isLong ? 'line-clamp-1' : 'line-clamp-2',
                )}
              >
                {title}
              </EventLink>
              {isLong && beside}
            </span>
            <span className="flex items-center gap-2 text-faint text-xs leading-[15px]">
              <span className={cx('min-w-0 flex-1', isLong ? 'line-clamp-2 whitespace-normal' : 'truncate')}>
                {!has('outcome') && leader?.label}
                <span className="max-md:hidden">
                  {!has('outcome') && leader && ' · '}
                  {[...venues, kindText(event)].join(' · ')}
                </span>
              </span>
              {!has('day') && item.moved && <Move item={item} outcomes={outcomes} />}
              {!isLong && beside}
            </span>
          </span>
        </span>
      </Td>
    ),
    outcome: (
      <Td key="outcome" role="cell" align="left" className="py-0! text-muted" title={leader?.label}>
        <span className="line-clamp-3 whitespace-normal leading-[15px]">{leader?.label ?? '—'}</span>
      </Td>
    ),
    chance: (
      <Td key="chance" role="cell" num>
        {(leader && verdictsOf(event)(leader)) ?? <Probability value={leader?.probability} />}
      </Td>
    ),
    day: (
      <Td key="day" role="cell">
        <span className="flex justify-end">
          <Move item={item} outcomes={outcomes} />
        </span>
      </Td>
    ),
    buy: (
      <Td key="buy" role="cell">
        {leader && !leader.verdict && (
          <span className="inline-flex items-center gap-1.5">
            {leader.quotes.map((one) => (
              <PriceLink
                key={one.side}
                eventId={event.eventId}
                outcome={leader}
                quote={one}
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
    ),
    sell: (
      <Td key="sell" role="cell" num className={cx(quote?.wide ? 'text-warn' : 'text-muted')}>
        <Price value={quote?.sell} reason="No bid" />
        {quote?.wide && <span className="ml-1 text-2xs">wide</span>}
      </Td>
    ),
    spread: (
      <Td key="spread" role="cell" num className={cx(quote?.wide ? 'text-warn' : 'text-muted')}>
        <Price value={spreadOf(quote)} reason="One side is missing, or the book is changing" />
      </Td>
    ),
    volume24hr: (
      <Td key="volume24hr" role="cell" num className="text-muted">
        <Volume value={event.volume24hr} />
      </Td>
    ),
    volume: (
      <Td key="volume" role="cell" num className="text-muted">
        <Volume value={event.volumeUsd} />
      </Td>
    ),
    liquidity: (
      <Td key="liquidity" role="cell" num className="text-muted">
        <Liquidity market={event.markets.find(({ marketId }) => marketId === leader?.marketId)} />
      </Td>
    ),
    mine: (
      <Td key="mine" role="cell" num>
        {mine === undefined || mine === null ? (
          <Absent reason={mine === null ? 'Worth not known' : 'Nothing held'} />
        ) : (
          formatUsd(mine)
        )}
      </Td>
    ),
    closes: (
      <Td key="closes" role="cell" num className="text-muted">
        {closes === null ? <Absent reason="No date known" /> : dateOf(closes * 1_000)}
      </Td>
    ),
    state: (
      <Td key="state" role="cell">
        {state}
      </Td>
    ),
  };
  return (
    <Tr
      role="row"
      // The first is that of the headings.
      aria-rowindex={index + 2}
      className={cx('absolute inset-x-0 grid items-center [contain:strict]', stale && 'stale')}
      style={{ top: start, height: ROW_HEIGHT, gridTemplateColumns: layout.template }}
    >
      {layout.columns.map((column) => cells[column])}
      <Td role="cell" from="md" className="pl-0">
        <WatchButton eventId={event.eventId} title={title} />
      </Td>
    </Tr>
  );
}, sameRow);
