import type { PredictionEvent } from '@contract/prediction/event.ts';
import { closeTimeOf, titleOf } from './events.ts';

/** A question, and the wire names of the venues that ask it; none is named where only one does. */
export interface Asked {
  event: PredictionEvent;
  venues: readonly string[];
}

const NEARLY_SECONDS = 3_600;

const keyOf = (event: PredictionEvent): string => {
  const words = titleOf(event)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const closes = closeTimeOf(event);
  return `${words}|${closes === null ? '' : Math.round(closes / NEARLY_SECONDS)}`;
};

const venueOf = (event: PredictionEvent): string => event.markets[0]?.provider ?? '';

/** Each question once, in the order they came: of those that several venues ask, the one that is traded most. */
export function askedOnce(events: readonly PredictionEvent[]): Asked[] {
  const groups = new Map<string, PredictionEvent[]>();
  for (const event of events) groups.set(keyOf(event), [...(groups.get(keyOf(event)) ?? []), event]);
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const event = same.reduce((a, b) => ((b.volumeUsd ?? 0n) > (a.volumeUsd ?? 0n) ? b : a), first);
    const venues = [...new Set([event, ...same].map(venueOf))];
    return [{ event, venues: venues.length > 1 ? venues : [] }];
  });
}
