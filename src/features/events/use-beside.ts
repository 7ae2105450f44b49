import type { MarketId } from '@contract/ids.ts';
import { useMemo } from 'react';
import { usePositions } from '@/api/positions.queries.ts';
import { useDaysOf } from '@/api/series-day.queries.ts';
import { dayMoveOf } from '@/domain/day-move.ts';
import { leadingOutcome, outcomesOf } from '@/domain/events.ts';
import { isHeld, positionState, worthOf } from '@/domain/portfolio.ts';
import { useOwner } from '@/wallet/index.ts';
import type { ListedEvent } from './event-list.ts';
import type { Beside } from './event-sort.ts';

const NOTHING: ReadonlyMap<string, bigint> = new Map();
const NO_MARKETS: readonly MarketId[] = [];

/** What is held in each event is worth, by event; nothing is asked for where it is not shown. */
export function useHeldWorth(isShown: boolean): Beside['held'] {
  const owner = useOwner();
  const { data } = usePositions(isShown ? (owner ?? undefined) : undefined);
  return useMemo(() => {
    if (!data) return NOTHING;
    const worth = new Map<string, bigint>();
    for (const position of data) {
      const state = positionState(position);
      const value = isHeld(state.phase) ? worthOf(position, state) : null;
      if (value !== null) worth.set(position.eventId, (worth.get(position.eventId) ?? 0n) + value);
    }
    return worth;
  }, [data]);
}

/**
 * How far the leading outcome of each event went in a day, as its line says it; asked for of all that is loaded where
 * the list is sorted by it, fifty markets in one request.
 */
export function useDayChanges(items: readonly ListedEvent[], isWanted: boolean): Beside['changes'] {
  const leaders = useMemo(
    () =>
      (isWanted ? items : []).flatMap(({ event, order }) => {
        const leader = leadingOutcome(outcomesOf(event, order));
        return leader && !leader.verdict ? [{ eventId: event.eventId, ...leader }] : [];
      }),
    [items, isWanted],
  );
  const marketIds = useMemo(
    () => (leaders.length === 0 ? NO_MARKETS : leaders.map(({ marketId }) => marketId)),
    [leaders],
  );
  const days = useDaysOf(marketIds);
  return useMemo(
    () =>
      new Map(
        leaders.flatMap(({ eventId, marketId, quotes }): [string, bigint][] => {
          const day = days.get(marketId);
          const move = day && dayMoveOf(day, quotes[0]?.side ?? 'yes');
          return move ? [[eventId, move.change]] : [];
        }),
      ),
    [leaders, days],
  );
}
