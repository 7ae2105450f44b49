import type { MarketId } from '@contract/ids.ts';
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/api/app-error.ts';
import { eventQuery } from '@/api/events.queries.ts';
import { fetchMarket, parlayKeys } from '@/api/parlays.queries.ts';
import { legState, marketIn } from '@/domain/parlay.ts';
import { idsOfFragment, type ParlayLeg, pickLeg } from '@/state/parlay-slip.ts';
import { legOf } from './live-legs.ts';

/** A slip from a link, read anew: its legs that can be backed, and how many of its ids are of no use. */
export interface SharedSlip {
  legs: ParlayLeg[];
  ignored: number;
}

/** A leg as it is now; null when it is unknown or does not trade any more. @throws AppError when it cannot be read */
async function readLeg(client: QueryClient, id: string, signal: AbortSignal): Promise<ParlayLeg | null> {
  try {
    const { eventId } = await fetchMarket(id as MarketId, signal);
    const event = await client.fetchQuery({ ...eventQuery(eventId), staleTime: 5_000 });
    const market = marketIn(event, id);
    if (!market) return null;
    const state = legState(market);
    return state === 'open' || state === 'unquoted' ? legOf(event, market) : null;
  } catch (cause) {
    const error = toAppError(cause);
    if (error.kind === 'not-found' || error.kind === 'refused') return null;
    throw error;
  }
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
  const client = useQueryClient();
  const ids = idsOfFragment(fragment);
  const query = useQuery({
    queryKey: [...parlayKeys.all, 'shared', ids],
    queryFn:
      ids.length === 0
        ? skipToken
        : async ({ signal }) => gather(await Promise.all(ids.map((id) => readLeg(client, id, signal)))),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { ids, ...query };
}
