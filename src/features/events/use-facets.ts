import type { PredictionEvent } from '@contract/prediction/event.ts';
import { useMemo } from 'react';
import { useKnownEvents } from '@/api/events.queries.ts';
import type { Facets } from './list-controls.view.tsx';
import { type EventsSearch, pageSizeOf, toFilters } from './search-params.ts';

const MAX_TAGS = 24;

/** Kinds and tags of the list before it is narrowed by them: read from what is already there, asking nothing. */
export function useFacets(search: EventsSearch): Facets {
  const filters = toFilters({ ...search, sub: undefined, tag: undefined });
  const pages = useKnownEvents(filters, pageSizeOf(search));
  return useMemo(() => facetsOf(pages?.flatMap((page) => page.data) ?? []), [pages]);
}

function facetsOf(events: readonly PredictionEvent[]): Facets {
  const tags = new Map<string, number>();
  for (const tag of events.flatMap((event) => event.tags)) tags.set(tag, (tags.get(tag) ?? 0) + 1);
  const subcategories = new Set(events.map((event) => event.subcategory).filter((name) => name !== ''));
  const frequent = [...tags].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]);
  return {
    subcategories: [...subcategories].sort(),
    tags: frequent.slice(0, MAX_TAGS).map(([tag]) => tag),
  };
}
