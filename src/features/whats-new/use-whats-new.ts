import { useEventsById } from '@/api/events.queries.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { usePricesSince } from '@/api/whats-new.queries.ts';
import { summariseSteps } from '@/domain/price-steps.ts';
import type { Visit } from '@/state/visit.ts';
import { useOwner } from '@/wallet/index.ts';
import { type Change, changesSince } from './changes.ts';

/** What happened meanwhile is no live figure. */
const WHATS_NEW_POLL_MS = 60_000;

export interface WhatsNew {
  changes: Change[];
  /** Events that have been asked for and have answered, of all that are compared. */
  known: number;
  of: number;
  /** Events that could not be loaded. */
  failed: number;
  retry: () => void;
}

/** What changed since the visit; events are asked for one by one, for there is no other way to ask. */
export function useWhatsNew(visit: Visit): WhatsNew {
  const owner = useOwner();
  const positions = usePositions(owner ?? undefined);
  const ids = [...new Set(visit.markets.map(({ eventId }) => eventId))];
  const queries = useEventsById(ids, WHATS_NEW_POLL_MS, WHATS_NEW_POLL_MS);
  const at = new Map(ids.map((id, index) => [id, queries[index]]));
  const failed = queries.filter(({ data, error }) => !data && error && error.kind !== 'not-found');
  const now = (id: string) => {
    const query = at.get(id);
    // Also where something was told of it before.
    return query?.error?.kind === 'not-found' ? null : query?.data;
  };
  const prices = usePricesSince(
    visit.markets.map(({ marketId }) => marketId),
    visit.at,
    'left out',
  );
  const between = (marketId: string) => {
    const steps = prices.data?.get(marketId);
    return steps && summariseSteps(steps);
  };
  return {
    changes: changesSince(visit, now, positions.data, between),
    known: queries.filter(({ data, error }) => data || error).length,
    of: ids.length,
    failed: failed.length,
    retry: () => {
      for (const query of failed) void query.refetch();
    },
  };
}
