import type { Span } from '@contract/history.ts';
import type { MicroUsd } from '@contract/money.ts';
import type { Movers } from '@/api/movers.queries.ts';
import { closeTimeOf, phaseOf } from '@/domain/events.ts';
import type { ListedEvent, Moved } from './event-list.ts';
import type { Ranking } from './search-params.ts';

const SPAN_OF: Record<Ranking, Span | undefined> = {
  'move-1h': '1h',
  'move-24h': '24h',
  'move-7d': '7d',
  closing: undefined,
};
/** The span of time whose moves a ranking goes by; undefined where it goes by no price. */
export const spanOf = (ranking: Ranking): Span | undefined => SPAN_OF[ranking];

export type Moves = ReadonlyMap<string, Moved>;

/** The largest move of each event, by its id; the largest event first, as the service tells them. */
export function movesOf(movers: Movers, span: Span): Moves {
  const moves = new Map<string, Moved>();
  for (const { eventId, marketId, change } of movers) {
    if (eventId !== null && !moves.has(eventId)) moves.set(eventId, { marketId, change, span });
  }
  return moves;
}

/** When an event ends, Unix seconds; null of one that has ended, and where nobody says. */
const endOf = ({ event }: ListedEvent, now: number): number | null =>
  phaseOf(event, undefined, now) === 'ended' ? null : closeTimeOf(event);

/**
 * The places of items in the order of a ranking: by the largest move, or by the end that is nearest (`now` in Unix
 * seconds). What has neither follows in the order it came in.
 */
export function rank(items: readonly ListedEvent[], moves: Moves | undefined, now: number): number[] {
  const order = new Map([...(moves?.keys() ?? [])].map((id, place) => [id, place]));
  const keys = items.map((item) => (moves ? (order.get(item.event.eventId) ?? null) : endOf(item, now)));
  const last = Number.POSITIVE_INFINITY;
  return items
    .map((_, place) => place)
    .sort((a, b) => {
      const [one, other] = [keys[a] ?? last, keys[b] ?? last];
      return one === other ? a - b : one - other;
    });
}

/** The smallest move that was told, micro-USD; whatever was not told moved no further. */
export const leastOf = (movers: Movers): MicroUsd | undefined => movers.at(-1)?.change;
