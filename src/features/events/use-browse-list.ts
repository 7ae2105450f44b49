import type { EventId } from '@contract/ids.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { EVENTS_PAGE_SIZE, type EventFilters, useEventsList, useEventsPages } from '@/api/events.queries.ts';
import { LIST_POLL_MS } from '@/api/poll.ts';
import { hasDrifted, outcomeOrder } from '@/domain/events.ts';
import { roundLengthOf } from '@/domain/rounds.ts';
import type { EventList, ListedEvent } from './event-list.ts';

/** The list before while its entries are the same: what is worked out from it then stays too. */
function useSame<Entry>(list: readonly Entry[]): readonly Entry[] {
  const kept = useRef(list);
  const same =
    list.length === kept.current.length && list.every((entry, index) => entry === kept.current[index]);
  if (!same) kept.current = list;
  return kept.current;
}

/**
 * The events of a filter. Their order is that of the first answer until `resort`; pages that are on the screen are
 * polled, the others rest. Recurring rounds are left out: they have a strip of their own. `size`: events a page.
 */
export function useBrowseList(
  filters: EventFilters,
  size = EVENTS_PAGE_SIZE,
  intervalMs = LIST_POLL_MS,
): EventList {
  const { list, restart } = useEventsList(filters, size);
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);

  const pages = list.data?.pages ?? NO_PAGES;
  const visible = pages.slice(range[0], range[1] + 1);
  const polled = useEventsPages(filters, visible, size, intervalMs);

  const known = useMemo(() => {
    const seen = new Set<EventId>();
    return pages.flatMap((page, index) =>
      page.data.flatMap((event) => {
        if (seen.has(event.eventId) || roundLengthOf(event) !== undefined) return [];
        seen.add(event.eventId);
        return [{ event, asOf: page.asOf, order: outcomeOrder(event), page: index }];
      }),
    );
  }, [pages]);

  const answers = useSame(polled.map(({ data }) => data));
  const items = useMemo(() => {
    const fresh = new Map<EventId, ListedEvent>();
    for (const page of answers) {
      for (const event of page?.data ?? []) {
        fresh.set(event.eventId, { event, asOf: page?.asOf ?? 0, order: [] });
      }
    }
    return known.map((item): ListedEvent => {
      const newer = fresh.get(item.event.eventId);
      return newer && newer.asOf > item.asOf ? { ...newer, order: item.order } : item;
    });
  }, [known, answers]);

  const onVisible = useCallback(
    (first: number, last: number) => {
      const from = known[first]?.page ?? 0;
      const to = known[last]?.page ?? from;
      setRange((old) => (old[0] === from && old[1] === to ? old : [from, to]));
    },
    [known],
  );

  const failed = polled.find((query) => query.isError);
  const ages = polled.flatMap(({ data }) => (data ? [data.asOf] : []));

  const more = () => void list.fetchNextPage();
  const again = list.isFetchNextPageError ? more : () => void list.refetch();
  const ask = useRef(again);
  useEffect(() => {
    ask.current = again;
  });
  // The list itself is not polled: what it lacks is asked for again once the service has answered since.
  const answersAgain = !list.isFetching && list.errorUpdatedAt < Math.max(0, ...ages);
  const askAgain = list.data !== undefined && list.isError && answersAgain;
  useEffect(() => {
    if (askAgain) ask.current();
  }, [askAgain]);

  return {
    key: JSON.stringify(filters),
    items,
    status: list.data ? 'ready' : list.isError ? 'failed' : 'loading',
    error: failed?.error ?? list.error,
    lacksMore: !failed && list.isFetchNextPageError,
    retry: () => {
      if (list.isError) again();
      for (const query of polled) if (query.isError) void query.refetch();
    },
    retrying: list.isLoadingError && list.isFetching,
    asOf: ages.length > 0 ? Math.min(...ages) : undefined,
    intervalMs,
    drifted: visible.some((page, index) => {
      const now = polled[index]?.data;
      if (!now || now.asOf <= page.asOf) return false;
      return hasDrifted(
        page.data.map((event) => event.eventId),
        now.data.map((event) => event.eventId),
      );
    }),
    resort: () => {
      setRange([0, 0]);
      restart();
    },
    hasMore: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    loadMore: () => {
      if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) more();
    },
    onVisible,
  };
}

const NO_PAGES: never[] = [];
