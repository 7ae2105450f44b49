import { type EventId, type MarketId, sideOf } from '@contract/ids.ts';
import type { EventMetadata } from '@contract/prediction/event.ts';
import type { MarketMetadata } from '@contract/prediction/market.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx.ts';

/** What orders, positions and history have in common: a side of a market. */
export interface MarketSubject {
  eventId: EventId;
  marketId: MarketId;
  isYes: boolean;
  marketMetadata?: MarketMetadata | undefined;
  eventMetadata?: EventMetadata | undefined;
}

/** Event and outcome by name; the outcome is left out where it says the same as the event. */
export function namesOf(subject: MarketSubject): { event: string; outcome: string | null } {
  const event = subject.eventMetadata?.title || subject.marketMetadata?.title || subject.marketId;
  const outcome = subject.marketMetadata?.title || subject.marketMetadata?.subtitle || '';
  return { event, outcome: outcome === '' || outcome === event ? null : outcome };
}

export const sideText = (isYes: boolean): string => (isYes ? 'Yes' : 'No');

/** "Yes · France vs. Senegal · France": the side of a market in one line, for toasts and labels. */
export function subjectText(subject: MarketSubject): string {
  const { event, outcome } = namesOf(subject);
  return [sideText(subject.isYes), event, ...(outcome === null ? [] : [outcome])].join(' · ');
}

export const SideName = ({ isYes, className }: { isYes: boolean; className?: string }) => (
  <span className={cx('font-medium', isYes ? 'text-yes' : 'text-no', className)}>{sideText(isYes)}</span>
);

/** Link to the market, named by its event, its outcome and the side, which is never cut off. */
export function MarketLabel({
  subject,
  note,
  className,
}: {
  subject: MarketSubject;
  note?: ReactNode;
  className?: string;
}) {
  const { event, outcome } = namesOf(subject);
  return (
    <span className={cx('block min-w-0', className)}>
      <Link
        to="/event/$eventId"
        params={{ eventId: subject.eventId }}
        search={{ market: subject.marketId, side: sideOf(subject.isYes) }}
        className="wrap-anywhere block min-w-0 whitespace-normal rounded-xs underline-offset-2 hover:underline xl:flex xl:gap-1"
        title={subjectText(subject)}
      >
        <span className="xl:truncate">
          <span className="font-semibold">{event}</span>
          {outcome !== null && <span className="text-muted"> · {outcome}</span>}
        </span>{' '}
        <SideName isYes={subject.isYes} className="shrink-0" />
      </Link>
      {note}
    </span>
  );
}
