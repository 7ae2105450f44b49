import type { EventId } from '@contract/ids.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { useEventsUntil } from '@/api/events.queries.ts';
import type { AccountRow } from '@/domain/account.ts';
import { marketIn } from '@/domain/parlay.ts';
import { parlaySettles } from '@/domain/portfolio-figures.ts';
import type { Settles } from '@/domain/settles.ts';

/**
 * When each running parlay is settled; `unknown` until the events of its legs are here. Those are read while somebody
 * `wants` to know, each until it has come: when a market closes hardly ever changes. `now` in Unix seconds.
 */
export function useParlaySettles(
  slips: readonly ParlaySlip[],
  rows: readonly AccountRow[],
  wants: boolean,
  now: number,
): (parlayId: string) => Settles {
  const running = new Set(rows.flatMap(({ key, state }) => (state === 'running' ? key : [])));
  const wanted = wants ? slips.filter(({ parlayId }) => running.has(parlayId)) : [];
  const ids = [...new Set<EventId>(wanted.flatMap(({ legs }) => legs.map(({ eventId }) => eventId)))];
  const results = useEventsUntil(ids, (_id, event) => event !== undefined);
  return (parlayId) => {
    const legs = wanted.find((slip) => slip.parlayId === parlayId)?.legs ?? [];
    return parlaySettles(
      legs.map(({ eventId, marketId }) => {
        const event = results[ids.indexOf(eventId)]?.data;
        return event && marketIn(event, marketId);
      }),
      now,
    );
  };
}
