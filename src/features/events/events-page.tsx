import type { Pubkey } from '@contract/ids.ts';
import ArrowDownUp from 'lucide-react/icons/arrow-down-up';
import type { ReactNode } from 'react';
import { useEventsCount } from '@/api/events.queries.ts';
import { focusList } from '@/lib/dom.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { Age } from '@/ui/age.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { useSkipTarget } from '@/ui/skip-target.ts';
import { openConnect } from '@/wallet/index.ts';
import { TAB_HEADINGS } from './events-labels.ts';
import { EventsResults, EventsSkeleton } from './events-results.tsx';
import { EventsToolbar } from './events-toolbar.view.tsx';
import { useSearchList, useSuggestedList, useWatchedList } from './flat-lists.ts';
import { ListControls } from './list-controls.view.tsx';
import type { FrameProps } from './ranked-events.tsx';
import { RoundsStrip } from './rounds-strip.tsx';
import { type EventsSearch, rankingOf, toFilters } from './search-params.ts';
import { useBrowseList } from './use-browse-list.ts';
import { useFacets } from './use-facets.ts';

interface Props {
  search: EventsSearch;
  /** Puts another state of the page into its address. */
  onSearch: (search: EventsSearch) => void;
  /** The connected wallet; null when there is none. */
  owner: Pubkey | null;
  /** What changed since the last visit, for the For you tab; null while there is nothing to compare with. */
  whatsNew: ReactNode;
  /** The same in one line, for the other tabs. */
  notice: ReactNode;
}

/** What the desk ranks itself comes when somebody wants it. */
const RankedEvents = lazyWithRetry(async () => (await import('./ranked-events.tsx')).RankedEvents, {
  fallback: ({ search }) => <EventsSkeleton view={search.view ?? 'grid'} />,
});

type ListProps = Omit<Props, 'owner' | 'whatsNew' | 'notice'>;

/** The events browser. Its whole state is in the address. */
export function EventsPage({ search, onSearch, owner, whatsNew, notice }: Props) {
  const live = useEventsCount({ filter: 'live', category: search.category });
  return (
    <>
      <h1 className="sr-only">Markets</h1>
      <EventsToolbar
        search={search}
        onSearch={onSearch}
        liveCount={live.data ?? undefined}
        forYou={owner !== null || whatsNew !== null || search.tab === 'for-you'}
      />
      {search.q === undefined && search.tab === 'for-you' ? whatsNew : notice}
      <Lists search={search} onSearch={onSearch} owner={owner} />
    </>
  );
}

/** One list at a time: a search before a tab. Each starts anew when what it lists changes. */
function Lists({ search, onSearch, owner }: ListProps & { owner: Pubkey | null }) {
  if (search.q !== undefined) return <SearchedEvents search={search} onSearch={onSearch} />;
  if (search.tab === 'watchlist') return <WatchedEvents search={search} onSearch={onSearch} />;
  if (search.tab === 'for-you') {
    return owner ? (
      <SuggestedEvents search={search} onSearch={onSearch} owner={owner} />
    ) : (
      <EmptyState
        title="Connect a wallet for suggestions"
        action={<Button onClick={openConnect}>Connect wallet</Button>}
      >
        Based only on what the wallet has traded.
      </EmptyState>
    );
  }
  const ranking = rankingOf(search);
  const key = JSON.stringify([toFilters(search), ranking]);
  const rounds = search.category === undefined || search.category === 'crypto';
  return (
    <>
      {rounds && <RoundsStrip subcategory={search.sub} tag={search.tag} />}
      {ranking === undefined ? (
        <BrowsedEvents key={key} search={search} onSearch={onSearch} />
      ) : (
        <RankedEvents key={key} ranking={ranking} search={search} onSearch={onSearch} frame={ListFrame} />
      )}
    </>
  );
}

const BrowsedEvents = (props: ListProps) => (
  <ListFrame list={useBrowseList(toFilters(props.search))} {...props} />
);
const SearchedEvents = (props: ListProps) => <ListFrame list={useSearchList(props.search)} {...props} />;
const WatchedEvents = (props: ListProps) => <ListFrame list={useWatchedList(props.search)} {...props} />;
const SuggestedEvents = ({ owner, ...props }: ListProps & { owner: Pubkey }) => (
  <ListFrame list={useSuggestedList(owner, props.search)} {...props} />
);

function ListFrame({ list, search, onSearch, note, instead }: FrameProps) {
  useSkipTarget('list', 'Skip to the events');
  const facets = useFacets(search);
  const heading =
    search.q === undefined ? TAB_HEADINGS[search.tab ?? 'trending'] : `Results for “${search.q}”`;
  return (
    <section aria-labelledby="events-title">
      <div className="mb-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="events-title" className="min-w-0 truncate font-semibold">
          {heading}
        </h2>
        <Age asOf={list.asOf} intervalMs={list.intervalMs} />
        {list.drifted && (
          <span className="flex items-center gap-1">
            <span id="sort-outdated" className="text-muted text-xs max-lg:sr-only">
              Sort order is out of date
            </span>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                list.resort();
                focusList();
              }}
              aria-describedby="sort-outdated"
            >
              <ArrowDownUp aria-hidden className="size-3.5" />
              Re-sort
            </Button>
          </span>
        )}
        <ListControls search={search} onSearch={onSearch} facets={facets} />
      </div>
      <div id="list" tabIndex={-1} className="scroll-mt-(--shell-top) outline-none">
        {note}
        {instead ?? <EventsResults list={list} search={search} onSearch={onSearch} />}
      </div>
    </section>
  );
}
