import type { EventId } from '@contract/ids.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { eventQuery } from '@/api/events.queries.ts';
import { leadingOutcome, outcomesOf } from '@/domain/events.ts';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { useInView } from '@/lib/in-view.ts';
import { useWatchlist, type WatchedEvent } from '@/state/watchlist.ts';
import { Absent, Price } from '@/ui/price.tsx';

/** The rail is read in passing: a figure there may be older than on a page. */
const RAIL_POLL_MS = 20_000;

/** What the leading outcome costs; the service has no way to ask for several events at once. */
function LeadingPrice({ eventId }: { eventId: EventId }) {
  const { data, dataUpdatedAt, isError } = useQuery(eventQuery(eventId, RAIL_POLL_MS));
  const old = useFreshness(dataUpdatedAt, RAIL_POLL_MS) === 'stale';
  if (!data) return isError ? <Absent reason="Couldn’t load the price" /> : null;
  const leader = leadingOutcome(outcomesOf(data));
  if (!leader || leader.verdict) return <span className="text-faint">ended</span>;
  return (
    <span title={leader.label} className={cx('text-text', old && 'stale')}>
      <Price value={leader.probability} />
    </span>
  );
}

function Watched({ event }: { event: WatchedEvent }) {
  const row = useRef<HTMLLIElement>(null);
  const inView = useInView(row);
  return (
    <li ref={row}>
      <Link
        to="/event/$eventId"
        params={{ eventId: event.eventId }}
        title={event.title}
        className="flex items-center gap-2 rounded-md px-2.5 py-1.5 text-muted hover:bg-raised hover:text-text focus-visible:-outline-offset-2"
        activeProps={{ className: 'bg-raised text-text', 'aria-current': 'page' }}
      >
        <span className="line-clamp-2 min-w-0 flex-1 leading-snug">{event.title}</span>
        <span className="num min-w-8 shrink-0 text-right font-medium text-xs">
          {inView && <LeadingPrice eventId={event.eventId as EventId} />}
        </span>
      </Link>
    </li>
  );
}

/** Watched events with what their leading outcome costs. Only those in view are asked for. */
export function Watchlist() {
  const watched = useWatchlist();
  return (
    <section aria-labelledby="watchlist" className="flex min-h-0 flex-col max-lg:hidden">
      <h2
        id="watchlist"
        className="px-2.5 pt-4 pb-1.5 font-semibold text-2xs text-faint uppercase tracking-[.08em]"
      >
        Watchlist
      </h2>
      <ul className="scroll-thin flex min-h-0 flex-col gap-0.5 overflow-y-auto">
        {watched.map((event) => (
          <Watched key={event.eventId} event={event} />
        ))}
      </ul>
    </section>
  );
}
