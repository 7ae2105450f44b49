import type { Pubkey } from '@contract/ids.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { TOKENS_POLL_MS } from '@/api/poll.ts';
import { useRecentTokens } from '@/api/tokens.queries.ts';
import { hasHistory, useConfig } from '@/config.ts';
import {
  filterCount,
  firstDirection,
  passes,
  sortTokens,
  type TokenFilters,
} from '@/domain/token-filters.ts';
import type { TokenSort } from '@/domain/token-sorts.ts';
import type { SeenToken } from '@/domain/tokens.ts';
import { serverNow } from '@/lib/clock.ts';
import { focusList } from '@/lib/dom.ts';
import { hiddenTokenColumns } from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';
import { useSeenTokens } from '@/state/token-memory.ts';
import { deletePreset, savedPresets, savePreset } from '@/state/token-presets.ts';
import { Age } from '@/ui/age.tsx';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { RowsSkeleton } from '@/ui/rows-skeleton.tsx';
import { useSkipTarget } from '@/ui/skip-target.ts';
import { FilterBar } from './filter-bar.view.tsx';
import { NoTokens } from './no-tokens.view.tsx';
import { SearchField } from './search-field.view.tsx';
import { filtersOf, type TokensSearch, withFilters } from './search-params.ts';
import { TokenDrawer } from './token-drawer.view.tsx';
import { tokenSpark, useTokenLine } from './token-spark.tsx';
import { TokenTable } from './token-table.view.tsx';
import { useCopycats } from './use-copycats.ts';
import { useDrawer } from './use-drawer.ts';
import { useInteracting } from './use-interacting.ts';
import { useOlderTokens } from './use-older-tokens.ts';
import { useStableRows } from './use-stable-rows.ts';

interface Props {
  search: TokensSearch;
  /** Puts another state of the page into its address; `replace` while typing. */
  onSearch: (search: TokensSearch, replace?: boolean) => void;
}

/** A token that no answer of this long has had is shown as it was. */
const LEFT_AFTER_MS = TOKENS_POLL_MS * 4;
const NONE: readonly SeenToken[] = [];

/** How the listing is narrowed and ordered: the filters' count, the rows that pass, the launchpads there are. */
function useListing(seen: readonly SeenToken[], search: TokensSearch) {
  const filters = filtersOf(search);
  const sort = search.sort ?? 'age';
  const direction = search.dir ?? firstDirection(sort);
  const filterKey = JSON.stringify(filters);
  // The moment of the answer: an age that passes a limit between two answers waits for the next.
  const rows = useMemo(() => {
    const now = serverNow() / 1_000;
    const wanted: TokenFilters = JSON.parse(filterKey);
    const passing = seen.filter(({ token }) => passes(token, wanted, now));
    return sort === 'age' && direction === 'asc' ? passing : sortTokens(passing, sort, direction);
  }, [seen, filterKey, sort, direction]);
  const launchpads = useMemo(
    () => [...new Set(seen.flatMap(({ token }) => token.launchpad ?? []))].sort(),
    [seen],
  );
  return { filters, sort, direction, rows, launchpads, key: `${filterKey}|${sort}|${direction}` };
}

