import type { EventId } from '@contract/ids.ts';
import { cx } from '@/lib/cx.ts';
import { toggleWatched, useIsWatched } from '@/state/watchlist.ts';

interface Props {
  eventId: EventId;
  title: string;
  /** The star alone, for tables. */
  compact?: boolean;
  className?: string;
}

/** Puts the event on the watchlist, or takes it off. */
export function WatchButton({ eventId, title, compact = false, className }: Props) {
  const watched = useIsWatched(eventId);
  return (
    <button
      type="button"
      aria-pressed={watched}
      aria-label={`Watch ${title}`}
      title={watched ? 'On your watchlist' : 'Watch'}
      onClick={() => toggleWatched({ eventId, title })}
      className={cx(
        'hit-area inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-xs transition-colors duration-100',
        'hover:bg-hover hover:text-text',
        watched ? 'text-warn' : 'text-faint',
        className,
      )}
    >
      <span aria-hidden className="text-md leading-none">
        {watched ? '★' : '☆'}
      </span>
      {!compact && <span>{watched ? 'Watched' : 'Watch'}</span>}
    </button>
  );
}
