import { EVENT_SORTS } from '@contract/prediction/event.ts';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import { readable } from '@/domain/topics.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { OWN_ORDER_LABELS, RANKING_LABELS, SORT_LABELS } from './events-labels.ts';
import { type EventsSearch, RANKINGS } from './search-params.ts';

/** Topics and tags to narrow the list by, as the list has them. */
export interface Facets {
  subcategories: readonly string[];
  tags: readonly string[];
}

interface Props {
  search: EventsSearch;
  onSearch: (search: EventsSearch) => void;
  facets: Facets;
}

const selectClass =
  'select-caret h-7 min-w-0 max-w-44 appearance-none truncate rounded-full border border-line bg-transparent pr-6 pl-3 font-medium text-muted hover:border-line-strong hover:text-text';

/** How the list is narrowed, ordered and drawn. */
export function ListControls({ search, onSearch, facets }: Props) {
  const list = search.view === 'list';
  const own = OWN_ORDER_LABELS[search.tab ?? 'trending'];
  const sortable = search.q === undefined && search.tab !== 'for-you' && search.tab !== 'watchlist';
  return (
    <div className="ml-auto flex min-w-0 items-center gap-2 max-sm:w-full">
      <FacetSelect search={search} onSearch={onSearch} facets={facets} />
      {sortable && (
        <select
          aria-label="Sort by"
          className={selectClass}
          value={search.sort ?? (own === undefined ? 'volume24hr' : '')}
          onChange={({ target }) => {
            const sort = [...EVENT_SORTS, ...RANKINGS].find((name) => name === target.value);
            onSearch({
              ...search,
              by: undefined,
              sort: own === undefined && sort === 'volume24hr' ? undefined : sort,
            });
          }}
        >
          {own !== undefined && <option value="">{own}</option>}
          {EVENT_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_LABELS[sort]}
            </option>
          ))}
          {RANKINGS.map((ranking) => (
            <option key={ranking} value={ranking}>
              {RANKING_LABELS[ranking]}
            </option>
          ))}
        </select>
      )}
      <span className="ml-auto flex">
        <IconButton
          size="sm"
          icon={LayoutGrid}
          label="Cards"
          pressed={!list}
          onClick={() => onSearch({ ...search, view: undefined })}
        />
        <IconButton
          size="sm"
          icon={List}
          label="Table"
          pressed={list}
          onClick={() => onSearch({ ...search, view: 'list' })}
        />
      </span>
    </div>
  );
}

function FacetSelect({ search, onSearch, facets }: Props) {
  const chosen =
    search.sub !== undefined ? `sub:${search.sub}` : search.tag !== undefined ? `tag:${search.tag}` : '';
  const subs = including(facets.subcategories, search.sub);
  const tags = including(facets.tags, search.tag);
  if (subs.length === 0 && tags.length === 0) return null;
  return (
    <select
      aria-label="Topic or tag"
      className={selectClass}
      value={chosen}
      onChange={({ target: { value } }) => {
        onSearch({
          ...search,
          sub: value.startsWith('sub:') ? value.slice(4) : undefined,
          tag: value.startsWith('tag:') ? value.slice(4) : undefined,
        });
      }}
    >
      <option value="">All topics</option>
      <optgroup label="Topics">
        {subs.map((sub) => (
          <option key={sub} value={`sub:${sub}`}>
            {readable(sub)}
          </option>
        ))}
      </optgroup>
      <optgroup label="Tags">
        {tags.map((tag) => (
          <option key={tag} value={`tag:${tag}`}>
            #{tag}
          </option>
        ))}
      </optgroup>
    </select>
  );
}

const including = (values: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || values.includes(chosen) ? values : [chosen, ...values];
