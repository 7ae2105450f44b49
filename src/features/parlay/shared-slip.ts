import type { PredictionEvent } from '@contract/prediction/event.ts';
import { useSharedMarkets } from '@/api/parlays.queries.ts';
import { legState, marketIn } from '@/domain/parlay.ts';
import { idsOfFragment, type ParlayLeg, pickLeg } from '@/state/parlay-slip.ts';
import { legOf } from './live-legs.ts';

/** A slip from a link, read anew: its legs that can be backed, and how many of its ids are of no use. */
export interface SharedSlip {
  legs: ParlayLeg[];
  ignored: number;
}

/** A leg as it is now; null when it is unknown or does not trade any more. */
function legNow(event: PredictionEvent | null, id: string): ParlayLeg | null {
  const market = event && marketIn(event, id);
  if (!market) return null;
  const state = legState(market);
  return state === 'open' || state === 'unquoted' ? legOf(event, market) : null;
}

/** Legs in the link's order, one an event. */
export function gather(read: readonly (ParlayLeg | null)[]): SharedSlip {
  let legs: ParlayLeg[] = [];
  for (const leg of read) {
    if (!leg || legs.some(({ eventId }) => eventId === leg.eventId)) continue;
    legs = pickLeg(legs, leg).legs;
  }
  return { legs, ignored: read.length - legs.length };
}

/** The slip a link carries; no query where it carries none. */
export function useSharedSlip(fragment: string) {
  const ids = idsOfFragment(fragment);
  const query = useSharedMarkets(ids, (events) =>
    gather(ids.map((id, index) => legNow(events[index] ?? null, id))),
  );
  return { ids, ...query };
}
