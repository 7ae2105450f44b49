import { type EventId, type MarketId, sideOf } from '@contract/ids.ts';
import type { EventMetadata } from '@contract/prediction/event.ts';
import type { MarketMetadata } from '@contract/prediction/market.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type HeldName, heldNameOf, heldText, type Named, sideTone } from '@/domain/held-name.ts';
import { cx } from '@/lib/cx.ts';
import { SideText } from '@/ui/side-text.tsx';

/** What orders, positions and history have in common. */
export interface MarketSubject extends Named {
  eventId: EventId;
  marketId: MarketId;
  marketMetadata?: MarketMetadata | undefined;
  eventMetadata?: EventMetadata | undefined;
}

function SideName({ subject, className }: { subject: Named; className?: string }) {
  const { side } = heldNameOf(subject);
  if (side === null) return null;
  return (
    <SideText side={side} tone={sideTone(side, subject.isYes)} className={cx('font-medium', className)} />
  );
}

/** A title in front of and behind its last dot, where it has one: "Bitcoin Up or Down ·", "Nov 24, 12:15–12:30 UTC". */
function aroundDot(title: string): HeldName['around'] {
  const at = title.lastIndexOf(' · ');
  return at < 0 ? null : { before: title.slice(0, at + 2), after: title.slice(at + 3) };
}

interface NamesProps {
  subject: Named;
  ofMarket?: boolean;
  /** Stands behind them in the room that is left. */
  brief?: ReactNode;
}

/**
 * Event, outcome and side: on one line where they fit, else on a second one, outcome and side whole. The end of a title
 * tells it from the next, a round by its window and a strike by its date: it comes on the second line rather than off.
 */
function Names({ subject, ofMarket = false, brief }: NamesProps) {
  const { event, around, outcome, side: name } = heldNameOf(subject);
  const side = !(ofMarket && name === 'Yes') && <SideName subject={subject} className="shrink-0" />;
  const parts = around ?? (outcome === null ? aroundDot(event) : null);
  if (parts) {
    return (
      // Its parts follow each other as the title reads.
      <span
        dir="auto"
        className="flex min-w-0 max-w-full flex-wrap items-baseline gap-x-1 font-semibold max-xl:w-full"
      >
        <span className="max-w-full truncate">{parts.before}</span>{' '}
        {around && (
          <>
            <span className="wrap-anywhere max-w-full whitespace-normal">{outcome}</span>{' '}
          </>
        )}
        {/* A phone has two lines for a position: there the side stays beside the end of the title. */}
        <span className="flex min-w-0 max-w-full items-baseline gap-x-1 md:flex-wrap">
          {parts.after !== '' && <span className="max-w-full truncate">{parts.after}</span>} {side}
          {brief}
        </span>
      </span>
    );
  }
  return (
    <>
      <span
        className={cx(
          'max-w-full text-balance font-semibold max-md:truncate max-xl:w-full',
          'md:wrap-anywhere md:line-clamp-2 md:whitespace-normal',
          outcome !== null && 'xl:mr-2',
        )}
      >
        {event}
      </span>{' '}
      {outcome === null ? (
        side
      ) : (
        <span className="relative max-w-full whitespace-normal xl:-ml-3 xl:pl-3">
          {/* In the margin of the event, so that none leads a line. */}
          <span className="absolute left-0 w-3 text-center text-muted max-xl:hidden">·</span>{' '}
          <span className="wrap-anywhere text-muted">{outcome}</span> {side}
        </span>
      )}
      {brief}
    </>
  );
}

/** The same whole, in a sentence. Each name reads in its own direction, and the side stays behind them. */
export function HeldWords({ subject }: { subject: Named }) {
  const { event, around, outcome } = heldNameOf(subject);
  return (
    <>
      <bdi>{event}</bdi>
      {outcome !== null && !around && (
        <>
          {' · '}
          <bdi>{outcome}</bdi>
        </>
      )}{' '}
      <SideName subject={subject} />
    </>
  );
}

const LINE = 'flex min-w-0 flex-wrap items-baseline gap-x-1 overflow-x-clip whitespace-nowrap';

/** The same without a link; `ofMarket` where both its sides are meant, so that Yes is not named. */
export function HeldLine({
  subject,
  before,
  ofMarket = false,
}: {
  subject: Named;
  /** Stands before all of it. */
  before?: ReactNode;
  ofMarket?: boolean;
}) {
  return (
    <span className={cx(LINE, 'max-w-full')} title={heldText(subject)}>
      {before !== undefined && (
        <>
          <span className="shrink-0">{before}</span>{' '}
        </>
      )}
      <Names subject={subject} ofMarket={ofMarket} />
    </span>
  );
}

/** Link to the market, named by its event, its outcome and the side, of which the event alone may be cut. */
export function MarketLabel({
  subject,
  brief,
  note,
  className,
}: {
  subject: MarketSubject;
  /** Stands behind the side where the rest of the row has no room; what of it does not fit is left out whole. */
  brief?: ReactNode;
  note?: ReactNode;
  className?: string;
}) {
  const content = (
    <Names
      subject={subject}
      brief={
        brief !== undefined && (
          <>
            {' '}
            <span className="flex h-[1lh] min-w-0 flex-1 flex-wrap gap-x-1 self-center overflow-hidden font-normal text-muted text-xs *:max-w-full *:truncate before:h-[1lh] before:w-0 before:content-[''] lg:hidden">
              {brief}
            </span>
          </>
        )
      }
    />
  );
  return (
    <span className={cx('block min-w-0', className)}>
      {subject.parlay ? (
        <span className={LINE} title={heldText(subject)}>
          {content}
        </span>
      ) : (
        <Link
          to="/event/$eventId"
          params={{ eventId: subject.eventId }}
          search={{ market: subject.marketId, side: sideOf(subject.isYes) }}
          className={cx(LINE, 'rounded-xs underline-offset-2 hover:underline')}
          title={heldText(subject)}
        >
          {content}
        </Link>
      )}
      {note}
    </span>
  );
}
