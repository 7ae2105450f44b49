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
 * Event, outcome and side in the room there is: the end of the event gives way first, the outcome does not. On narrow
 * windows outcome and side stand beneath the event, on as many lines as they need.
 */
function Names({ subject, ofMarket = false }: { subject: Named; ofMarket?: boolean }) {
  const { event, around, outcome, side: name } = heldNameOf(subject);
  const side = !(ofMarket && name === 'Yes') && <SideName subject={subject} className="shrink-0" />;
  if (around) {
    return (
      <>
        {/* Its parts follow each other as the title reads. */}
        <span dir="auto" className="flex min-w-0 gap-x-1 font-semibold max-xl:w-full">
          <span className="min-w-0 shrink truncate">{around.before}</span>{' '}
          <span className="wrap-anywhere max-w-full shrink-0 whitespace-normal">{outcome}</span>
          {around.after !== '' && (
            <>
              {' '}
              <span className="min-w-0 shrink-[10000] truncate">{around.after}</span>
            </>
          )}
        </span>{' '}
        {side}
      </>
    );
  }
  return (
    <>
      <span className="min-w-0 shrink-[1000] truncate font-semibold max-xl:w-full">{event}</span>{' '}
      {outcome === null ? (
        side
      ) : (
        <span className="max-w-full whitespace-normal xl:contents">
          <span className="wrap-anywhere shrink-0 whitespace-normal text-muted xl:max-w-[calc(100%-3rem)]">
            <span className="max-xl:hidden">· </span>
            {outcome}
          </span>{' '}
          {side}
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

const LINE = 'flex min-w-0 items-baseline gap-x-1 whitespace-nowrap max-xl:flex-wrap';

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

/**
 * Link to the market, named by its event, its outcome and the side, of which the event alone is cut: in one line, on
 * narrow windows in two.
 */
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
