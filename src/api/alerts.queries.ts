import type { EventId, Pubkey } from '@contract/ids.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { eventQuery } from './events.queries.ts';
import { pollAfter } from './poll.ts';
import { positionsQuery } from './positions.queries.ts';

type Polled = Parameters<typeof pollAfter>[1];

/** Of several copies of the service one may lag behind: an event is missing for so long until it is gone. */
const GONE_MS = 60_000;

/** A hidden tab goes on, slowly: that is when an alert is of use. */
const pollAlsoHidden = (intervalMs: number, hiddenMs: number) => ({
  refetchInterval: ({ state }: { state: Polled }) =>
    pollAfter(document.visibilityState === 'hidden' ? hiddenMs : intervalMs, state),
  refetchIntervalInBackground: true,
});

interface Watched {
  /** How often each event that an alert is about is asked for, in milliseconds. */
  events: ReadonlyMap<EventId, number>;
  /** Whose positions are watched, and how often. */
  positions: { owner: Pubkey | undefined; intervalMs: number };
  /** How often a tab that nobody looks at asks. */
  hiddenMs: number;
}

/** Null: the service has it no more. `asOf`: local Unix ms. */
interface Seen {
  event: PredictionEvent | null;
  asOf: number;
}

/**
 * What alerts are evaluated by: the events and positions they are about, in one tab of the browser. An event that has not
 * come is absent.
 */
export function useWatched({ events, positions, hiddenMs }: Watched) {
  const answers = useQueries({
    queries: [...events].map(([id, intervalMs]) => ({
      ...eventQuery(id),
      ...pollAlsoHidden(intervalMs, hiddenMs),
    })),
  });
  const { data } = useQuery({
    ...positionsQuery(positions.owner),
    ...pollAlsoHidden(positions.intervalMs, hiddenMs),
  });
  // Since its first answer without it: its last one with it may be long ago, or never have come to this tab.
  const missing = useRef(new Map<EventId, number>());
  const known = [...events.keys()].flatMap((id, index): [EventId, Seen][] => {
    const answer = answers[index];
    if (answer?.isSuccess) missing.current.delete(id);
    if (answer?.error?.kind === 'not-found') {
      const since = missing.current.get(id) ?? answer.errorUpdatedAt;
      missing.current.set(id, since);
      if (answer.errorUpdatedAt - since >= GONE_MS)
        return [[id, { event: null, asOf: answer.errorUpdatedAt }]];
    }
    return answer?.data ? [[id, { event: answer.data, asOf: answer.dataUpdatedAt }]] : [];
  });
  return { events: new Map(known), positions: data };
}
