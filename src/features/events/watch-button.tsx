import type { EventId } from '@contract/ids.ts';
import { cx } from '@/lib/cx.ts';
import { toggleWatched, useIsWatched, useWatchlistFull, WATCHLIST_FULL } from '@/state/watchlist.ts';
import { useFocusOnLeaving } from '@/ui/use-focus-on-leaving.ts';

interface Props {
  eventId: EventId;
  title: string;
  className?: string;
}

/** Puts the event on the watchlist, or takes it off. */
export function WatchButton({ eventId, title, className }: Props) {
  const watched = useIsWatched(eventId);
  const full = useWatchlistFull() && !watched;
  return (
    <button
      // Taken off, the event leaves the list of what is watched.
      ref={useFocusOnLeaving()}
      type="button"
      aria-pressed={watched}
      aria-label={full ? `Watch ${title}: ${WATCHLIST_FULL}` : `Watch ${title}`}
      title={watched ? 'On your watchlist' : full ? WATCHLIST_FULL : 'Watch'}
      disabled={full}
      onClick={() => toggleWatched({ eventId, title })}
      className={cx(
        'hit-area inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-xs transition-colors duration-100',
        'not-disabled:hover:bg-hover not-disabled:hover:text-text disabled:cursor-not-allowed disabled:opacity-50',
        watched ? 'text-warn' : 'text-faint',
        className,
      )}
    >
      <span aria-hidden className="text-md leading-none">
        {watched ? '★' : '☆'}
      </span>
    </button>
  );
}
