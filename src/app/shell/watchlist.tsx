import type { EventId } from '@contract/ids.ts';
import { absBig, formatPoints, ONE_USD } from '@contract/money.ts';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useEvent } from '@/api/events.queries.ts';
import { hasHistory } from '@/config.ts';
import { leadingOutcome, outcomesOf } from '@/domain/events.ts';
import { cx } from '@/lib/cx.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { idle } from '@/lib/idle.ts';
import { useInView } from '@/lib/in-view.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { formatLocal } from '@/lib/time.ts';
import { useLastVisit } from '@/state/visit.ts';
import { useWatchlist, type WatchedEvent } from '@/state/watchlist.ts';
import { Absent, Price } from '@/ui/price.tsx';

/** The rail is read in passing: a figure there may be older than on a page. */
const RAIL_POLL_MS = 20_000;
/** A tenth of a cent: less is not shown. */
const LEAST_MOVE = 1_000n;

/** Comes once the page is there. */
const DayMove = lazyWithRetry(
  async () => {
    await idle();
    return (await import('@/features/events/day-move.tsx')).DayMove;
  },
  { quiet: true },
);

/**
 * The leading outcome, what it costs and how that moved: in a day, or since the visit before where nobody knows. The service has no way to ask for
 * several events at once.
 */
function Leading({ eventId }: { eventId: EventId }) {
  const left = useLastVisit();
  const { data, dataUpdatedAt, isError } = useEvent(eventId, RAIL_POLL_MS);
  const old = useFreshness(dataUpdatedAt, RAIL_POLL_MS) === 'stale';
  if (!data) return isError ? <Absent reason="Couldn’t load the price" /> : null;
  const leader = leadingOutcome(outcomesOf(data));
  if (!leader || leader.verdict) return <span className="text-faint">ended</span>;
  const noted = left?.markets.find(({ marketId }) => marketId === leader.marketId);
  const before = noted?.price ? BigInt(noted.price) : null;
  // What was noted is the price of YES, whichever side leads now.
  const then = before !== null && leader.quotes[0]?.side === 'no' ? ONE_USD - before : before;
  const moved = then === null || leader.probability === null ? 0n : leader.probability - then;
  const line = (
    <span className={cx('flex items-baseline gap-1.5 text-xs', old && 'stale')}>
      <span className="wrap-anywhere min-w-0 flex-1 text-faint">{leader.label}</span>
      {!hasHistory() && noted && absBig(moved) >= LEAST_MOVE && (
        <span
          className={cx('num shrink-0', moved > 0n ? 'text-up' : 'text-down')}
          title={`Cents since ${formatLocal(noted.at)}`}
        >
          {formatPoints(moved)}
        </span>
      )}
      <span className="num shrink-0 font-medium text-text">
        <Price value={leader.probability} />
      </span>
    </span>
  );
  if (!hasHistory()) return line;
  return (
    <>
      {line}
      <span className="flex h-[18px] justify-end">
        <DayMove outcome={leader} width={96} className="h-[18px] text-xs" />
      </span>
    </>
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
        className="block rounded-md px-2.5 py-1.5 text-muted hover:bg-raised hover:text-text focus-visible:-outline-offset-2"
        activeProps={{ className: 'bg-raised text-text', 'aria-current': 'page' }}
      >
        <span className="line-clamp-2 leading-snug">{event.title}</span>
        <span className="mt-0.5 block min-h-4">
          {inView && <Leading eventId={event.eventId as EventId} />}
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
