import type { DefaultError, UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** What is read of one of several queries. */
export type Asked<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'dataUpdatedAt' | 'refetch'>;

/**
 * Several queries, each with why it failed. While one has no answer at all, the library forgets that as soon as it asks
 * again: here it stands until the next answer, so that what is gone does not look as if it were still to come. `ids`: what
 * each is about.
 */
export function useStandingErrors<Data>(
  ids: readonly string[],
  queries: readonly UseQueryResult<Data>[],
): Asked<Data>[] {
  const [kept, setKept] = useState<ReadonlyMap<string, DefaultError>>(() => new Map());
  const standing = new Map<string, DefaultError>();
  ids.forEach((id, index) => {
    const query = queries[index];
    if (!query) return;
    const isAskedAgain = query.data === undefined && query.errorUpdateCount > 0;
    const error = query.error ?? (isAskedAgain ? kept.get(id) : undefined);
    if (error) standing.set(id, error);
  });
  const isSame = standing.size === kept.size && [...standing].every(([id, error]) => kept.get(id) === error);
  if (!isSame) setKept(standing);
  return queries.map(({ data, dataUpdatedAt, refetch }, index) => ({
    ...{ data, dataUpdatedAt, refetch },
    error: standing.get(ids[index] ?? '') ?? null,
  }));
}
