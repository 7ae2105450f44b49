import { type EventId, type MarketId, sideOf } from '@contract/ids.ts';
import type { EventMetadata } from '@contract/prediction/event.ts';
import type { MarketMetadata } from '@contract/prediction/market.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { heldNameOf, heldText, type Named, sideTone } from '@/domain/held-name.ts';
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

/**
 * Event, outcome and side: on one line where they fit, else the event on its own, on two at most, and outcome and side
 * beneath it, whole. An event is told from the next by its end too: rounds by their window, prices by their date.
 */
function Names({ subject, ofMarket = false }: { subject: Named; ofMarket?: boolean }) {
  const { event, around, outcome, side: name } = heldNameOf(subject);
  const side = !(ofMarket && name === 'Yes') && <SideName subject={subject} className="shrink-0" />;
  if (around) {
    return (
      <>
        {/* Its parts follow each other as the title reads. */}
        <span
          dir="auto"
          className="flex min-w-0 max-w-full flex-wrap gap-x-1 font-semibold *:max-w-full max-xl:w-full"
        >
          <span className="truncate">{around.before}</span>{' '}
          <span className="wrap-anywhere whitespace-normal">{outcome}</span>
          {around.after !== '' && (
            <>
              {' '}
              <span className="truncate">{around.after}</span>
            </>
          )}
        </span>{' '}
        {side}
      </>
    );
  }
  return (
    <>
      <span
        className={cx(
          'wrap-anywhere line-clamp-2 max-w-full whitespace-normal text-balance font-semibold max-xl:w-full',
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
    <>
      <Names subject={subject} />
      {brief !== undefined && (
        <>
          {' '}
          <span className="flex h-[1lh] min-w-0 flex-1 self-center flex-wrap gap-x-1 overflow-hidden text-muted text-xs *:max-w-full *:truncate before:h-[1lh] before:w-0 before:content-[''] lg:hidden">
            {brief}
          </span>
        </>
      )}
    </>
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
