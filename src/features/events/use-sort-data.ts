import type { MarketId } from '@contract/ids.ts';
import { useMemo } from 'react';
import { useLiquidities } from '@/api/liquidity.queries.ts';
import { bookIdOf } from '@/api/orderbook.queries.ts';
import { usePositions } from '@/api/positions.queries.ts';
import { useDaysOf } from '@/api/series-day.queries.ts';
import { useConfig } from '@/config.ts';
import { dayMoveOf } from '@/domain/day-move.ts';
import { leadingOutcome, outcomesOf } from '@/domain/events.ts';
import { worthByEvent } from '@/domain/portfolio.ts';
import { useOwner } from '@/wallet/index.ts';
import type { ListedEvent } from './event-list.ts';
import type { SortData } from './event-sort.ts';

const NOTHING: ReadonlyMap<string, bigint> = new Map();
const NO_MARKETS: readonly MarketId[] = [];
/** Events whose books are read for a sort, the first of the list: more of them would take longer than anyone waits. */
const MOST_BOOKS = 200;

/** What is held in each event is worth, by event, and whether that is known; not asked for where it is not shown. */
export function useHeldWorth(isShown: boolean): Pick<SortData, 'held'> & { isHeldKnown: boolean } {
  const owner = useOwner();
  const { data } = usePositions(isShown ? (owner ?? undefined) : undefined);
  const held = useMemo(() => (data ? worthByEvent(data) : NOTHING), [data]);
  return { held, isHeldKnown: owner === null || data !== undefined };
}

/**
 * How far the leading outcome of each event went in a day, as its line says it; asked for of all that is loaded where
 * the list is sorted by it, fifty markets in one request.
 */
export function useDayChanges(items: readonly ListedEvent[], isWanted: boolean): SortData['changes'] {
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

/**
 * What rests near the mid of each event's leading outcome, as its line says it; read of all that is loaded where the
 * list is sorted by it, one book after another.
 */
export function useLiquidityOf(
  items: readonly ListedEvent[],
  isWanted: boolean,
): Pick<SortData, 'liquidity' | 'booksLeft'> {
  const { providers } = useConfig();
  const ids = items.map(({ event }) => event.eventId).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the items change with every poll, and with prices now and then which outcome leads: that sorts nothing anew
  const books = useMemo(
    () =>
      new Map(
        (isWanted ? items.slice(0, MOST_BOOKS) : []).flatMap(({ event, order }): [MarketId, string][] => {
          const leader = leadingOutcome(outcomesOf(event, order));
          const id = bookIdOf(
            event.markets.find(({ marketId }) => marketId === leader?.marketId),
            providers,
          );
          return id === undefined ? [] : [[id, event.eventId]];
        }),
      ),
    [ids, isWanted, providers],
  );
  const marketIds = useMemo(() => (books.size === 0 ? NO_MARKETS : [...books.keys()]), [books]);
  const { known, left } = useLiquidities(marketIds);
  const liquidity = useMemo(
    () =>
      new Map(
        [...books].flatMap(([id, eventId]): [string, bigint][] => {
          const dollars = known.get(id);
          return dollars === undefined ? [] : [[eventId, dollars]];
        }),
      ),
    [books, known],
  );
  return { liquidity, booksLeft: left };
}
