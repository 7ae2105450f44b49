import SearchX from 'lucide-react/icons/search-x';
import Star from 'lucide-react/icons/star';
import { focusList, focusPage } from '@/lib/dom.ts';
import { useWatchlist, watchlist } from '@/state/watchlist.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { EMPTY_LABELS } from './events-labels.ts';
import { type EventsSearch, isNarrowed, withoutFilters } from './search-params.ts';

interface Props {
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
}

/** An empty list: why it is, and the way out of it. */
export function NoEvents({ search, onSearch }: Props) {
  const watched = useWatchlist();
  // Another list comes, in an element of its own: the focus waits on the page.
  const show = (other: EventsSearch) => {
    onSearch(other);
    focusPage();
  };
  const reset = isNarrowed(search) && (
    <Button onClick={() => show(withoutFilters(search))}>Reset filters</Button>
  );
  if (search.q !== undefined) {
    return (
      <EmptyState
        icon={SearchX}
        title={`Nothing found for “${search.q}”`}
        action={
          <>
            {reset}
            <Button onClick={() => show({ ...search, q: undefined })}>Clear the search</Button>
          </>
        }
      >
        {isNarrowed(search) ? 'Filters may be hiding what matches.' : 'Try fewer or other words.'}
      </EmptyState>
    );
  }
  if (reset) {
    return (
      <EmptyState icon={SearchX} title="No event matches these filters" action={reset}>
        {EMPTY_LABELS[search.tab ?? 'trending']} with them.
      </EmptyState>
    );
  }
  if (search.tab === 'watchlist' && watched.length > 0) {
    return (
      <EmptyState
        icon={Star}
        title="What you watch is no longer listed"
        action={
          <Button
            onClick={() => {
              watchlist.set([]);
              focusList();
            }}
          >
            Empty the watchlist
          </Button>
        }
      >
        The service knows none of these events any more.
      </EmptyState>
    );
  }
  if (search.tab === 'watchlist') {
    return (
      <EmptyState icon={Star} title="Your watchlist is empty">
        Press Watch on an event to add it. The list stays in this browser.
      </EmptyState>
    );
  }
  return (
    <EmptyState title={EMPTY_LABELS[search.tab ?? 'trending']}>New events appear by themselves.</EmptyState>
  );
}
