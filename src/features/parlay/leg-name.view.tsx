import { Link } from '@tanstack/react-router';
import { outcomeText } from '@/domain/held-name.ts';
import { cx } from '@/lib/cx.ts';
import type { ParlayLeg } from '@/state/parlay-slip.ts';

/** A leg in one line, for labels. */
export const legText = ({ label, eventTitle }: Pick<ParlayLeg, 'label' | 'eventTitle'>): string =>
  outcomeText(eventTitle, label);

/**
 * Link to the market of a leg. What it is about is never cut, whatever the room: the event gives way, and stands on a
 * line of its own, so that two legs of one name are told apart.
 */
export const LegName = ({ leg, className }: { leg: ParlayLeg; className?: string }) => (
  <Link
    to="/event/$eventId"
    params={{ eventId: leg.eventId }}
    search={{ market: leg.marketId, side: 'yes' }}
    title={leg.eventTitle}
    className={cx('block min-w-0 rounded-xs hover:underline', className)}
  >
    <span className="wrap-anywhere font-medium">
      <span className="text-yes">Yes</span> · {leg.label}
    </span>
    {leg.eventTitle !== leg.label && (
      <span className="line-clamp-2 text-muted text-xs">{leg.eventTitle}</span>
    )}
  </Link>
);
