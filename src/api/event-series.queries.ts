import { MAX_PAGE } from '@contract/page.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { eventKeys, fetchEvents } from './events.queries.ts';
import { read } from './read.ts';

/** Events filed under the same subject as one, among which the next of its series is; asked for once. */
const kinQuery = (event: PredictionEvent | undefined) => {
  const subcategory = event?.subcategory || undefined;
  return queryOptions({
    queryKey: [...eventKeys.all, 'kin', event?.provider, subcategory] as const,
    queryFn:
      event && subcategory
        ? read(
            async (options) =>
              (await fetchEvents({ subcategory, provider: event.provider }, 0, MAX_PAGE, options)).data,
          )
        : skipToken,
    staleTime: 60_000,
  });
};
export const useKin = (event: PredictionEvent | undefined) => useQuery(kinQuery(event));
