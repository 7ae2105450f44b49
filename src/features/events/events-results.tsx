import WifiOff from 'lucide-react/icons/wifi-off';
import { type ReactNode, useDeferredValue } from 'react';
import type { AppError } from '@/api/app-error.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { RetryButton } from '@/ui/retry-button.tsx';
import { RowsSkeleton } from '@/ui/rows-skeleton.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import { CARD_HEIGHT } from './card-geometry.ts';
import { EventGrid } from './event-grid.tsx';
import type { EventList } from './event-list.ts';
import type { EventsSearch } from './search-params.ts';

/** Most readers look at cards, and there are some: the rest comes when it is asked for. */
const NoEvents = lazyWithRetry(async () => (await import('./no-events.tsx')).NoEvents);
const EventTable = lazyWithRetry(async () => (await import('./event-table.tsx')).EventTable, {
  fallback: () => <EventsSkeleton view="list" />,
});

interface Props {
  list: EventList;
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
}

/** A list of events in every state it can be in. */
export function EventsResults({ list, search, onSearch }: Props) {
  // The first events are drawn a piece at a time, so that they hold no input up.
  const isDrawn = useDeferredValue(list.status !== 'loading');
  if (list.status === 'loading' || !isDrawn) return <EventsSkeleton view={search.view ?? 'grid'} />;
  if (list.status === 'failed')
    return <Failure error={list.error} onRetry={list.retry} retrying={list.retrying === true} />;
  if (list.items.length === 0 && !list.hasMore) return <NoEvents search={search} onSearch={onSearch} />;
  const lacksMore = list.lacksMore === true;
  return (
    <>
      {list.error && !lacksMore && (
        <StaleNotice what="Prices are not updating." error={list.error} onRetry={list.retry} />
      )}
      {search.view === 'list' ? (
        <EventTable list={list} sort={search.by} onSort={(by) => onSearch({ ...search, by })} />
      ) : (
        <EventGrid list={list} />
      )}
      {/* Where whoever scrolled for them looks. */}
      {list.error && lacksMore && (
        <div className="pt-3">
          <StaleNotice what="Couldn’t load more events." error={list.error} onRetry={list.retry} />
        </div>
      )}
      <p role="status" className="py-3 text-center text-faint text-xs">
        {list.loadingMore
          ? 'Loading more events'
          : list.hasMore
            ? ''
            : `${list.items.length} ${list.items.length === 1 ? 'event' : 'events'} · end of list`}
      </p>
    </>
  );
}

const OFFLINE = new Set(['offline', 'timeout']);

interface FailureProps {
  error: AppError | null;
  onRetry: () => void;
  retrying: boolean;
}

function Failure({ error, onRetry, retrying }: FailureProps) {
  if (error && OFFLINE.has(error.kind)) {
    return (
      <EmptyState
        icon={WifiOff}
        title="The service can’t be reached"
        action={<RetryButton busy={retrying} onClick={onRetry} />}
      >
        Events appear here as soon as it answers. Your positions are not affected.
      </EmptyState>
    );
  }
  return (
    <ErrorState title="Couldn’t load the events" onRetry={onRetry} retrying={retrying} error={error}>
      {error?.message}
    </ErrorState>
  );
}

interface NoticeProps {
  /** What is amiss. */
  what: string;
  error: AppError;
  onRetry: () => void;
}

/** Old data stays; this says that it is old, or not all there is. */
const StaleNotice = ({ what, error, onRetry }: NoticeProps) => (
  <div
    role="status"
    className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-warn-dim px-3 py-2 text-warn"
  >
    <span>
      {what} {error.message}
    </span>
    <RetryButton size="sm" className="ml-auto" onClick={onRetry} />
  </div>
);

const SKELETONS = Array.from({ length: 12 }, (_, index) => `skeleton-${index}`);

export function EventsSkeleton({ view }: { view: 'grid' | 'list' }) {
  if (view === 'list') {
    return (
      <Panel>
        <RowsSkeleton what="events" />
      </Panel>
    );
  }
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(320px,100%),1fr))] gap-2.5">
      <LoadingNote what="events" />
      {SKELETONS.map((key) => (
        <CardSkeleton key={key} />
      ))}
    </div>
  );
}

const CardSkeleton = () => (
  <div
    aria-hidden
    className="flex flex-col gap-2 rounded-panel border border-line bg-panel px-3 py-2.5"
    style={{ height: CARD_HEIGHT }}
  >
    <div className="flex gap-2.5">
      <Skeleton className="size-[34px]" />
      <Lines>
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-3 w-2/5" />
      </Lines>
    </div>
    <div className="flex flex-col gap-1.5">
      <Skeleton className="h-6" />
      <Skeleton className="h-6" />
      <Skeleton className="h-6" />
    </div>
  </div>
);
const Lines = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-1 flex-col justify-center gap-1.5">{children}</div>
);