/** New tokens as they come. What is seen stays for the session, up to a thousand. */
export function TokensPage({ search, onSearch }: Props) {
  useSkipTarget('list', 'Skip to the tokens');
  const config = useConfig();
  const [stopped, setStopped] = useState<readonly SeenToken[] | null>(null);
  const recent = useRecentTokens();
  const latest = useSeenTokens(recent.data, recent.dataUpdatedAt);
  const seen = stopped ?? latest;
  const listing = useListing(seen, search);
  const arrived = useListing(stopped ? latest : NONE, search);
  const frame = useRef<HTMLDivElement>(null);
  const interacting = useInteracting(frame);
  const shown = useStableRows(listing.rows, seen, interacting && stopped === null, listing.key);
  const older = useOlderTokens({
    rows: shown.rows,
    recent,
    opened: search.token,
    paused: stopped !== null,
  });
  const saved = useStored(savedPresets);
  const hidden = useStored(hiddenTokenColumns);
  const mints = useMemo(() => Object.values(config.mints), [config.mints]);
  const inList = seen.find(({ token }) => token.id === search.token);
  const opened = inList ?? older.found;
  const copies = useCopycats(seen, mints, inList ? undefined : older.found);
  const waiting = stopped === null ? shown.waiting : countNew(arrived.rows, listing.rows);

  const narrow = (filters: TokenFilters) => onSearch(withFilters(search, filters), true);
  const address = useRef({ search, onSearch });
  useEffect(() => {
    address.current = { search, onSearch };
  });
  const drawer = useDrawer(search);
  const navigate = useNavigate();
  const order = useCallback(
    (mint: string) => void navigate({ to: '/triggers', search: { mint: mint as Pubkey } }),
    [navigate],
  );
  const ordering = config.trigger?.enabled === true;
  const { sort, direction } = listing;
  const sortBy = useCallback(
    (by: TokenSort) => {
      const { search: here, onSearch: go } = address.current;
      const first = firstDirection(by);
      const turned = sort === by && direction === first;
      const other = first === 'asc' ? 'desc' : 'asc';
      go({ ...here, sort: by === 'age' ? undefined : by, dir: turned ? other : undefined });
    },
    [sort, direction],
  );
  const letIn = () => {
    if (stopped) setStopped(null);
    shown.letIn();
    focusList();
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    if (top < 0) window.scrollBy({ top: top - 120, behavior: 'instant' });
  };
  const passing = (filters: TokenFilters) => {
    const now = serverNow() / 1_000;
    return seen.filter(({ token }) => passes(token, filters, now)).length;
  };
  const pictures = config.mode === 'live';
  // Before the first answer it is not known how many there are: that is no zero.
  const told = recent.data !== undefined || seen.length > 0;
  // The first rows are drawn a piece at a time, so that they hold no input up.
  const isDrawn = useDeferredValue(shown.rows.length > 0);
  const leftBefore = (recent.dataUpdatedAt || Date.now()) - LEFT_AFTER_MS;
  const line = useTokenLine(opened);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-semibold text-xl">Tokens</h1>
        <Age asOf={recent.dataUpdatedAt || undefined} intervalMs={TOKENS_POLL_MS} />
        {told && (
          <span className="text-muted">
            <span className="num">{shown.rows.length}</span> shown
            {filterCount(listing.filters) > 0 && (
              <>
                , <span className="num">{seen.length - listing.rows.length}</span> hidden by filters
              </>
            )}
          </span>
        )}
        <div className="ml-auto flex items-center gap-2 max-sm:w-full">
          <SearchField words={search.q} onWords={(q) => narrow({ ...listing.filters, q })} />
          <Button onClick={() => setStopped(stopped ? null : latest)} aria-pressed={stopped !== null}>
            {stopped ? <Play aria-hidden className="size-3.5" /> : <Pause aria-hidden className="size-3.5" />}
            {stopped ? 'Resume' : 'Pause'}
          </Button>
        </div>
      </div>
      <FilterBar
        filters={listing.filters}
        onChange={narrow}
        launchpads={listing.launchpads}
        saved={saved}
        onSave={(name) => savePreset(name, listing.filters)}
        onDelete={deletePreset}
        total={told ? seen.length : undefined}
        passing={passing}
      />
      <div ref={frame} className="relative">
        <div className="pointer-events-none sticky top-[calc(var(--shell-top)+6px)] z-10 flex h-0 justify-center">
          {waiting > 0 && (
            <button
              type="button"
              onClick={letIn}
              className="pointer-events-auto h-7 rounded-full border border-line-strong bg-panel px-3 font-semibold shadow-float hover:bg-hover"
            >
              {stopped && 'Paused · '}
              <span className="num">{waiting}</span> new ▲
            </button>
          )}
        </div>
        <Panel id="list" tabIndex={-1} className="scroll-mt-(--shell-top) outline-none">
          {shown.rows.length === 0 ? (
            <NoTokens
              query={recent}
              filtered={seen.length > 0}
              onClear={() => {
                onSearch(withFilters(search, {}));
                focusList();
              }}
            />
          ) : !isDrawn ? (
            <RowsSkeleton what="tokens" />
          ) : (
            <TokenTable
              listKey={listing.key}
              rows={shown.rows}
              copies={copies}
              hidden={hidden}
              sort={sort}
              direction={direction}
              onSort={sortBy}
              sparkOf={hasHistory() ? tokenSpark : undefined}
              onOpen={drawer.open}
              onTrigger={ordering ? order : undefined}
              onVisible={older.onVisible}
              pictures={pictures}
              leftBefore={leftBefore}
            />
          )}
        </Panel>
      </div>
      <TokenDrawer
        mint={search.token}
        seen={opened}
        line={line}
        lookup={older.lookup}
        copyOf={opened && copies.get(opened.token.id)}
        left={opened !== undefined && opened.seenAt < leftBefore}
        pictures={pictures}
        action={
          ordering && opened ? (
            <Link
              to="/triggers"
              search={{ mint: opened.token.id }}
              className={`${buttonClass('outline')} w-full`}
            >
              Trigger order
            </Link>
          ) : undefined
        }
        onClose={drawer.close}
      />
    </div>
  );
}

/** How many of the newest rows are not among those on show. */
function countNew(newest: readonly SeenToken[], shown: readonly SeenToken[]): number {
  const known = new Set(shown.map(({ token }) => token.id));
  return newest.filter(({ token }) => !known.has(token.id)).length;
}
