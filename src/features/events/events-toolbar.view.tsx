import { CATEGORIES } from '@contract/prediction/event.ts';
import { readable } from '@/domain/topics.ts';
import { Chip } from '@/ui/chip.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useSelectedInSight } from '@/ui/use-selected-in-sight.ts';
import { TAB_LABELS } from './events-labels.ts';
import { EVENT_TABS, type EventsSearch, withoutFilters } from './search-params.ts';

interface Props {
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
  /** How many events are live; undefined until known. */
  liveCount: number | undefined;
  /** There is something to suggest by, or to tell. */
  forYou: boolean;
}

/** Which events the page shows: category and tab, both in the address. */
export function EventsToolbar({ search, onSearch, liveCount, forYou }: Props) {
  const tabs = EVENT_TABS.filter((tab) => tab !== 'for-you' || forYou);
  const categories = useSelectedInSight<HTMLFieldSetElement>(search.category ?? '');
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <fieldset
        ref={categories}
        className="scroll-none relative -mx-3 flex min-w-0 gap-1.5 overflow-x-auto px-3 py-0.5 md:mx-0 md:px-0"
      >
        <legend className="sr-only">Category</legend>
        <Chip on={search.category === undefined} onClick={() => onSearch(withoutFilters(search))}>
          All
        </Chip>
        {CATEGORIES.map((category) => (
          <Chip
            key={category}
            on={search.category === category}
            onClick={() => onSearch({ ...withoutFilters(search), category })}
          >
            {readable(category)}
          </Chip>
        ))}
      </fieldset>
      {search.q === undefined && (
        <Segmented
          look="plain"
          label="Which events"
          className="scroll-none relative -mx-3 min-w-0 overflow-x-auto px-3 py-0.5 md:mx-0 md:px-0"
          options={tabs.map((value) => ({
            value,
            label:
              value === 'live' && liveCount !== undefined ? (
                <>
                  Live <span className="num ml-1.5 font-semibold text-danger">{liveCount}</span>
                </>
              ) : (
                TAB_LABELS[value]
              ),
          }))}
          value={search.tab ?? 'trending'}
          onChange={(tab) => onSearch({ ...search, tab: tab === 'trending' ? undefined : tab })}
        />
      )}
    </div>
  );
}
